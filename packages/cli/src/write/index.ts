import { join } from 'node:path';

import { type Plan, planWrites } from './plan.js';
import { heldByGit } from './git.js';
import { hashOf, readRecord } from './record.js';
import { takeSnapshot } from './snapshot.js';

export { applyPlan } from './apply.js';
export { withFile } from './outside.js';
export { conflictDiagnostics, diskDiagnostic } from './conflicts.js';
export { type Conflict, type Counts, type Plan, type FileStep, countSteps } from './plan.js';

interface Destination {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The folder of the generated code, relative to the root. */
  readonly output: string;
}

/** Plans the writes from the files, the disk and the record of the last write. */
export async function planFor(
  { root, output }: Destination,
  files: readonly { readonly path: string; readonly content: string }[],
): Promise<Plan> {
  const snapshot = takeSnapshot(join(root, output));
  const record = await readRecord(root);
  const plan = planWrites({ output, files, snapshot, record });

  const edited = new Set(plan.conflicts.filter(({ kind }) => kind === 'edited').map(({ path }) => path));
  if (edited.size === 0) return plan;
  const suspects = plan.steps.flatMap((step) => ('before' in step && edited.has(step.path) ? [step] : []));
  const held = await heldByGit(
    root,
    suspects.map(({ before }) => before),
  );
  const known = suspects
    .filter(({ before }) => held.has(before))
    .map(({ path, before }) => [path, hashOf(before)] as const);
  return planWrites({ output, files, snapshot, record: new Map([...record, ...known]) });
}
