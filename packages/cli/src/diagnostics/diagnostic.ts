import pc from 'picocolors';

/** A place in a source file; line and column count from 1. */
export interface Span {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Something wrong in the input: `file:line:col  CG203  message`, with a hint where there is one. */
export interface Diagnostic {
  /** CG1xx configuration, CG2xx definitions, CG3xx relations, CG4xx output. */
  readonly code: `CG${number}`;
  readonly span: Span;
  readonly message: string;
  readonly hint?: string;
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed<T>(diagnostics: readonly Diagnostic[]): Result<T> {
  return { ok: false, diagnostics };
}

/** `file:line:col  CG203  message`, and the hint on a line of its own. */
export function renderDiagnostic(diagnostic: Diagnostic, options: { readonly color: boolean }): string {
  const { span, code, message, hint } = diagnostic;
  const paint = pc.createColors(options.color);
  const place = `${span.file}:${span.line}:${span.column}`;
  const first = `${paint.bold(place)}  ${paint.red(code)}  ${message}`;
  return hint ? `${first}\n    ${paint.dim(hint)}` : first;
}

/** In reading order: by file, then by place in it. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.span.file, b.span.file) ||
      a.span.line - b.span.line ||
      a.span.column - b.span.column ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

/** `did you mean "title"?` where one of the candidates is near the name. */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.max(1, Math.floor(name.length / 4))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance && distance < candidate.length) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? undefined : `did you mean "${best}"?`;
}

/** How many insertions, deletions, replacements and swaps of neighbours lie between two words. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
    }
    [before, above] = [above, current];
  }
  return above[b.length]!;
}

/** Code point order: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
