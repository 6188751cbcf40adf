import { ContentError, ValidationError } from '../errors/index.js';
import { isObject } from '../write/index.js';

/** The error of an item as the error of the request: its paths begin with the place of the item, `data[3]`. */
export function errorAt(index: number, error: ContentError): ContentError {
  const at = `data[${index}]`;
  const { details } = error;
  const known = isObject(details) ? details : {};
  const path = typeof known['path'] === 'string' ? `${at}.${known['path']}` : at;
  const errors = Array.isArray(known['errors']) ? { errors: problemsAt(index, error) } : {};
  return withCause(sameKind(error, `${at}: ${error.message}`, { ...known, path, ...errors }), error);
}

/** One error for all items that failed before anything was written. */
export function errorOfAll(failures: readonly ItemFailure[]): ContentError {
  const [first] = failures;
  if (first === undefined) throw new Error('There is no failure to report');
  const other = failures.find(({ error }) => !(error instanceof ValidationError));
  if (failures.length === 1 || other !== undefined) {
    const { index, error } = other ?? first;
    return errorAt(index, error);
  }
  const errors = failures.flatMap(({ index, error }) => problemsAt(index, error));
  return withCause(new ValidationError(`${failures.length} items have errors`, { errors }), first.error);
}

export interface ItemFailure {
  readonly index: number;
  readonly error: ContentError;
}

interface ListedProblem {
  readonly path: readonly string[];
  readonly message: unknown;
  readonly name: unknown;
  readonly value?: unknown;
}

function problemsAt(index: number, { details, message, name }: ContentError): readonly ListedProblem[] {
  const at = ['data', String(index)];
  const listed: readonly unknown[] = isObject(details) && Array.isArray(details['errors']) ? details['errors'] : [];
  const problems = listed.filter(isObject).map((problem) => ({
    ...problem,
    path: [...at, ...(Array.isArray(problem['path']) ? problem['path'].map(String) : [])],
    message: problem['message'],
    name: problem['name'],
  }));
  if (problems.length > 0) return problems;
  const path = isObject(details) && typeof details['path'] === 'string' ? details['path'].split('.') : [];
  return [{ path: [...at, ...path], message, name }];
}

/** Code tells validation errors apart by their class. */
function sameKind(error: ContentError, message: string, details: object): ContentError {
  if (error instanceof ValidationError) return new ValidationError(message, details);
  return new ContentError(error.status, error.name, message, details);
}

/** A transaction around the bulk is tried again if the cause asks for it. */
function withCause(error: ContentError, cause: ContentError): ContentError {
  error.cause = cause;
  return error;
}
