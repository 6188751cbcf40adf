import type { Code } from '../diagnostics/codes.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';

/** Notes an error and goes on: all of them are shown together. */
export type Report = (code: Code, span: Span, message: string, hint?: string) => void;

export function reportTo(diagnostics: Diagnostic[]): Report {
  return (code, span, message, hint) => {
    diagnostics.push({ code, span, message, ...(hint === undefined ? {} : { hint }) });
  };
}
