import type { Code } from '../diagnostics/codes.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';

/** Records an error and continues, so that the user sees all errors at once. */
export type Report = (code: Code, span: Span, message: string, hint?: string) => void;

export function reportTo(diagnostics: Diagnostic[]): Report {
  return (code, span, message, hint) => {
    diagnostics.push({ code, span, message, ...(hint === undefined ? {} : { hint }) });
  };
}
