import { errors } from '../errors.js';
import { type Schema, listOf, ref, textSchema } from '../schema.js';
import { type Operation, answer, operationsFor } from './operation.js';

/** Locales are part of the config. */
export function localeOperations(prefix: string): readonly Operation[] {
  return [
    operationsFor('locale')('find', 'get', `${prefix}/i18n/locales`, 'List locales', {
      responses: { '200': answer('Locales.', listOf(ref('locale'))), ...errors() },
    }),
  ];
}

/** Paths outside of the prefix, which anybody may call. */
export const serverPaths: Schema = {
  '/_health': {
    get: {
      operationId: 'server.health',
      tags: ['server'],
      summary: 'Check that the server answers',
      security: [{}],
      responses: { '204': { description: 'It does.' }, default: ref('UnexpectedError', 'responses') },
    },
  },
  '/_ready': {
    get: {
      operationId: 'server.ready',
      tags: ['server'],
      summary: 'Check that the server can serve requests',
      security: [{}],
      responses: {
        '200': answer('It can, and the caller may know how it does.', { type: 'object' }),
        '204': { description: 'It can.' },
        default: ref('UnexpectedError', 'responses'),
      },
    },
  },
  '/uploads/{key}': {
    get: {
      operationId: 'server.file',
      tags: ['server'],
      summary: 'Read a stored file',
      security: [{}],
      parameters: [{ name: 'key', in: 'path', required: true, schema: textSchema }],
      responses: {
        '200': { description: 'The file.', content: { '*/*': { schema: {} } } },
        '206': { description: 'The part of Range.', content: { '*/*': { schema: {} } } },
        '304': { description: 'The file is the one of If-None-Match.' },
        '404': ref('NotFound', 'responses'),
        '416': { description: 'The file has no such range.' },
        default: ref('UnexpectedError', 'responses'),
      },
    },
  },
};
