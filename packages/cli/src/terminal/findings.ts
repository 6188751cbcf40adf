import pc from 'picocolors';

import type { Findings } from '../doctor/finding.js';
import { plural } from './summary.js';

/** One line per finding, and what to do below it. */
export function renderFindings(findings: Findings, options: { readonly color: boolean }): readonly string[] {
  const paint = pc.createColors(options.color);
  const marks = {
    ok: paint.green('ok     '),
    note: paint.dim('note   '),
    warning: paint.yellow('warning'),
    error: paint.red('error  '),
  };
  const lines = findings.flatMap(({ level, subject, message, hint }) => [
    `${marks[level]}  ${subject.padEnd(13)}  ${message}`,
    ...(hint === undefined ? [] : [`${' '.repeat(24)}${paint.dim(hint)}`]),
  ]);
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  return [...lines, '', `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}.`];
}
