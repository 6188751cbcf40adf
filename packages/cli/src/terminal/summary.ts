import pc from 'picocolors';

import type { ContentModel } from '../model/model.js';
import type { Counts, Plan } from '../write/index.js';

const shownFiles = 20;

/** `4 content types, 3 components` */
export function countTypes({ contentTypes, components }: ContentModel): string {
  return `${plural(contentTypes.length, 'content type')}, ${plural(components.length, 'component')}`;
}

/** `12 written, 30 unchanged, 1 removed` */
export function renderCounts({ written, unchanged, removed }: Counts, dryRun: boolean): string {
  return dryRun
    ? `${written} to write, ${unchanged} unchanged, ${removed} to remove`
    : `${written} written, ${unchanged} unchanged, ${removed} removed`;
}

/** A line per changed file. Without `all`, only the first ones. */
export function renderSteps(
  plan: Plan,
  options: { readonly color: boolean; readonly all: boolean },
): readonly string[] {
  const paint = pc.createColors(options.color);
  const verbs = {
    create: paint.green('create'),
    update: paint.yellow('update'),
    delete: paint.red('remove'),
    keep: 'keep',
  };
  const changed = plan.steps.filter(({ action }) => action !== 'keep');
  const shown = options.all ? changed : changed.slice(0, shownFiles);
  const rest = changed.length - shown.length;
  return [
    ...shown.map(({ action, path }) => `  ${verbs[action]}  ${path}`),
    ...(rest > 0 ? [`  … and ${plural(rest, 'more file')}`] : []),
  ];
}

/** Colours a unified diff as git does. */
export function paintDiff(diff: string, color: boolean): string {
  const paint = pc.createColors(color);
  return diff.replace(/^.*$/gm, (line) => {
    if (/^(---|\+\+\+) /.test(line)) return paint.bold(line);
    if (line.startsWith('@@')) return paint.cyan(line);
    if (line.startsWith('+')) return paint.green(line);
    return line.startsWith('-') ? paint.red(line) : line;
  });
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
