import { rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import type { Plan } from './plan.js';
import { type WriteRecord, hashOf, saveRecord } from './record.js';
import { replaceFile } from '../files/replace-file.js';

/** Carries out a plan: writes files, deletes files, then saves the record. */
export async function applyPlan(root: string, output: string, plan: Plan): Promise<void> {
  const record = new Map<string, string>();
  for (const step of plan.steps) {
    if (step.action === 'delete') continue;
    if (step.action !== 'keep') await replaceFile(resolve(root, step.path), step.content);
    record.set(step.path, hashOf(step.content));
  }
  for (const step of plan.steps) {
    if (step.action !== 'delete') continue;
    await rm(join(root, step.path));
    await removeEmptyFolders(join(root, dirname(step.path)), join(root, output));
  }
  await saveRecord(root, record satisfies WriteRecord);
}

async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  if (folder === top || !folder.startsWith(top)) return;
  try {
    await rmdir(folder);
  } catch {
    // The folder is not empty.
    return;
  }
  await removeEmptyFolders(dirname(folder), top);
}
