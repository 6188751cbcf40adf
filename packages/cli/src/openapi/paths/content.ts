import type { ContentType } from '../../model/model.js';
import { pluginActions } from '../../permissions/actions.js';
import { errors } from '../errors.js';
import { parameters } from '../parameters.js';
import type { Reach } from '../../permissions/reach.js';
import { type Schema, anyOf, closed, listOf, nullSchema, open, ref } from '../schema.js';
import { type Operation, answer, jsonBody, noContent, operationsFor } from './operation.js';

/** The answers of a content type. */
export function contentResponses({ kind, symbols: { type: name } }: ContentType): Schema {
  const one = open({ data: ref(name), meta: { type: 'object' } }, ['data', 'meta']);
  const list = open({ data: listOf(ref(name)), meta: ref('listMeta') }, ['data', 'meta']);
  return {
    [name]: answer('A document.', one, { etag: true }),
    ...(kind === 'singleType' ? {} : { [`${name}.List`]: answer('A page of documents.', list, { etag: true }) }),
  };
}

/** The endpoints of a content type. */
export function contentOperations(type: ContentType, prefix: string, reach: Reach): readonly Operation[] {
  if (type.kind === 'singleType') {
    const path = `${prefix}/${type.name}`;
    return [...documentOperations(type, path, reach), ...actionOperations(type, path)];
  }
  const root = `${prefix}/${type.plural}`;
  const path = `${root}/{documentId}`;
  return [
    ...listOperations(type, root, reach),
    bulkOperation(type, root, reach),
    ...documentOperations(type, path, reach),
    ...actionOperations(type, path),
  ];
}

const unchanged = { '304': { description: 'The answer is the one of If-None-Match.' } };
const read = ['filters', 'populate', 'fields', 'search'];
const drafts = ['status', 'publicationFilter'];

/** The parameters of a write. A role that may write drafts alone cannot ask for anything else. */
function writtenBy({ name }: ContentType, reach: Reach, ...actions: readonly string[]): readonly string[] {
  const allowed = actions.filter((action) => reach.may(name, action));
  const draftsOnly = allowed.length > 0 && allowed.every((action) => reach.draftsOnly(name, action));
  return ['populate', 'fields', draftsOnly ? 'draftStatus' : 'status', 'locale'];
}

function listOperations(type: ContentType, path: string, reach: Reach): readonly Operation[] {
  const { name, symbols } = type;
  const operation = operationsFor(name, tagOf(type));
  return [
    operation('find', 'get', path, `List documents of ${name}`, {
      parameters: parametersOf(
        type,
        ...read,
        'localeOrAll',
        ...draftsOf(type, reach),
        'sort',
        'pagination',
        'ifNoneMatch',
      ),
      responses: { '200': ref(`${symbols.type}.List`, 'responses'), ...unchanged, ...errors() },
    }),
    operation('create', 'post', path, `Create a document of ${name}`, {
      parameters: parametersOf(type, ...writtenBy(type, reach, 'create')),
      body: jsonBody(dataOf(createInput(type, reach))),
      responses: { '201': ref(symbols.type, 'responses'), ...errors('404', '413', '415') },
    }),
  ];
}

function documentOperations(type: ContentType, path: string, reach: Reach): readonly Operation[] {
  const { name, symbols } = type;
  const isSingle = type.kind === 'singleType';
  const subject = `${isSingle ? 'the' : 'a'} document of ${name}`;
  const operation = operationsFor(name, tagOf(type));
  const document = { '200': ref(symbols.type, 'responses') };
  return [
    operation(isSingle ? 'find' : 'findOne', 'get', path, `Read ${subject}`, {
      parameters: parametersOf(type, 'documentId', ...read, 'locale', ...draftsOf(type, reach), 'ifNoneMatch'),
      responses: { ...document, ...unchanged, ...errors('404') },
    }),
    operation('update', 'put', path, `Change ${subject}; absent attributes keep their values`, {
      parameters: parametersOf(type, 'documentId', ...writtenBy(type, reach, 'update'), 'ifMatch'),
      body: jsonBody(dataOf(ref(`${symbols.type}Input`))),
      responses: { ...document, ...errors('404', '412', '413', '415') },
    }),
    operation('delete', 'delete', path, `Delete ${subject}, in one locale or all`, {
      parameters: parametersOf(type, 'documentId', 'filters', 'localeOrAll', 'ifMatch'),
      responses: { ...noContent, ...errors('404', '412') },
    }),
  ];
}

