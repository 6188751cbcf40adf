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

  /** Hono asks errors for their answer in an app without an error handler, which would answer 500. */
  getResponse(): Response {
    return new Response(errorText(this), { status: this.status, headers: errorHeaders(this) });
  }
}

export function errorHeaders({ status }: ContentError): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
  };
}

/** The body of an answer. */
export function errorText(error: ContentError): string {
  return JSON.stringify({ data: null, error: errorBody(error) });
}

/** In characters. A text that a client has sent, such as a key, is named and not repeated. */
const MAX_TEXT = 1_000;
/** In characters, of all texts in the details. A list of problems ends there. */
const MAX_DETAILS = 30_000;

/** An error as answers show it: short, whatever the client has sent. */
export function errorBody({ status, name, message, details }: ContentError): object {
  const shown = details === null ? {} : { details: shortened(details, { left: MAX_DETAILS }) };
  return { status, name, message: cut(message), ...shown };
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** The room that is left for the texts of the details, in characters. */
interface Room {
  left: number;
}

function shortened(value: unknown, room: Room): unknown {
  if (Array.isArray(value)) return shortenedList(value, room);
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [cut(key), shortened(item, room)]));
  }
  const shown = typeof value === 'string' ? cut(value) : value;
  room.left -= String(shown).length;
  return shown;
}

/** A path, which is a list of names, is not cut where a list of problems is. */
function shortenedList(items: readonly unknown[], room: Room): readonly unknown[] {
  const shown: unknown[] = [];
  for (const item of items) {
    if (room.left < (typeof item === 'object' ? 0 : -MAX_DETAILS)) break;
    shown.push(shortened(item, room));
  }
  return shown;
}

/** A 400: the query or the body is wrong. `details.errors` may name each place. */
export class ValidationError extends ContentError {
  constructor(message: string, details: unknown = {}) {
    super(400, 'ValidationError', message, details);
  }
}

/** More than one request may ask for. */
export class LimitError extends ValidationError {}

/** A 403: the caller lacks a right. */
export class ForbiddenError extends ContentError {
  constructor(message = 'Forbidden') {
    super(403, 'ForbiddenError', message);
  }
}

/** A 403: the request would write a published version, but the caller may write drafts alone. */
export class DraftsOnlyError extends ForbiddenError {
  constructor(type: string) {
    super(`You may write drafts of ${type}, but not publish them: send status=draft`);
  }
}

/** A 404: no such document, or no document that the caller may see. */
export class NotFoundError extends ContentError {
  constructor(message = 'Not Found') {
    super(404, 'NotFoundError', message);
  }
}

type InvalidKeySource = 'query' | 'body';

/** A key that is unknown, private or not allowed where it stands. */
export function invalidKey(
  key: string,
  at: { readonly source: InvalidKeySource; readonly param: string; readonly path: string | null },
  message = at.path !== null && at.path !== key ? `Invalid key ${key} at ${at.path}` : `Invalid key ${key}`,
): ValidationError {
  return new ValidationError(message, { key, path: at.path, source: at.source, param: at.param });
}
