import type { Literal } from '../model/model.js';
import { type Schema, listOf, open, ref, textSchema } from './schema.js';

/** Every error has this form. */
export const errorSchemas: Schema = {
  error: open(
    {
      data: { type: 'null' },
      error: open(
        {
          status: { type: 'integer' },
          name: { type: 'string', description: 'For example ValidationError.' },
          message: textSchema,
          details: ref('errorDetails'),
        },
        ['status', 'name', 'message'],
      ),
    },
    ['data', 'error'],
  ),
  errorDetails: open({
    key: { type: 'string', description: 'The name that is wrong.' },
    path: { description: 'Where it stands.' },
    source: { type: 'string', enum: ['query', 'body'] },
    param: { type: 'string', description: 'The parameter that contains it.' },
    params: listOf(textSchema, { description: 'The parameters that can ask for less.' }),
    errors: listOf(ref('problem')),
  }),
  problem: open({ path: listOf({}), message: textSchema, name: textSchema, value: {} }, ['path', 'message']),
};

const described = {
  '400': ['BadRequest', 'Something in the request is wrong; the message names it.'],
  '401': ['Unauthorized', 'The credentials are missing, unknown or expired.'],
  '403': ['Forbidden', 'The caller may not do this.'],
  '404': ['NotFound', 'There is nothing at this path for the caller.'],
  '412': ['PreconditionFailed', 'The document has changed since the version of If-Match.'],
  '413': ['PayloadTooLarge', 'The body is too large.'],
  '415': ['UnsupportedMediaType', 'The encoding of the body is not supported.'],
  '429': ['TooManyRequests', 'Too many attempts; Retry-After says when to try again.'],
  default: ['UnexpectedError', 'The server, or its database, cannot answer now.'],
} as const;

type ErrorStatus = keyof typeof described;

export const errorResponses: Schema = Object.fromEntries(
  Object.entries(described).map(([status, [name, description]]): [string, Literal] => {
    const wait = ['429', 'default'].includes(status);
    const retry = { 'Retry-After': { schema: textSchema, description: 'In seconds.' } };
    const content = { 'application/json': { schema: ref('error') } };
    return [name, { description, ...(wait ? { headers: retry } : {}), content }];
  }),
);

/** The errors that an operation can answer, besides those of every operation. */
export function errors(...statuses: readonly ErrorStatus[]): Schema {
  const all: readonly ErrorStatus[] = ['400', '401', '403', ...statuses, 'default'];
  return Object.fromEntries(all.map((status) => [status, ref(described[status][0], 'responses')]));
}
