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
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed<T>(diagnostics: readonly Diagnostic[]): Result<T> {
  return { ok: false, diagnostics };
}
