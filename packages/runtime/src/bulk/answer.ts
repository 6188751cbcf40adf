import { ContentError, errorBody } from '../errors/index.js';
import type { Answer } from '../read/index.js';
import type { Bulk, BulkOptions, ItemResult } from './bulk.js';

/** Of one item: there may be a thousand items, each with many problems. */
const MAX_LISTED = 3;

/** The error of one item as answers show it. Its message has the number of its problems. */
export function itemErrorBody(error: ContentError): object {
  const { details } = error;
  const hasErrors = typeof details === 'object' && details !== null && 'errors' in details;
  if (!hasErrors || !Array.isArray(details.errors)) return errorBody(error);
  const { status, name, message } = error;
  const listed = { ...details, errors: details.errors.slice(0, MAX_LISTED) };
  return errorBody(new ContentError(status, name, message, listed));
}

/** Counts the outcomes of items. */
export class BulkTally {
  #succeeded = 0;
  readonly #errors: object[] = [];

  add(index: number, result: ItemResult): void {
    if ('json' in result) this.#succeeded += 1;
    else this.#errors.push({ index, ...itemErrorBody(result.error) });
  }

  /** `meta` of the answer. */
  get meta(): object {
    return { bulk: { succeeded: this.#succeeded, failed: this.#errors.length, errors: this.#errors } };
  }

  /** `meta` of a stream, which has named each error already. */
  get counts(): object {
    return { bulk: { succeeded: this.#succeeded, failed: this.#errors.length } };
  }
}

/** Runs a bulk. The answer has an entry for each item in the order of the request; null stands for an error. */
export async function answerBulk(bulk: Bulk, options: Pick<BulkOptions, 'explain'> = {}): Promise<Answer> {
  const tally = new BulkTally();
  const shown: string[] = [];
  await bulk.run({
    ...options,
    onResult: (index, result) => {
      tally.add(index, result);
      shown.push('json' in result ? result.json : 'null');
    },
  });
  return { body: `{"data":[${shown.join(',')}],"meta":${JSON.stringify(tally.meta)}}` };
}
