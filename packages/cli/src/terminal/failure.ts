import { isProblem } from '../diagnostics/problem.js';
import { codeOf, messageOf } from '../diagnostics/thrown.js';
import { diskProblem } from '../files/disk-error.js';
import { printJson } from './diagnostics.js';
import type { ExitCode, Terminal } from './terminal.js';

/** PostgreSQL knows no table or column of this name. */
const UNKNOWN_NAME = /^42(P01|703)$/;

/** The message of an error that the user can solve. Undefined for other errors, which are bugs. */
export function failureMessage(error: unknown): string | undefined {
  if (isProblem(error)) return error.message;
  if (UNKNOWN_NAME.test(codeOf(error) ?? '')) {
    return `The database has other tables than the definitions: ${messageOf(error)}. Run "content-gen migrate apply" or "content-gen serve" first.`;
  }
  return diskProblem(error);
}

/** Prints why a command failed, as text or JSON. */
export function refuse(
  terminal: Terminal,
  command: string,
  { json }: { readonly json?: boolean },
  message: string,
  details: object = {},
): ExitCode {
  // Scripts read the output of serve as events.
  const result = command === 'serve' ? { event: 'error' } : { command, ok: false };
  if (json === true) printJson(terminal, { ...result, message, ...details });
  else terminal.report(message);
  return 1;
}
