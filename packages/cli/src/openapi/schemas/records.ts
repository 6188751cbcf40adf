import { type Schema, anyOf, instant, listOf, nothing, open, ref, text, whole } from '../schema.js';

const textOrNull: Schema = { type: ['string', 'null'] };
const wholeOrNull: Schema = { type: ['integer', 'null'] };
const number: Schema = { type: 'number' };
const document = { id: whole, documentId: text };
const dates = {
  createdAt: instant,
  updatedAt: instant,
  publishedAt: { type: ['string', 'null'], format: 'date-time' },
};

/** Records that are not content types: files, roles, locales, pages, sessions. */
export const recordSchemas: Schema = {
  file: open(
    {
      ...document,
      name: text,
      alternativeText: textOrNull,
      caption: textOrNull,
      focalPoint: anyOf(open({ x: number, y: number }, ['x', 'y']), nothing),
      width: wholeOrNull,
      height: wholeOrNull,
      formats: anyOf({ type: 'object', additionalProperties: ref('fileFormat') }, nothing),
      hash: text,
      ext: textOrNull,
      mime: text,
      size: { type: 'number', description: 'In kilobytes.' },
      url: text,
      previewUrl: textOrNull,
      provider: text,
      provider_metadata: {},
      ...dates,
      isUrlSigned: { type: 'boolean' },
      related: {
        description: 'The documents that use the file, of one file that is read with populate=related.',
        ...anyOf(listOf({ type: 'object', required: ['__type'] }), ref('count')),
      },
    },
    ['id', 'documentId'],
  ),
  fileFormat: open({
    name: text,
    hash: text,
    ext: textOrNull,
    mime: text,
    width: whole,
    height: whole,
    size: number,
    sizeInBytes: whole,
    path: textOrNull,
    url: text,
  }),
  fileOrNone: anyOf(ref('file'), nothing, ref('count')),
  files: anyOf(listOf(ref('file')), ref('count')),
  fileInfo: open({
    name: text,
    alternativeText: textOrNull,
    caption: textOrNull,
    focalPoint: anyOf(open({ x: number, y: number }, ['x', 'y']), nothing),
  }),
  role: open(
    { ...document, name: text, description: textOrNull, type: text, ...dates, nb_users: whole, permissions: {} },
    ['documentId'],
  ),
  roleOrNone: anyOf(ref('role'), nothing, ref('count')),
  locale: open({ ...document, name: text, code: text, ...dates, isDefault: { type: 'boolean' } }, ['code']),
  page: open({ page: whole, pageSize: whole, pageCount: whole, total: whole }, ['page', 'pageSize']),
  slice: open({ start: whole, limit: whole, total: whole }, ['start', 'limit']),
  cursors: open({ pageSize: whole, after: textOrNull, before: textOrNull, total: whole }, ['after', 'before']),
  bulkError: open({ index: whole, status: whole, name: text, message: text, details: ref('errorDetails') }, [
    'index',
    'status',
    'name',
    'message',
  ]),
  bulkMeta: open(
    {
      bulk: open({ succeeded: whole, failed: whole, errors: listOf(ref('bulkError')) }, ['succeeded', 'failed']),
    },
    ['bulk'],
  ),
  bulkLine: open({
    progress: open({ done: whole, total: whole }, ['done', 'total']),
    index: whole,
    data: { description: 'The document of the item; null if it failed.' },
    error: open({ status: whole, name: text, message: text, details: ref('errorDetails') }, ['status', 'message']),
    meta: ref('bulkMeta'),
  }),
  listMeta: open({ pagination: anyOf(ref('page'), ref('slice'), ref('cursors')) }, ['pagination']),
};
