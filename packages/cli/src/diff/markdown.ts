import type { Difference, FoundChange } from './diff.js';
import { countText, countsOf, isAllowed, notesOn } from './report.js';

/** Marks the comment, so that the next run finds and updates it. */
const MARK = '<!-- content-gen diff -->';

/** More would not fit into a comment: GitHub allows 65,536 characters. */
const MOST_CHANGES = 60;

/** The difference as a comment of a pull request. */
export function markdownOf(difference: Difference, label: string): string {
  const { changes } = difference;
  const counts = countsOf(difference);
  const part = (severity: FoundChange['severity']) =>
    changes.filter((change) => change.severity === severity && !isAllowed(change));
  const lines = [
    MARK,
    `### ${title(difference)}`,
    '',
    `Compared with ${escaped(label)}: ${countText(counts)}.`,
    ...section('Breaking', part('breaking')),
    ...section('Dangerous', part('dangerous')),
    ...folded('Allowed', changes.filter(isAllowed)),
    ...folded('Safe', part('safe')),
    ...notesOn(difference).map((note) => `\n> ${escaped(note)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function title(difference: Difference): string {
  const { breaking, dangerous } = countsOf(difference);
  if (breaking > 0) return 'This change breaks clients, roles or the database';
  if (dangerous > 0) return 'Nothing breaks, and a reviewer should look at this';
  return difference.changes.length === 0 ? 'No change for clients, roles or the database' : 'Nothing breaks';
}

function section(name: string, changes: readonly FoundChange[]): readonly string[] {
  return changes.length === 0 ? [] : ['', `#### ${name}`, '', ...items(changes)];
}

function folded(name: string, changes: readonly FoundChange[]): readonly string[] {
  if (changes.length === 0) return [];
  return ['', '<details>', `<summary>${name} (${changes.length})</summary>`, '', ...items(changes), '', '</details>'];
}

function items(changes: readonly FoundChange[]): readonly string[] {
  const rest = changes.length - MOST_CHANGES;
  return [
    ...changes.slice(0, MOST_CHANGES).map(item),
    ...(rest > 0 ? [`- … and ${rest} more; run \`content-gen diff\` to see them`] : []),
  ];
}

function item(change: FoundChange): string {
  const { code, file, line, isOld, message, advice, requests, recorded, allowed } = change;
  const place = `${inCode(`${file}:${line}`)}${isOld ? ' (before)' : ''}`;
  return [
    `- **${code}** ${place}: ${escaped(message)}`,
    ...(advice === undefined ? [] : [`  Instead: ${escaped(advice)}`]),
    ...(requests.length === 0 ? [] : [`  Requests: ${shortened(requests).map(inCode).join(', ')}`]),
    ...(recorded.length === 0
      ? []
      : [`  **Recorded requests that it affects: ${recorded.length}**, such as ${inCode(recorded[0] ?? '')}`]),
    ...(allowed === undefined ? [] : [`  Allowed until ${allowed.until}: ${escaped(allowed.reason)}`]),
  ].join('  \n');
}

function shortened(requests: readonly string[]): readonly string[] {
  return requests.length <= 8 ? requests : [...requests.slice(0, 8), `${requests.length - 8} more`];
}

function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ').slice(0, 300)}\``;
}

/** Names and values come from the pull request: they must not become links, mentions or HTML. */
function escaped(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').slice(0, 1_000);
  return plain.replaceAll(/[\\`*_[\]<>&@#|~]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
