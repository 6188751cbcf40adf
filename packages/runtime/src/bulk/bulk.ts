import type { Scope } from '../content/index.js';
import { ContentError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { type Query, tooLargeAnswer } from '../read/index.js';
import { inTransaction, lockAhead } from '../write/index.js';
import { Deadline } from './deadline.js';
import { type ItemFailure, errorAt, errorOfAll } from './error.js';
import { type BulkItem, type ReadItem, itemReader } from './item.js';
import { type BulkRequest, readBulk } from './request.js';

/** The outcome of one item: the JSON of its document, or its error. */
export type ItemResult = { readonly json: string } | { readonly error: ContentError };

export interface BulkOptions {
  /**
   * Runs after each item of an atomic bulk, before the commit. `done` starts again with 1 if the transaction is
   * repeated.
   */
  readonly onProgress?: (done: number) => void;
  /** Runs when the outcome of an item is final. */
  readonly onResult: (index: number, result: ItemResult) => Promise<void> | void;
  /**
   * The error that stands for an unexpected error in the outcome of an item; without it, unexpected errors are thrown.
   */
  readonly explain?: (error: unknown) => ContentError;
  /** Each result is sent at once, so their sum has no limit. */
  readonly streams?: boolean;
}

/** A bulk whose rights, query and list are checked. In an atomic bulk, no item has problems of its own. */
export interface Bulk {
  readonly total: number;
  run(options: BulkOptions): Promise<void>;
}

export async function prepareBulk(scope: Scope, model: AnyModel, body: unknown, query: Query): Promise<Bulk> {
  const deadline = new Deadline(scope, query.text !== undefined);
  const request = readBulk(scope, model, body, query);
  const read = itemReader(scope, model, request.action, request.query);
  const total = request.items.length;
  if (!request.atomic) {
    if (scope.content.database.joined === true) {
      throw new ValidationError('atomic=false needs transactions of its own, but the call is part of one');
    }
    return { total, run: (options) => runEach({ scope, model, request, deadline }, read, options) };
  }
  const items = await readAll(request, read, deadline);
  return { total, run: (options) => runAtomic({ scope, model, request, deadline }, items, options) };
}

interface Run {
  readonly scope: Scope;
  readonly model: AnyModel;
  readonly request: BulkRequest;
  readonly deadline: Deadline;
}

/** Enough for a person; each item with problems costs statements. */
const MAX_FAILED_ITEMS = 100;

async function readAll({ items }: BulkRequest, read: ReadItem, deadline: Deadline): Promise<readonly BulkItem[]> {
  const found: BulkItem[] = [];
  const failures: ItemFailure[] = [];
  for (const [index, item] of items.entries()) {
    deadline.check();
    try {
      found.push(await read(item));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      if (failures.push({ index, error }) === MAX_FAILED_ITEMS) break;
    }
  }
  if (failures.length > 0) throw errorOfAll(failures);
  return found;
}

async function runAtomic(
  { scope, model, request, deadline }: Run,
  items: readonly BulkItem[],
  { onProgress, onResult }: BulkOptions,
): Promise<void> {
  let at: number | undefined;
  const write = inTransaction(deadline.limited(scope), model, undefined, async (executor) => {
    at = undefined;
    await lockAhead(executor, scope.content, model, items, request.action === 'delete' ? 'update' : 'no key update');
    const fits = byteBudget(scope);
    const shown: string[] = [];
    for (const [index, item] of items.entries()) {
      at = index;
      deadline.check();
      shown.push(fits(await item.write(executor)));
      onProgress?.(index + 1);
    }
    return shown;
  });
  const shown = await write.catch((cause: unknown) => {
    const error = deadline.explain(cause);
    throw at !== undefined && error instanceof ContentError ? errorAt(at, error) : error;
  });
  for (const [index, json] of shown.entries()) await onResult(index, { json });
}

/** Each item is a transaction of its own. */
async function runEach(
  { scope, model, request: { items }, deadline }: Run,
  read: ReadItem,
  { onResult, explain, streams = false }: BulkOptions,
): Promise<void> {
  const fits = streams ? (json: string) => json : byteBudget(scope);
  for (const [index, sent] of items.entries()) {
    const failure = await Promise.resolve()
      .then(() => deadline.check())
      .then(() => read(sent))
      .then((item) =>
        inTransaction(deadline.limited(scope), model, undefined, async (executor) => fits(await item.write(executor))),
      )
      .then(
        async (json) => void (await onResult(index, { json })),
        (error: unknown) => failureOf(deadline.explain(error), explain),
      );
    if (failure === undefined) continue;
    await onResult(index, { error: errorAt(index, failure) });
    // The next items would fail as well, and slowly: the database is away, or the client.
    if (failure.status >= 499) return skip(items.length, index, onResult);
  }
}

function failureOf(error: unknown, explain: BulkOptions['explain']): ContentError {
  if (error instanceof ContentError) return error;
  if (explain === undefined) throw error;
  return explain(error);
}

async function skip(total: number, failed: number, onResult: BulkOptions['onResult']): Promise<void> {
  for (let index = failed + 1; index < total; index++) {
    const message = `Not tried, because data[${failed}] failed with an error of the server`;
    const error = new ContentError(503, 'ServiceUnavailableError', message, {});
    await onResult(index, { error: errorAt(index, error) });
  }
}

/** Refuses the document that makes the answer too large, before it is committed. */
function byteBudget(scope: Scope): (json: string) => string {
  let left = scope.content.settings.api.rest.maxResponseBytes;
  return (json) => {
    const size = Buffer.byteLength(json);
    if (size > left) throw tooLargeAnswer(scope);
    left -= size;
    return json;
  };
}
