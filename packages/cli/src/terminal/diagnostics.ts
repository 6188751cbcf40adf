import { type Diagnostic, renderDiagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { Terminal } from './terminal.js';

/** Shows everything that is wrong, then how much it was. */
export function reportDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of sortDiagnostics(diagnostics)) {
    terminal.report(renderDiagnostic(diagnostic, { color: terminal.color }));
  }
  terminal.report(`\n${diagnostics.length === 1 ? '1 error' : `${diagnostics.length} errors`}. Nothing was written.`);
}

/** Diagnostics as `--json` shows them. */
export function diagnosticsAsJson(diagnostics: readonly Diagnostic[]): readonly object[] {
  return sortDiagnostics(diagnostics).map(({ code, span, message, hint }) => ({ code, ...span, message, hint }));
}

export function printJson(terminal: Terminal, value: object): void {
  terminal.print(JSON.stringify({ version: 1, ...value }));
}
