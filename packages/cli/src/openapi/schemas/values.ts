import { type Schema, anyOf, closed, flagSchema, listOf, nullSchema, open, ref, textSchema } from '../schema.js';

const entry = { id: ref('id'), documentId: ref('id') };
const named = anyOf(ref('id'), { ...closed(entry), minProperties: 1 });
const types = { __type: ref('uid') };

/** Values of bodies and answers that every project has. */
export const valueSchemas: Schema = {
  id: { type: ['string', 'integer'], description: 'A documentId, or the row id of a version.' },
  integer: { type: ['integer', 'string'], pattern: '^-?[0-9]+$' },
  digits: { type: ['integer', 'string'], minimum: 0, pattern: '^[0-9]+$' },
  flag: { type: ['boolean', 'string'], enum: [true, false, 'true', 'false', 't', 'f', '1', '0'] },
  names: anyOf(textSchema, listOf(textSchema)),
  cursor: { type: 'string', description: 'The place of a document in a populated list that is paged by cursors.' },
  count: open({ count: { type: 'integer', minimum: 0 } }, ['count']),
  position: {
    oneOf: [
      closed({ before: ref('id') }, ['before']),
      closed({ after: ref('id') }, ['after']),
      closed({ start: { const: true } }, ['start']),
      closed({ end: { const: true } }, ['end']),
    ],
  },
  entry: named,
  toOne: {
    description: 'One document, or changes.',
    ...anyOf(named, listOf(named), ref('relationChanges'), nullSchema),
  },
  toMany: {
    description: 'The documents in their order, or changes.',
    ...anyOf(listOf(named), named, ref('relationChanges'), nullSchema),
  },
  relationChanges: {
    description: 'set replaces all documents; connect and disconnect change some of them.',
    anyOf: [
      closed({ set: anyOf(listOf(named), nullSchema) }, ['set']),
      closed({
        connect: listOf(anyOf(ref('id'), closed({ ...entry, position: anyOf(ref('position'), nullSchema) }))),
        disconnect: listOf(named),
        options: closed({ strict: flagSchema }),
      }),
    ],
  },
  morphEntry: closed({ ...entry, ...types }, ['__type', 'documentId']),
  morphChanges: anyOf(
    closed({ set: listOf(ref('morphEntry')) }, ['set']),
    closed({
      connect: listOf(
        closed({ ...entry, ...types, position: anyOf(ref('position'), nullSchema) }, ['__type', 'documentId']),
      ),
      disconnect: listOf(ref('morphEntry')),
      options: closed({ strict: flagSchema }),
    }),
  ),
  morphToOne: anyOf(ref('morphEntry'), ref('morphChanges'), nullSchema),
  morphToMany: anyOf(listOf(ref('morphEntry')), ref('morphChanges'), nullSchema),
  morphOne: anyOf(ref('morphTarget'), nullSchema, ref('count')),
  morphMany: anyOf(listOf(ref('morphTarget')), ref('count')),
  mediaInput: {
    description: 'A file or files by id.',
    ...anyOf(named, listOf(named), closed({ set: anyOf(named, listOf(named), nullSchema) }, ['set']), nullSchema),
  },
  blocks: { type: ['array', 'null'], items: ref('blockNode') },
  blockNode: {
    ...open({ type: textSchema, text: textSchema, url: textSchema, children: listOf(ref('blockNode')) }, ['type']),
    additionalProperties: true,
  },
};

/** How things that are not content types are populated, and pages of populated lists. */
export const populateSchemas: Schema = {
  populateMedia: anyOf(flagSchema, closed({ fields: ref('names'), sort: ref('names'), count: flagSchema })),
  populateMorph: anyOf(
    flagSchema,
    closed({
      populate: ref('names'),
      on: { type: 'object', additionalProperties: { type: ['boolean', 'object'] } },
      count: flagSchema,
    }),
  ),
  populateRole: anyOf(flagSchema, closed({ fields: ref('names'), filters: ref('roleFilters'), count: flagSchema })),
  nestedPage: anyOf(
    closed({ page: ref('digits'), pageSize: ref('digits') }),
    closed({ start: ref('digits'), limit: ref('digits') }),
    closed({ after: textSchema, pageSize: ref('digits') }),
    closed({ before: textSchema, pageSize: ref('digits') }),
  ),
};
