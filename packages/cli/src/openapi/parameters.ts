import type { ContentType } from '../model/model.js';
import type { Settings } from '@content-gen/runtime';
import { type Schema, anyOf, closed, flagSchema, listOf, ref, textSchema } from './schema.js';

const brackets =
  'Nested keys are nested brackets, as in filters[author][name][$eq]=Ines; items of lists have their index, as in filters[$or][0][title]=A.';

/** Parameters of every content type. */
export function sharedParameters({ api: { rest }, locales }: Settings): Schema {
  const { defaultLimit, maxLimit, withCount } = rest;
  const size = { type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit };
  return {
    documentId: { name: 'documentId', in: 'path', required: true, schema: textSchema },
    id: { name: 'id', in: 'path', required: true, description: 'A row id or a documentId.', schema: textSchema },
    sort: query('sort', listOf({ type: 'string', pattern: '^[^:]*(:([aA][sS][cC]|[dD][eE][sS][cC]))?$' }), {
      description: 'Fields such as title, title:desc or author.name.',
      style: 'form',
      explode: true,
    }),
    pagination: query(
      'pagination',
      anyOf(
        closed({
          page: { type: 'integer', minimum: 1, default: 1 },
          pageSize: size,
          withCount: withDefault(withCount),
        }),
        closed({ start: { type: 'integer', minimum: 0, default: 0 }, limit: size, withCount: withDefault(withCount) }),
        closed({ after: textSchema, pageSize: size, withCount: withDefault(false) }),
        closed({ before: textSchema, pageSize: size, withCount: withDefault(false) }),
      ),
      {
        description:
          'By page, by start and limit, or by a cursor of an answer. An empty cursor is the first page (after), or the last one (before).',
        ...deep,
      },
    ),
    status: query('status', { type: 'string', enum: ['published', 'draft'], default: 'published' }),
    locale: query('locale', { type: 'string', enum: locales.all, default: locales.default }),
    localeOrAll: query(
      'locale',
      { type: 'string', enum: [...locales.all, '*'], default: locales.default },
      { description: '* for all locales.' },
    ),
    search: query('_q', textSchema, { description: 'Text that an attribute of the document contains.' }),
    publicationFilter: query('publicationFilter', {
      type: 'string',
      enum: [
        'never-published',
        'has-published-version',
        'modified',
        'unmodified',
        'never-published-document',
        'has-published-version-document',
        'published-without-draft',
        'published-with-draft',
      ],
    }),
    atomic: query('atomic', withDefault(true), { description: 'Whether all items are written, or none.' }),
    ifMatch: header('If-Match', 'The ETag of the version to change; another version is a 412.'),
    ifNoneMatch: header('If-None-Match', 'The ETag of a known answer; the same answer is a 304.'),
  };
}

/** The parameters that only a role with few rights has. */
export const limitedParameters: Schema = {
  draftStatus: query('status', { type: 'string', enum: ['draft'], default: 'draft' }),
};

/** The parameters that depend on the attributes of a type. */
export function typeParameters({ symbols: { type: name } }: ContentType): Schema {
  return {
    [`${name}.filters`]: query('filters', ref(`${name}Filters`), { description: brackets, ...deep }),
    [`${name}.populate`]: query('populate', ref(`${name}Populate`), {
      description: `*, names, or an object. ${brackets}`,
      ...deep,
    }),
    [`${name}.fields`]: query('fields', listOf(ref(`${name}.Field`)), { style: 'form', explode: true }),
  };
}

/** OpenAPI leaves open what `deepObject` does with nested objects; the description says it. */
const deep: Schema = { style: 'deepObject', explode: true };

export function query(name: string, schema: Schema, options: Schema = {}): Schema {
  return { name, in: 'query', ...options, schema };
}

function header(name: string, description: string): Schema {
  return { name, in: 'header', description, schema: textSchema };
}

function withDefault(value: boolean): Schema {
  return { ...flagSchema, default: value };
}

export function parameters(...names: readonly string[]): readonly Schema[] {
  return names.map((name) => ref(name, 'parameters'));
}
