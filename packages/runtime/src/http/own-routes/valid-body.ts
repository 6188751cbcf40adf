import type { Context } from 'hono';

import { ValidationError } from '../../errors/index.js';
import type { StandardIssue, StandardSchemaV1 } from '../../shape/index.js';
import { readBody } from '../bodies.js';
import type { ContentEnv } from '../context.js';

/** The body of a request to a route of your own, checked by a Standard Schema; its issues are a 400 of the API. */
export async function readValid<Output>(
  c: Context<ContentEnv>,
  schema: StandardSchemaV1<unknown, Output> | StandardSchemaV1<never, Output>,
): Promise<Output> {
  return checked(schema, await readBody(c));
}

export async function checked<Output>(
  schema: StandardSchemaV1<unknown, Output> | StandardSchemaV1<never, Output>,
  value: unknown,
  details: { readonly source?: 'query' } = {},
): Promise<Output> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return result.value;
  const errors = result.issues.map(({ message, path = [] }) => ({
    path: path.map(nameOf),
    message,
    name: 'ValidationError',
  }));
  const [first, second] = errors;
  const isOne = first !== undefined && second === undefined;
  throw new ValidationError(isOne ? first.message : `${errors.length} errors occurred`, { ...details, errors });
}

function nameOf(part: NonNullable<StandardIssue['path']>[number]): string {
  return String(typeof part === 'object' ? part.key : part);
}
