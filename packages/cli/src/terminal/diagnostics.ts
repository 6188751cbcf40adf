import pc from 'picocolors';

import { type Diagnostic, isWarning, sortDiagnostics } from '../diagnostics/diagnostic.js';
import { plural } from './summary.js';
import type { Terminal } from './terminal.js';

/** `file:line:col  CG203  message`, and the hint on a line of its own. */
export function renderDiagnostic(diagnostic: Diagnostic, options: { readonly color: boolean }): string {
  const { span, code, message, hint } = diagnostic;
  const paint = pc.createColors(options.color);
  const position = `${span.file}:${span.line}:${span.column}`;
  const warns = isWarning(diagnostic);
  const label = warns ? 'warning: ' : '';
  const first = `${paint.bold(position)}  ${warns ? paint.yellow(code) : paint.red(code)}  ${label}${message}`;
  return hint ? `${first}\n    ${paint.dim(hint)}` : first;
}

/** Prints every diagnostic, then the number of errors. */
export function reportDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  reportWarnings(terminal, diagnostics);
  const errors = diagnostics.filter((diagnostic) => !isWarning(diagnostic)).length;
  terminal.report(`\n${plural(errors, 'error')}. Nothing was written.`);
}

/** Prints diagnostics after which the command continues. */
export function reportWarnings(terminal: Terminal, warnings: readonly Diagnostic[]): void {
  for (const diagnostic of sortDiagnostics(warnings)) {
    terminal.report(renderDiagnostic(diagnostic, { color: terminal.color }));
  }
}

/** Diagnostics as `--json` prints them. */
export function diagnosticsAsJson(diagnostics: readonly Diagnostic[]): readonly object[] {
  return sortDiagnostics(diagnostics).map((diagnostic) => {
    const { code, span, path, message, hint } = diagnostic;
    return { code, severity: isWarning(diagnostic) ? 'warning' : 'error', ...span, path, message, hint };
  });
}

export function printJson(terminal: Terminal, value: object): void {
  terminal.print(JSON.stringify({ version: 1, ...value }));
}
