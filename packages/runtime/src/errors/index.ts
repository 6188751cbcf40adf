export { type LogEntry, writeLog } from './log.js';

/** An error with an answer: what the client did wrong, or what the server cannot do right now. */
export class ContentError extends Error {
  constructor(
    readonly status: number,
    override readonly name: string,
    message: string,
    /** `null`: the error object has no `details`. */
    readonly details: unknown = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** In characters. A text that a client has sent, such as a key, is named and not repeated. */
const MAX_TEXT = 1_000;

/** An error as answers show it. */
export function errorBody({ status, name, message, details }: ContentError): object {
  return { status, name, message: shortened(message), ...(details === null ? {} : { details: shortened(details) }) };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
}

export class ValidationError extends ContentError {
  constructor(message: string, details: unknown = {}) {
    super(400, 'ValidationError', message, details);
  }
}

/** More than one request may ask for. */
export class LimitError extends ValidationError {}

export class ForbiddenError extends ContentError {
  constructor(message = 'Forbidden') {
    super(403, 'ForbiddenError', message);
  }
}

export class NotFoundError extends ContentError {
  constructor(message = 'Not Found') {
    super(404, 'NotFoundError', message);
  }
}

export type InvalidKeySource = 'query' | 'body';

/** A key that is unknown, private or not allowed where it stands. */
export function invalidKey(
  key: string,
  at: { readonly source: InvalidKeySource; readonly param: string; readonly path: string | null },
  message = at.path !== null && at.path !== key ? `Invalid key ${key} at ${at.path}` : `Invalid key ${key}`,
): ValidationError {
  return new ValidationError(message, { key, path: at.path, source: at.source, param: at.param });
}
