/** A position in a source file; line and column count from 1. */
export interface Span {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An error or a warning. The terminal shows it as `file:line:col  CG203  message`, with the hint below. */
export interface Diagnostic {
  /** CG1xx configuration, CG2xx definitions, CG3xx relations, CG4xx output, CG5xx warnings. */
  readonly code: `CG${number}`;
  readonly span: Span;
  /** The key in the definition: `attributes.title.maxLength`. */
  readonly path?: string;
  readonly message: string;
  readonly hint?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function ok<T>(value: T, warnings: readonly Diagnostic[] = []): Result<T> {
  return { ok: true, value, warnings };
}

export function failed<T>(diagnostics: readonly Diagnostic[]): Result<T> {
  return { ok: false, diagnostics };
}

/** A warning changes neither the result nor the exit code of a command. */
export function isWarning({ code }: Diagnostic): boolean {
  return code.startsWith('CG5');
}

/** Without the same message at the same place: definitions that share attributes share their errors. */
export function withoutRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, span, message } = diagnostic;
    const key = JSON.stringify([code, span.file, span.line, span.column, message]);
    if (!found.has(key)) found.set(key, diagnostic);
  }
  return [...found.values()];
}

/** In reading order: by file, then by position in the file. */
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

/** Compares by UTF-16 code unit, because the order must not depend on the locale of the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
