import type { Reach } from '../../permissions/reach.js';
import { type Schema, textSchema } from '../schema.js';
import { securityOf } from '../security.js';

/** The action that a caller needs for an operation. */
interface Action {
  readonly type: string;
  readonly action: string;
}

type Method = 'get' | 'post' | 'put' | 'delete';

export interface Operation extends Action {
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly parameters?: readonly Schema[];
  readonly body?: Schema;
  readonly responses: Schema;
}

type Rest = Pick<Operation, 'parameters' | 'body' | 'responses'>;

/**
 * Describes operations of one type. The ids of operations are the actions that permissions name; `tag` keeps equal
 * actions apart.
 */
export function operationsFor(type: string, tag = type) {
  return (action: string, method: Method, path: string, summary: string, rest: Rest): Operation => {
    return { type, tag, id: `${tag}.${action}`, action, method, path, summary, ...rest };
  };
}

/** The operations that the role of the document may call, by path and method. */
export function operationPaths(operations: readonly Operation[], reach: Reach): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const operation of operations) {
    const { path, method, id, tag, summary, type, action, parameters = [], body, responses } = operation;
    if (!reach.may(type, action)) continue;
    (paths[path] ??= {})[method] = {
      operationId: id,
      tags: [tag],
      summary,
      security: securityOf(reach, type, action),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined ? {} : { requestBody: body }),
      responses,
    };
  }
  return paths;
}

export const noContent: Schema = { '204': { description: 'Done. There is no body.' } };

export function jsonBody(schema: Schema, required = true): Schema {
  return { required, content: { 'application/json': { schema } } };
}

/** `version`: the answer has an ETag. */
export function answer(description: string, schema: Schema, options: { readonly etag?: boolean } = {}): Schema {
  const headers = options.etag === true ? { headers: { ETag: { schema: textSchema } } } : {};
  return { description, ...headers, content: { 'application/json': { schema } } };
}
