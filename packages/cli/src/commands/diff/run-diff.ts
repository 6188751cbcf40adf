import { resolve } from 'node:path';

import type { Difference } from '../../diff/diff.js';
import { differenceOf } from '../../diff/diff.js';
import { markdownOf } from '../../diff/markdown.js';
import { countsOf } from '../../diff/report.js';
import { readRecorded } from '../../diff/requests/recorded.js';
import { withOldState } from '../../diff/state/against.js';
import { readState } from '../../diff/state/load.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../../terminal/diagnostics.js';
import { renderDifference, renderNotes } from '../../terminal/difference.js';
import { failureMessage, refuse } from '../../terminal/failure.js';
import type { ExitCode, Terminal } from '../../terminal/terminal.js';
import type { DiffFlags } from './diff.js';

/** A script must not take a failure for a result, so a failure has an exit code of its own. */
const NOT_COMPARED: ExitCode = 2;

export async function runDiff(terminal: Terminal, flags: DiffFlags): Promise<ExitCode> {
  try {
    return await compare(terminal, flags);
  } catch (error) {
    const message = failureMessage(error);
    if (message === undefined) throw error;
    refuse(terminal, 'diff', flags, message);
    return NOT_COMPARED;
  }
}

async function compare(terminal: Terminal, flags: DiffFlags): Promise<ExitCode> {
  const root = terminal.cwd;
  const options = { migrations: flags.migrations, ...(flags.config === undefined ? {} : { config: flags.config }) };
  const now = await readState(root, options);
  if ('diagnostics' in now) {
    if (flags.json) {
      printJson(terminal, { command: 'diff', ok: false, diagnostics: diagnosticsAsJson(now.diagnostics) });
    } else reportDiagnostics(terminal, now.diagnostics);
    return NOT_COMPARED;
  }
  const recorded = flags.requests === undefined ? [] : await readRecorded(resolve(root, flags.requests));
  const against = { written: flags.against, fromMergeBase: flags.mergeBase === true };
  return withOldState(root, against, options, async ({ label, ...before }) => {
    const difference = await differenceOf({ before, now: now.state }, { recorded, today: new Date() });
    print(terminal, flags, difference, { label, recorded: recorded.length });
    return countsOf(difference).breaking > 0 ? 1 : 0;
  });
}

interface Subject {
  readonly label: string;
  /** The number of recorded requests. */
  readonly recorded: number;
}

function print(terminal: Terminal, flags: DiffFlags, difference: Difference, { label, recorded }: Subject): void {
  const counts = countsOf(difference);
  if (flags.json) {
    const ok = counts.breaking === 0;
    printJson(terminal, { command: 'diff', ok, against: label, ...counts, recorded, ...difference });
  } else if (flags.markdown) terminal.print(markdownOf(difference, label).trimEnd());
  else {
    for (const line of renderDifference(difference, label, terminal)) terminal.print(line);
    for (const note of renderNotes(difference)) terminal.report(note);
  }
}
