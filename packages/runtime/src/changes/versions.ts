import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import type { Status } from '../shape/index.js';
import { type Param, run } from '../sql/index.js';
import { type Change, isNoting, noteChange } from './note.js';

/** The versions `o` that an UPDATE has changed, as a list of columns behind RETURNING. */
const CHANGED = 'o.document_id as "documentId", o.locale, o.cg_status as status, o.cg_version as version';

interface ChangedVersion {
  readonly documentId: string;
  readonly locale: string;
  readonly status: Status;
  readonly version: number;
}

/**
 * Runs a statement that ends with an UPDATE of versions, whose alias is `o`, and notes a change of each. Without `events`
 * the statement stays as it is.
 */
export async function updateVersions(
  executor: Executor,
  model: AnyModel,
  event: Change['event'],
  update: (param: Param) => string,
): Promise<void> {
  if (!isNoting(executor)) return void (await run(executor, update));
  const changed = await run<ChangedVersion>(executor, (param) => `${update(param)} returning ${CHANGED}`);
  noteVersions(executor, model, event, changed);
}

/** Notes a change of each version. */
export function noteVersions(
  executor: Executor,
  model: AnyModel,
  event: Change['event'],
  versions: readonly Omit<Change, 'event'>[],
): void {
  for (const version of versions) noteChange(executor, model, { event, ...version });
}
