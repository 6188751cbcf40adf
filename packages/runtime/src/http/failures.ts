import type { Context, ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import {
  DISK_FULL,
  LOCK_NOT_AVAILABLE,
  READ_ONLY,
  SEQUENCE_ENDED,
  codeOf,
  isConnectionFailure,
} from '../database/index.js';
import { ContentError, ValidationError, errorHeaders, errorText, writeLog } from '../errors/index.js';
import type { ContentEnv } from './context.js';
import { giveHeaders } from './answers.js';
import { RefusalLog } from './refusal-log.js';

const refusals = new RefusalLog(writeLog);

/**
 * Answers errors in one format, in an app with any variables. An unexpected error is logged with the id of the request,
 * and hidden from the client.
 */
export const answerError: ErrorHandler = (error, c) => errorResponse(c, failureOf(c, error));

/** The error that a client sees for any error. */
export function failureOf(c: Context<ContentEnv>, error: unknown): ContentError {
  const failure = error instanceof Error ? error : new Error(String(error));
  const known = asContentError(failure, c.req.method);
  if (known.status === 500) logFailure(c, failure);
  else if (known.status > 500 || known !== failure) refusals.add({ ...entryOf(c, failure), reason: known.message });
  return known;
}

/** The status of the answer to a request that failed with an error. */
export function errorStatus(error: unknown, method: string): number {
  return error instanceof Error ? asContentError(error, method).status : 500;
}

export function errorResponse(c: Context<ContentEnv>, error: ContentError): Response {
  const { status } = error;
  giveHeaders(c);
  for (const [name, value] of Object.entries(errorHeaders(error))) c.header(name, value);
  // Errors have no status without a body, such as 204 and 304.
  return c.body(errorText(error), status as ContentfulStatusCode);
}

function asContentError(error: Error, method: string): ContentError {
  if (error instanceof ContentError) return error;
  const code = codeOf(error);
  if (code === '57014') return unavailable('The request took too long and was cancelled');
  if (code === DISK_FULL) return unavailable('The database has no room left on its disk');
  // Class 53: the server is out of resources.
  if (isConnectionFailure(error) || code.startsWith('53')) return unavailable('The database cannot be reached');
  if (code === READ_ONLY) return unavailable('The database takes no writes at the moment');
  if (code === SEQUENCE_ENDED) {
    return unavailable('The table has no more ids for new rows. Its operator has to widen them; see the log');
  }
  if (code === LOCK_NOT_AVAILABLE || code === '40001' || code === '40P01') {
    return unavailable('Others are writing the same documents; try again');
  }
  // A table, a column or a type of the generated code does not exist: the migration of this version is missing.
  if (['42P01', '42703', '42704', '42883'].includes(code)) {
    return unavailable('The database has another schema than this version of the application. Apply its migrations');
  }
  // The request passed all checks, but the database refuses the statement: still an error of the client.
  if (code.startsWith('54')) return new ValidationError('The request is too complex for the database');
  if (code.startsWith('22') && (method === 'GET' || method === 'HEAD'))
    return new ValidationError('The request contains a value that the database cannot work with');
  return new ContentError(500, 'InternalServerError', 'Internal Server Error', null);
}

function unavailable(message: string): ContentError {
  return new ContentError(503, 'ServiceUnavailableError', message, null);
}

function logFailure(c: Context<ContentEnv>, error: Error): void {
  writeLog({ level: 'error', ...entryOf(c, error), stack: error.stack });
}

function entryOf(c: Context<ContentEnv>, { message }: Error) {
  return { requestId: c.get('headers')?.['X-Request-Id'], method: c.req.method, path: c.req.path, message };
}
