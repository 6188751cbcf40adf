import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { type Plan, planWrites } from './plan.js';
import { readRecord } from './record.js';
import { type OutputEntry, unixLines } from './snapshot.js';

/** A plan with one more file, which may be outside of the output folder. No other file of its folder is looked at. */
export async function withFile(
  root: string,
  plan: Plan,
  { path, content }: { readonly path: string; readonly content: string },
): Promise<Plan> {
  const name = basename(path);
  const entry = entryAt(resolve(root, path));
  const own = planWrites({
    output: dirname(path),
    files: [{ path: name, content }],
    snapshot: new Map(entry === undefined ? [] : [[name, entry]]),
    record: await readRecord(root),
  });
  return { steps: [...plan.steps, ...own.steps], conflicts: [...plan.conflicts, ...own.conflicts] };
}

/** A link is `other`, because writing through it would change a file elsewhere. */
function entryAt(path: string): OutputEntry | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isFile() ? { kind: 'file', content: unixLines(readFileSync(path, 'utf8')) } : { kind: 'other' };
}
