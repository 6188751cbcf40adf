import type { Code } from '../codes.js';
import type { Diagnostic, Span } from '../diagnostics.js';

/** Notes an error and goes on: all of them are shown together. */
export type Report = (code: Code, span: Span, message: string, hint?: string) => void;

export function reportTo(diagnostics: Diagnostic[]): Report {
  return (code, span, message, hint) => {
    diagnostics.push({ code, span, message, ...(hint === undefined ? {} : { hint }) });
  };
}
