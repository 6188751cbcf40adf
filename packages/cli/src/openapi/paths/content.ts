import type { ContentType } from '../../model/model.js';
import { errors } from '../errors.js';
import { parameters } from '../parameters.js';
import type { Reach } from '../reach.js';
import { type Schema, listOf, open, ref } from '../schema.js';
import { type Operation, answer, jsonBody, noContent } from './operation.js';

/** The answers of a content type. */
export function contentResponses({ symbols: { type: name } }: ContentType): Schema {
  return {
    [name]: answer('A document.', open({ data: ref(name), meta: { type: 'object' } }, ['data', 'meta']), {
      etag: true,
    }),
    [`${name}.List`]: answer(
      'A page of documents.',
      open({ data: listOf(ref(name)), meta: ref('listMeta') }, ['data', 'meta']),
      { etag: true },
    ),
  };
}

/** The endpoints of a content type. */
export function contentOperations(type: ContentType, prefix: string, reach: Reach): readonly Operation[] {
  const { name, symbols } = type;
  const isSingle = type.kind === 'singleType';
  const root = `${prefix}/${isSingle ? name : type.plural}`;
  const path = isSingle ? root : `${root}/{documentId}`;
  const of = partsOf(type);
  const base = { type: name, tag: name };
  const document = { '200': ref(symbols.type, 'responses') };
  const unchanged = { '304': { description: 'The answer is the one of If-None-Match.' } };
  const reading = of.parameters('filters', 'populate', 'fields', 'status', 'locale', 'publicationFilter', 'search');
  const writing = of.parameters('populate', 'fields', 'status', 'locale');

  const list: readonly Operation[] = [
    {
      ...base,
      method: 'get',
      path: root,
      id: `${name}.find`,
      action: 'find',
      summary: `List documents of ${name}`,
      parameters: [...reading, ...parameters('sort', 'pagination', 'ifNoneMatch')],
      responses: { '200': ref(`${symbols.type}.List`, 'responses'), ...unchanged, ...errors() },
    },
    {
      ...base,
      method: 'post',
      path: root,
      id: `${name}.create`,
      action: 'create',
      summary: `Create a document of ${name}`,
      parameters: writing,
      body: jsonBody(dataOf(createInput(type, reach))),
      responses: { '201': ref(symbols.type, 'responses'), ...errors('404', '413', '415') },
    },
  ];
  const one: readonly Operation[] = [
    {
      ...base,
      method: 'get',
      path,
      id: isSingle ? `${name}.find` : `${name}.findOne`,
      action: isSingle ? 'find' : 'findOne',
      summary: `Read ${isSingle ? 'the' : 'a'} document of ${name}`,
      parameters: [...of.id, ...reading, ...parameters('ifNoneMatch')],
      responses: { ...document, ...unchanged, ...errors('404') },
    },
    {
      ...base,
      method: 'put',
      path,
      id: `${name}.update`,
      action: 'update',
      summary: `Change ${isSingle ? 'or create the' : 'a'} document of ${name}; absent attributes keep their values`,
      parameters: [...of.id, ...writing, ...parameters('ifMatch')],
      body: jsonBody(dataOf(ref(`${symbols.type}Input`))),
      responses: { ...document, ...errors('404', '412', '413', '415') },
    },
    {
      ...base,
      method: 'delete',
      path,
      id: `${name}.delete`,
      action: 'delete',
      summary: `Delete ${isSingle ? 'the' : 'a'} document of ${name}, in one locale or all`,
      parameters: [...of.id, ...of.parameters('filters', 'locale'), ...parameters('ifMatch')],
      responses: { ...noContent, ...errors('404', '412') },
    },
  ];
  const actions = type.draftAndPublish ? ['publish', 'unpublish', 'discard'] : [];
  return [
    ...(isSingle ? [] : list),
    ...one,
    ...actions.map((action): Operation => ({
      ...base,
      method: 'post',
      path: `${path}/actions/${action}`,
      id: `${name}.${action}`,
      action: 'publish',
      summary: actionSummaries[action] ?? action,
      parameters: [...of.id, ...of.parameters('populate', 'fields', 'locale'), ...parameters('ifMatch')],
      responses: { ...document, ...errors('404', '412') },
    })),
  ];
}

const actionSummaries: Readonly<Record<string, string>> = {
  publish: 'Publish the draft',
  unpublish: 'Remove the published version',
  discard: 'Replace the draft by the published version',
};

/** Parameters that the type has: its own, and those of its locales and drafts. */
function partsOf({ symbols, kind, localized, draftAndPublish }: ContentType) {
  const own = ['filters', 'populate', 'fields'];
  const versions: Readonly<Record<string, boolean>> = {
    locale: localized,
    status: draftAndPublish,
    publicationFilter: draftAndPublish,
  };
  return {
    id: kind === 'singleType' ? [] : parameters('documentId'),
    parameters: (...names: readonly string[]) => {
      const known = names.filter((name) => versions[name] ?? true);
      return parameters(...known.map((name) => (own.includes(name) ? `${symbols.type}.${name}` : name)));
    },
  };
}

function dataOf(data: Schema): Schema {
  return open({ data }, ['data']);
}

/** A type without drafts needs its required attributes at once. */
function createInput({ name, symbols, attributes, draftAndPublish }: ContentType, reach: Reach): Schema {
  const input = ref(`${symbols.type}Input`);
  const required = attributes.filter(
    (attribute) =>
      attribute.required &&
      reach.writes(name, attribute) &&
      !(attribute.kind === 'scalar' && attribute.default !== undefined),
  );
  if (draftAndPublish || required.length === 0) return input;
  return { allOf: [input], required: required.map((attribute) => attribute.name) };
}
