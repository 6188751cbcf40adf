import pc from 'picocolors';

import type { Difference, FoundChange } from '../diff/diff.js';
import { countText, countsOf, isAllowed, notesOn } from '../diff/report.js';

/** The changes below each other: place, kind and text, then what to do and the affected requests. */
export function renderDifference(
  difference: Difference,
  label: string,
  options: { readonly color: boolean },
): readonly string[] {
  const paint = pc.createColors(options.color);
  const { changes } = difference;
  if (changes.length === 0) return [`Clients, roles and the database notice no change since ${label}.`];
  return [
    ...changes.flatMap((change) => renderChange(change, paint)),
    '',
    `Compared with ${label}: ${countText(countsOf(difference))}.`,
  ];
}

/** What the allowances in the config do not do. */
export function renderNotes(difference: Difference): readonly string[] {
  return notesOn(difference).map((note) => `warning: ${note}`);
}

type Paint = ReturnType<typeof pc.createColors>;

function renderChange(change: FoundChange, paint: Paint): readonly string[] {
  const { file, line, column, isOld, code, message, advice, requests, recorded, allowed } = change;
  const place = `${file}:${line}:${column}${isOld ? ' (before)' : ''}`;
  const more = [
    ...(allowed === undefined ? [] : [`allowed until ${allowed.until}: ${allowed.reason}`]),
    ...(advice === undefined || isAllowed(change) ? [] : [advice]),
    ...(requests.length === 0 || change.severity === 'safe' ? [] : [shortened(requests)]),
    ...(recorded.length === 0 ? [] : [`${recorded.length} recorded: ${recorded.slice(0, 3).join(', ')}`]),
  ];
  return [
    `${labelOf(change, paint)}  ${paint.bold(place)}  ${code}  ${message}`,
    ...more.map((text) => `${' '.repeat(11)}${paint.dim(text)}`),
  ];
}

function labelOf(change: FoundChange, paint: Paint): string {
  const label = (isAllowed(change) ? 'allowed' : change.severity).padEnd(9);
  if (isAllowed(change) || change.severity === 'safe') return paint.dim(label);
  return change.severity === 'breaking' ? paint.red(label) : paint.yellow(label);
}

function shortened(requests: readonly string[]): string {
  const rest = requests.length - 6;
  return [...requests.slice(0, 6), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
