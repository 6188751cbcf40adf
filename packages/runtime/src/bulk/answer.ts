import { ContentError, errorBody } from '../errors/index.js';
import type { Answer } from '../read/index.js';
import type { Bulk, BulkOptions, ItemResult } from './bulk.js';

/** The most problems of one item that answers list, because a thousand items may have many problems each. */
const MAX_LISTED = 3;

/** In characters, of the errors of all items. Beyond this length, the errors of further items are short. */
const MAX_ERRORS_LENGTH = 200_000;
const MAX_SHORT_MESSAGE = 200;

/** The error of one item as answers show the error. The message has the number of problems. */
function itemErrorBody(error: ContentError): object {
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
  #left = MAX_ERRORS_LENGTH;
  readonly #errors: object[] = [];

  /** Returns the error of the item as the answer shows it. */
  add(index: number, result: ItemResult): object | undefined {
    if ('json' in result) {
      this.#succeeded += 1;
      return undefined;
    }
    const error = this.#shown(result.error);
    this.#errors.push({ index, ...error });
    return error;
  }

  #shown(error: ContentError): object {
    const { status, name, message } = error;
    if (this.#left < 0) return { status, name, message: message.slice(0, MAX_SHORT_MESSAGE), details: {} };
    const shown = itemErrorBody(error);
    this.#left -= JSON.stringify(shown).length;
    return shown;
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
