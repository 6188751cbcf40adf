import type { Executor } from '../../database/index.js';
import { refuseForeignOwners } from './owners.js';
import { type Written, isFinal, isFirstVersion } from './stages.js';
import { registerEntryValues, registerSharedValues } from '../checks/entry-unique.js';
import { checkRequiredLists } from '../checks/requirements.js';

/** Checks that depend on the written rows; an error rolls the transaction back. */
export async function verifyDocument(executor: Executor, written: Written): Promise<void> {
  const { request, target, changes, rows, relations, sibling, values, step } = written;
  await refuseForeignOwners(executor, written, relations.inverses);
  if (!isFinal(request) || !step.isLast) return;
  await registerEntryValues(executor, target, values, request.mayRepeat);
  if (sibling !== undefined) await registerSharedValues(executor, target, request.mayRepeat);
  await checkRequiredLists(executor, target, changes, rows.edit, values, { isFirst: isFirstVersion(written) });
}