const actions: readonly (readonly [name: string, summary: string])[] = [
  ['publish', 'Publish the draft'],
  ['unpublish', 'Remove the published version'],
  ['discard', 'Replace the draft by the published version'],
];

/** Publish, unpublish and discard: all three need the action `publish`. */
function actionOperations(type: ContentType, path: string): readonly Operation[] {
  if (!type.draftAndPublish) return [];
  const operation = operationsFor(type.name, tagOf(type));
  return actions.map(([action, summary]) => ({
    ...operation('publish', 'post', `${path}/actions/${action}`, summary, {
      parameters: parametersOf(type, 'documentId', 'populate', 'fields', 'locale', 'ifMatch'),
      responses: { '200': ref(type.symbols.type, 'responses'), ...errors('404', '412') },
    }),
    id: `${tagOf(type)}.${action}`,
  }));
}

/** One action on many documents. The answer has an entry for each item; null stands for an error of `meta`. */
function bulkOperation(type: ContentType, root: string, reach: Reach): Operation {
  const { name, symbols } = type;
  const operation = operationsFor(name, tagOf(type));
  const of = (items: Schema, ...names: readonly string[]) =>
    closed({ action: { type: 'string', enum: names }, data: listOf(items) }, ['action', 'data']);
  const named = closed({ documentId: { type: 'string' } }, ['documentId']);
  const bodies: readonly (readonly [string, Schema])[] = [
    ['create', of(createInput(type, reach), 'create')],
    ['update', of(ref(`${symbols.type}.Change`), 'update')],
    ['delete', of(named, 'delete')],
    ...(type.draftAndPublish ? [['publish', of(named, ...actions.map(([action]) => action))] as const] : []),
  ];
  const allowed = bodies.filter(([action]) => reach.may(name, action)).map(([, body]) => body);
  // A deleted document is shown by its id.
  const outcomes = open({ data: listOf(anyOf(ref(symbols.type), named, nullSchema)), meta: ref('bulkMeta') }, [
    'data',
    'meta',
  ]);
  return operation('bulk', 'post', `${root}/actions/bulk`, `Write many documents of ${name}`, {
    parameters: parametersOf(type, ...writtenBy(type, reach, 'create', 'update'), 'atomic'),
    body: jsonBody(allowed.length === 0 ? { not: {} } : anyOf(...allowed)),
    responses: {
      '200': {
        description: 'The outcome of each item, in the order of the request.',
        content: {
          'application/json': { schema: outcomes },
          'application/x-ndjson': { schema: ref('bulkLine') },
        },
      },
      ...errors('404', '413', '415'),
    },
  });
}

/** A content type may have the name of another part of the API, such as `role`. */
function tagOf({ name }: ContentType): string {
  return Object.hasOwn(pluginActions, name) ? `${name}Type` : name;
}

/** Reading drafts, or comparing with them, needs an action of its own. */
function draftsOf({ name }: ContentType, reach: Reach): readonly string[] {
  return reach.may(name, 'findDraft') ? drafts : [];
}

/** The named parameters, without parameters that the type does not have. */
function parametersOf({ symbols, kind, localized, draftAndPublish }: ContentType, ...names: readonly string[]) {
  const own = ['filters', 'populate', 'fields'];
  const has: Readonly<Record<string, boolean>> = {
    documentId: kind === 'collectionType',
    locale: localized,
    localeOrAll: localized,
    status: draftAndPublish,
    draftStatus: draftAndPublish,
    publicationFilter: draftAndPublish,
  };
  const known = names.filter((name) => has[name] ?? true);
  return parameters(...known.map((name) => (own.includes(name) ? `${symbols.type}.${name}` : name)));
}

function dataOf(data: Schema): Schema {
  return open({ data }, ['data']);
}

/** A type without drafts needs its required attributes at once. */
function createInput({ name, symbols, attributes, draftAndPublish }: ContentType, reach: Reach): Schema {
  const input = ref(`${symbols.type}Input`);
  const required = attributes.filter((attribute) => {
    const hasDefault = attribute.kind === 'scalar' && attribute.default !== undefined;
    return attribute.required && !hasDefault && reach.writes(name, attribute);
  });
  if (draftAndPublish || required.length === 0) return input;
  return { allOf: [input], required: required.map((attribute) => attribute.name) };
}
