import { relative, sep } from 'node:path';

import type { Code } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { codeOf, messageOf } from '../diagnostics/thrown.js';
import { withFinalName } from '../files/disk-error.js';
import type { Conflict, Plan } from './plan.js';

const problems: Record<Conflict['kind'], Omit<Diagnostic, 'span' | 'code'> & { readonly code: Code }> = {
  unmarked: {
    code: 'CG401',
    message: 'content-gen did not write this file, so it does not overwrite it with generated code',
    hint: 'move the file, or choose another "output" or "client" in the config',
  },
  edited: {
    code: 'CG402',
    message: 'this generated file was edited by hand, and generating would lose the edits',
    hint: '"generate --check" shows the edits; move them to your own code, then run "generate --force"',
  },
  blocked: {
    code: 'CG403',
    message: 'a folder, a link or another file blocks the path of this generated file',
    hint: 'remove it, or choose another "output" or "client" in the config',
  },
};

/** The reasons why a plan cannot be carried out. `force` overwrites edited files, but never files of the user. */
export function conflictDiagnostics(plan: Plan, { force }: { readonly force: boolean }): readonly Diagnostic[] {
  return plan.conflicts
    .filter(({ kind }) => !(force && kind === 'edited'))
    .map(({ kind, path }) => ({ ...problems[kind], span: { file: path, line: 1, column: 1 } }));
}

/** The diagnostic of a disk error. Undefined for other errors, which may be bugs. */
export function diskDiagnostic(
  error: unknown,
  { root, output }: { readonly root: string; readonly output: string },
): Diagnostic | undefined {
  if (!/^E[A-Z]+$/.test(codeOf(error) ?? '')) return undefined;
  const path = error instanceof Error && 'path' in error ? String(error.path) : undefined;
  const file = path === undefined ? output : withFinalName(relative(root, path).split(sep).join('/'));
  return {
    code: 'CG404',
    span: { file, line: 1, column: 1 },
    message: `the disk reports an error: ${withFinalName(messageOf(error))}`,
  };
}
