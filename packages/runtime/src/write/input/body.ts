import { ValidationError } from '../../errors/index.js';
import { type Path, problemsError, typeProblem } from './problems.js';
import { isTooDeep } from './values/depth.js';

export type Data = Readonly<Record<string, unknown>>;

/** The `data` of a body: an object, whatever is in it. Other keys beside it do not matter. */
export function readData(body: unknown): Data {
  const data = isObject(body) ? body.data : undefined;
  if (typeof data !== 'object' || data === null) {
    throw new ValidationError('Missing "data" payload in the request body');
  }
  if (isTooDeep(data)) throw new ValidationError('The request body is nested too deeply');
  if (Array.isArray(data)) {
    const root: Path = [];
    throw problemsError([typeProblem(root, 'object', null, data)]);
  }
  return data as Data;
}

export function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
