import { errors } from '../errors.js';
import { parameters, query } from '../parameters.js';
import { type Schema, anyOf, listOf, open, ref, textSchema } from '../schema.js';
import { type Operation, answer, operationsFor } from './operation.js';

const operation = operationsFor('upload');
const shown = answer('A file.', ref('file'));
const binary: Schema = { type: 'string', contentMediaType: 'application/octet-stream' };

/** Fields of the form. `fileInfo` is JSON. */
const form: Schema = open({
  files: anyOf(binary, listOf(binary)),
  fileInfo: textSchema,
  ref: { type: 'string', description: 'The uid of a content type, with refId and field: attaches the files.' },
  refId: textSchema,
  field: textSchema,
});

/** `/upload`: files. The answers have no envelope, except pages. */
export function uploadOperations(prefix: string): readonly Operation[] {
  const files = `${prefix}/upload/files`;
  const page = open({ data: listOf(ref('file')), meta: ref('listMeta') }, ['data', 'meta']);
  return [
    operation('upload', 'post', `${prefix}/upload`, 'Store files; with id, replace or describe a file', {
      parameters: [query('id', textSchema, { description: 'The file to replace or describe.' })],
      body: { required: true, content: { 'multipart/form-data': { schema: form } } },
      responses: { '200': shown, '201': answer('The files.', listOf(ref('file'))), ...errors('404', '413', '415') },
    }),
    operation('find', 'get', files, 'List files', {
      parameters: parameters('sort', 'pagination'),
      responses: { '200': answer('Files.', listOf(ref('file'))), ...errors() },
    }),
    operation('findPage', 'get', `${files}/page`, 'List files by pages', {
      parameters: parameters('sort', 'pagination'),
      responses: { '200': answer('A page of files.', page), ...errors() },
    }),
    operation('findOne', 'get', `${files}/{id}`, 'Read a file record', {
      parameters: parameters('id'),
      responses: { '200': shown, ...errors('404') },
    }),
    operation('destroy', 'delete', `${files}/{id}`, 'Delete a file', {
      parameters: parameters('id'),
      responses: { '200': shown, ...errors('404') },
    }),
  ];
}
