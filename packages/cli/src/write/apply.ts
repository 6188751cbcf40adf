import { resolve } from 'node:path';

import type { Plan } from './plan.js';
import { hashOf, recordFile } from './record.js';
import { writeTogether } from '../files/write-together.js';

/** Carries out a plan, with the record of what was written: all of it or nothing. */
export async function applyPlan(root: string, output: string, plan: Plan): Promise<void> {
  const present = plan.steps.filter((step) => step.action !== 'delete');
  const record = new Map(present.map(({ path, content }) => [path, hashOf(content)]));
  await writeTogether(root, {
    writes: [...present.filter(({ action }) => action !== 'keep'), ...(await recordFile(root, record))],
    deletes: plan.steps.filter(({ action }) => action === 'delete').map(({ path }) => path),
    top: resolve(root, output),
  });
}
