import type { Attribute, ContentModel, ContentType, Settings } from 'content-gen/tools';

import type { Json } from './difference.js';
import { type Parameters, filtersOn, populatedAt } from './filters.js';
import type { Random } from './random.js';

/** Queries of one type, by the parameter that the queries are about. */
export interface TypeQueries {
  readonly plain: readonly Parameters[];
  /** By attribute. */
  readonly filters: readonly (readonly Parameters[])[];
  readonly sort: readonly Parameters[];
  readonly fields: readonly Parameters[];
  readonly populate: readonly Parameters[];
  readonly locale: readonly Parameters[];
  readonly status: readonly Parameters[];
  readonly page: readonly Parameters[];
  readonly search: readonly Parameters[];
}

/** Everything that queries of a type are made from. */
interface Subject {
  readonly type: ContentType;
  readonly model: ContentModel;
  readonly settings: Settings;
  /** Documents that the old server answered, populated one level deep. */
  readonly documents: readonly Json[];
  readonly random: Random;
}

export function queriesOf(subject: Subject): TypeQueries {
  const { type, settings } = subject;
  const isList = type.kind === 'collectionType';
  const none: readonly Parameters[] = [];
  const locales = type.localized ? [...settings.locales.all, ...(isList ? ['*'] : [])] : [];
  return {
    plain: [[]],
    filters: isList ? filterQueries(subject) : [],
    sort: isList ? sortQueries(type) : none,
    fields: fieldQueries(type),
    populate: populateQueries(subject),
    locale: locales.map((locale) => [['locale', locale]]),
    status: type.draftAndPublish ? ['draft', 'published'].map((status) => [['status', status]]) : none,
    page: isList ? pageQueries : none,
    search: isList ? searchQueries(subject) : none,
  };
}

function scalarsOf({ attributes }: { readonly attributes: readonly Attribute[] }): readonly string[] {
  return attributes
    .filter((each) => each.kind === 'scalar' && !each.private && each.type !== 'password')
    .map(({ name }) => name);
}

function filterQueries(subject: Subject): readonly (readonly Parameters[])[] {
  const { type, documents, random } = subject;
  return type.attributes.map((attribute) =>
    attribute.kind === 'scalar' ? filtersOn(attribute, documents, random) : deepFilters(attribute, subject),
  );
}

/** Filters on the attributes of a relation's target or of a component. */
function deepFilters(attribute: Attribute, { model, settings, documents, random }: Subject): readonly Parameters[] {
  const at = `filters[${attribute.name}]`;
  const targets = populatedAt(documents, attribute.name);
  if (targets.length === 0) return [];
  if (attribute.kind === 'media') return settings.api.responses === 'strapi' ? [[[`${at}[$notNull]`, 'true']]] : [];
  return innerAttributes(attribute, model).flatMap((inner) => filtersOn(inner, targets, random, at));
}

/** The attributes of a relation's target or of a component. */
function innerAttributes(attribute: Attribute, { contentTypes, components }: ContentModel): readonly Attribute[] {
  if (attribute.private) return [];
  if (attribute.kind === 'relation')
    return contentTypes.find(({ name }) => name === attribute.target)?.attributes ?? [];
  if (attribute.kind === 'component')
    return components.find(({ name }) => name === attribute.component)?.attributes ?? [];
  return [];
}

function sortQueries(type: ContentType): readonly Parameters[] {
  const sortable = type.attributes
    .filter((each) => each.kind === 'scalar' && each.type !== 'json' && each.type !== 'blocks')
    .map(({ name }) => name);
  const visible = scalarsOf(type).filter((name) => sortable.includes(name));
  return [...visible, 'createdAt', 'updatedAt', 'publishedAt', 'documentId'].flatMap((name) => [
    [['sort', name]],
    [['sort', `${name}:desc`]],
    [
      ['sort[0]', `${name}:desc`],
      ['sort[1]', 'documentId'],
    ],
  ]);
}

function fieldQueries(type: ContentType): readonly Parameters[] {
  const names = scalarsOf(type);
  const pairs = names.map((name, index): Parameters => {
    const other = names[(index + 1) % names.length] ?? name;
    return [
      ['fields[0]', name],
      ['fields[1]', other],
    ];
  });
  return [...names.map((name): Parameters => [['fields', name]]), ...pairs];
}

function populateQueries({ type, model }: Subject): readonly Parameters[] {
  const populated = type.attributes.filter((each) => each.kind !== 'scalar' && !each.private && each.visible);
  const each = populated.flatMap((attribute): readonly Parameters[] => {
    const { name, kind } = attribute;
    const one: Parameters = [['populate', name]];
    if (kind === 'dynamicZone') return [one, [[`populate[${name}][populate]`, '*']], ...zoneQueries(name, attribute)];
    if (kind === 'media' || kind === 'role' || kind === 'morphTo') return [one];
    const [field] = scalarsOf({ attributes: innerAttributes(attribute, model) });
    const deep: Parameters = [[`populate[${name}][populate]`, '*']];
    return field === undefined ? [one, deep] : [one, deep, [[`populate[${name}][fields][0]`, field]]];
  });
  const localizations: readonly Parameters[] = type.localized ? [[['populate', 'localizations']]] : [];
  return [[['populate', '*']], ...localizations, ...each];
}

function zoneQueries(name: string, { components }: Extract<Attribute, { kind: 'dynamicZone' }>): readonly Parameters[] {
  return components.map((component) => [[`populate[${name}][on][${component}][populate]`, '*']]);
}

const pageQueries: readonly Parameters[] = [
  ...[1, 2, 3].flatMap((page) =>
    [1, 3, 10].map((size): Parameters => [
      ['pagination[page]', String(page)],
      ['pagination[pageSize]', String(size)],
    ]),
  ),
  ...[0, 1, 5].map((start): Parameters => [
    ['pagination[start]', String(start)],
    ['pagination[limit]', '4'],
  ]),
  [['pagination[withCount]', 'false']],
];

/** Strapi also searches private attributes, and this API does not. */
function searchQueries({ type, documents, random }: Subject): readonly Parameters[] {
  if (type.attributes.some((attribute) => attribute.private)) return [];
  const searched = type.attributes.filter(
    (each) => each.kind === 'scalar' && /^(string|text|richtext)$/.test(each.type),
  );
  const words = searched.flatMap(({ name }) =>
    documents.flatMap((document) => String(document[name] ?? '').match(/\p{L}{3,}/gu) ?? []),
  );
  return random
    .shuffled([...new Set(words)])
    .slice(0, 5)
    .map((word) => [['_q', word]]);
}
