import pc from 'picocolors';

import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { Terminal } from './terminal.js';

/** `file:line:col  CG203  message`, and the hint on a line of its own. */
export function renderDiagnostic(diagnostic: Diagnostic, options: { readonly color: boolean }): string {
  const { span, code, message, hint } = diagnostic;
  const paint = pc.createColors(options.color);
  const position = `${span.file}:${span.line}:${span.column}`;
  const first = `${paint.bold(position)}  ${paint.red(code)}  ${message}`;
  return hint ? `${first}\n    ${paint.dim(hint)}` : first;
}

/** Prints every diagnostic, then their number. */
export function reportDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of sortDiagnostics(diagnostics)) {
    terminal.report(renderDiagnostic(diagnostic, { color: terminal.color }));
  }
  terminal.report(`\n${diagnostics.length === 1 ? '1 error' : `${diagnostics.length} errors`}. Nothing was written.`);
}

/** Diagnostics as `--json` prints them. */
export function diagnosticsAsJson(diagnostics: readonly Diagnostic[]): readonly object[] {
  return sortDiagnostics(diagnostics).map(({ code, span, message, hint }) => ({ code, ...span, message, hint }));
}

export function printJson(terminal: Terminal, value: object): void {
  terminal.print(JSON.stringify({ version: 1, ...value }));
}
