import type { Caller, Scope } from '../content/index.js';
import type { CommitWork, Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import type { Status } from '../shape/index.js';
import { type ChangeRow, insertText } from './insert.js';

/**
 * `related`: a write of another document has changed a relation that this document shows. The other events are named
 * after what happened to the document itself.
 */
export type ChangeEvent = 'created' | 'updated' | 'published' | 'unpublished' | 'discarded' | 'deleted' | 'related';

/** What a write has done to one document. */
export interface Change {
  readonly event: ChangeEvent;
  readonly documentId: string;
  /** Absent if the change is not about one locale. */
  readonly locale?: string | undefined;
  readonly status?: Status;
  /** The counter of the version after the change. */
  readonly version?: number;
  /** What was deleted. */
  readonly before?: unknown;
}

/** Takes the changes of a write. A symbol, so that every copy of an executor keeps it. */
const NOTE: unique symbol = Symbol('note');

interface NotingExecutor extends Executor {
  readonly [NOTE]?: (model: AnyModel, change: Change) => void;
}

/** The executor of a write whose changes are logged as those of the caller; the same executor without `events`. */
export function noting({ content, caller, requestId }: Scope, executor: Executor): Executor {
  const { events } = content.settings;
  if (events === undefined) return executor;
  const batch = batchOf(executor);
  const origin = { ...callerColumns(caller), requestId };
  const noted: NotingExecutor = {
    ...executor,
    [NOTE]: ({ name }, change) => {
      if (events.types?.includes(name) === false) return;
      batch.push({ type: name, ...change, ...origin });
    },
  };
  return noted;
}

/** Whether changes of this write are logged. */
export function isNoting(executor: Executor): boolean {
  const noted: NotingExecutor = executor;
  return noted[NOTE] !== undefined;
}

export function noteChange(executor: Executor, model: AnyModel, change: Change): void {
  const noted: NotingExecutor = executor;
  noted[NOTE]?.(model, change);
}

/** The changes of a transaction, which one statement writes just before the commit. */
const batches = new WeakMap<CommitWork, ChangeRow[]>();

function batchOf({ commitWork }: Executor): ChangeRow[] {
  if (commitWork === undefined) throw new Error('Changes can only be logged inside a transaction');
  const known = batches.get(commitWork);
  if (known !== undefined) return known;
  const batch: ChangeRow[] = [];
  batches.set(commitWork, batch);
  commitWork.add(() => insertText(batch));
  return batch;
}

type CallerColumns = Pick<ChangeRow, 'caller' | 'callerId' | 'role'>;

/** Tokens of the code itself: `asSystem` of documents, and writes that the runtime makes for a user. */
const OWN_TOKENS: readonly string[] = ['system', 'runtime'];

function callerColumns(caller: Caller): CallerColumns {
  if (caller.kind === 'token')
    return OWN_TOKENS.includes(caller.id) ? { caller: 'system' } : { caller: 'token', callerId: caller.name };
  const { role, user } = caller;
  return user === undefined ? { caller: 'role', role } : { caller: 'user', callerId: user.documentId, role };
}
