import { createTwoFilesPatch } from 'diff';

import type { FileStep } from './plan.js';

/** The change of a step as a unified diff. Empty if it changes nothing. */
export function diffOf(step: FileStep): string {
  if (step.action === 'keep') return '';
  const before = step.action === 'create' ? '' : step.before;
  const after = step.action === 'delete' ? '' : step.content;
  const from = step.action === 'create' ? '/dev/null' : `a/${step.path}`;
  const to = step.action === 'delete' ? '/dev/null' : `b/${step.path}`;
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, '');
}
