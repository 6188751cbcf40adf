import type { ImportReport, ImportProblem } from '../transfer/import/report.js';

/** As many lines of one kind as a reader takes in; `--json` has more. */
const SHOWN = 10;

export function renderImport(report: ImportReport, dryRun: boolean): readonly string[] {
  const { source, types, files, links, changedHere, changedHereCount, notes, problemCount } = report;
  const rows = Object.entries(types).map(([name, counts]) => [
    name,
    counts.read,
    counts.written,
    counts.unchanged,
    counts.skipped,
  ]);
  if (files.read > 0) rows.push(['file', files.read, files.written, files.unchanged, files.skipped]);
  return [
    dryRun ? `${source}: a dry run, nothing was written.` : `Imported ${source}.`,
    '',
    ...table([['versions of', 'read', 'written', 'unchanged', 'skipped'], ...rows]),
    '',
    `${links.read} relations, ${links.dropped} dropped.`,
    ...notes,
    ...list(
      `${changedHereCount} documents and files were left alone (use --overwrite to replace them):`,
      changedHere,
      (one) => `${one.type} ${one.documentId}: ${one.reason}`,
    ),
    ...problemLines(report.problems, problemCount),
  ];
}

const TITLES = {
  skipped: 'Skipped',
  dropped: 'Came in without a value or link',
  kept: 'Came in as they are, although a write would refuse them',
} as const;

function problemLines(problems: readonly ImportProblem[], count: number): readonly string[] {
  if (count === 0) return ['No problems.'];
  const lines = (['skipped', 'dropped', 'kept'] as const).flatMap((effect) =>
    list(
      `${TITLES[effect]}:`,
      problems.filter((problem) => problem.effect === effect),
      problemLine,
    ),
  );
  return [...lines, `${count} problems.`];
}

function problemLine({ type, documentId, locale, status, attribute, message }: ImportProblem): string {
  const version = [locale, status].filter((part) => part !== undefined && part !== '').join(', ');
  const at = attribute === undefined ? '' : ` ${attribute}`;
  const document = documentId === undefined ? '' : ` ${documentId}`;
  return `${type}${document}${version === '' ? '' : ` (${version})`}${at}: ${message}`;
}

function list<T>(title: string, items: readonly T[], lineOf: (item: T) => string): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`  … and ${items.length - SHOWN} more, with --json`] : [];
  return [title, ...items.slice(0, SHOWN).map((item) => `  ${lineOf(item)}`), ...more];
}

function table(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const texts = rows.map((row) => row.map(String));
  const widths = texts[0]?.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0))) ?? [];
  return texts.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
