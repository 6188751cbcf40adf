import { ValidationError } from '../../errors/index.js';
import { isTooDeep } from '../../model/index.js';
import { problemsError, typeProblem } from './problems.js';

export type Data = Readonly<Record<string, unknown>>;

/** The `data` of a body. Strapi ignores other keys beside `data`. */
export function dataIn(body: unknown): unknown {
  return isObject(body) ? body.data : undefined;
}

/** Data must be an object, and not nested too deeply for recursion. */
export function readData(data: unknown): Data {
  if (typeof data !== 'object' || data === null) {
    throw new ValidationError('Missing "data" payload in the request body');
  }
  if (isTooDeep(data)) throw new ValidationError('The request body is nested too deeply');
  if (!isObject(data)) throw problemsError([typeProblem([], 'object', null, data)]);
  return data;
}

export function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
