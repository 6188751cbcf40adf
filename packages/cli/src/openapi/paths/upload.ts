import { errors } from '../errors.js';
import { parameters, query } from '../parameters.js';
import { type Schema, anyOf, listOf, open, ref, text } from '../schema.js';
import { type Operation, answer } from './operation.js';

const shown = answer('A file.', ref('file'));

/** `/upload`: files. Their answers have no envelope, except pages. */
export function uploadOperations(prefix: string): readonly Operation[] {
  const base = { type: 'upload', tag: 'upload' };
  const files = `${prefix}/upload/files`;
  return [
    {
      ...base,
      method: 'post',
      path: `${prefix}/upload`,
      id: 'upload.upload',
      action: 'upload',
      summary: 'Store files; with id, replace or describe a file',
      parameters: [query('id', text, { description: 'The file to replace or describe.' })],
      body: { required: true, content: { 'multipart/form-data': { schema: form } } },
      responses: { '200': shown, '201': answer('The files.', listOf(ref('file'))), ...errors('404', '413', '415') },
    },
    {
      ...base,
      method: 'get',
      path: files,
      id: 'upload.find',
      action: 'find',
      summary: 'List files',
      parameters: parameters('sort', 'pagination'),
      responses: { '200': answer('Files.', listOf(ref('file'))), ...errors() },
    },
    {
      ...base,
      method: 'get',
      path: `${files}/page`,
      id: 'upload.findPage',
      action: 'findPage',
      summary: 'List files by pages',
      parameters: parameters('sort', 'pagination'),
      responses: {
        '200': answer('A page of files.', open({ data: listOf(ref('file')), meta: ref('listMeta') }, ['data', 'meta'])),
        ...errors(),
      },
    },
    {
      ...base,
      method: 'get',
      path: `${files}/{id}`,
      id: 'upload.findOne',
      action: 'findOne',
      summary: 'Read a file record',
      parameters: parameters('id'),
      responses: { '200': shown, ...errors('404') },
    },
    {
      ...base,
      method: 'delete',
      path: `${files}/{id}`,
      id: 'upload.destroy',
      action: 'destroy',
      summary: 'Delete a file',
      parameters: parameters('id'),
      responses: { '200': shown, ...errors('404') },
    },
  ];
}

/** Fields of the form. `fileInfo` is JSON. */
const form: Schema = open({
  files: anyOf(binary(), listOf(binary())),
  fileInfo: text,
  ref: { type: 'string', description: 'The uid of a content type, with refId and field: attaches the files.' },
  refId: text,
  field: text,
});

function binary(): Schema {
  return { type: 'string', contentMediaType: 'application/octet-stream' };
}
