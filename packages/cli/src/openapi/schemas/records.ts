import { type Schema, anyOf, instant, listOf, nullSchema, open, ref, textSchema, whole } from '../schema.js';

const textOrNull: Schema = { type: ['string', 'null'] };
const wholeOrNull: Schema = { type: ['integer', 'null'] };
const number: Schema = { type: 'number' };
const document = { id: whole, documentId: textSchema };
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
      name: textSchema,
      alternativeText: textOrNull,
      caption: textOrNull,
      focalPoint: anyOf(open({ x: number, y: number }, ['x', 'y']), nullSchema),
      width: wholeOrNull,
      height: wholeOrNull,
      formats: anyOf({ type: 'object', additionalProperties: ref('fileFormat') }, nullSchema),
      hash: textSchema,
      ext: textOrNull,
      mime: textSchema,
      size: { type: 'number', description: 'In kilobytes.' },
      url: textSchema,
      previewUrl: textOrNull,
      provider: textSchema,
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
    name: textSchema,
    hash: textSchema,
    ext: textOrNull,
    mime: textSchema,
    width: whole,
    height: whole,
    size: number,
    sizeInBytes: whole,
    path: textOrNull,
    url: textSchema,
  }),
  fileOrNone: anyOf(ref('file'), nullSchema, ref('count')),
  files: anyOf(listOf(ref('file')), ref('count')),
  fileInfo: open({
    name: textSchema,
    alternativeText: textOrNull,
    caption: textOrNull,
    focalPoint: anyOf(open({ x: number, y: number }, ['x', 'y']), nullSchema),
  }),
  role: open(
    {
      ...document,
      name: textSchema,
      description: textOrNull,
      type: textSchema,
      ...dates,
      nb_users: whole,
      permissions: {},
    },
    ['documentId'],
  ),
  roleOrNone: anyOf(ref('role'), nullSchema, ref('count')),
  locale: open({ ...document, name: textSchema, code: textSchema, ...dates, isDefault: { type: 'boolean' } }, ['code']),
  page: open({ page: whole, pageSize: whole, pageCount: whole, total: whole }, ['page', 'pageSize']),
  slice: open({ start: whole, limit: whole, total: whole }, ['start', 'limit']),
  cursors: open({ pageSize: whole, after: textOrNull, before: textOrNull, total: whole }, ['after', 'before']),
  bulkError: open(
    { index: whole, status: whole, name: textSchema, message: textSchema, details: ref('errorDetails') },
    ['index', 'status', 'name', 'message'],
  ),
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
    error: open({ status: whole, name: textSchema, message: textSchema, details: ref('errorDetails') }, [
      'status',
      'message',
    ]),
    meta: ref('bulkMeta'),
  }),
  listMeta: open({ pagination: anyOf(ref('page'), ref('slice'), ref('cursors')) }, ['pagination']),
};
