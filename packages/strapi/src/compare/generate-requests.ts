import type { ContentModel, ContentType, Settings } from 'content-gen/tools';

import type { Json } from './difference.js';
import type { Parameters } from './filters.js';
import { type Random, randomOf } from './random.js';
import { type ComparedRequest, distinct, hasRoutes, pathOf } from './request.js';
import { type TypeQueries, queriesOf } from './type-requests.js';

/** Documents of the old server by the name of their type. A type is absent if the server refuses it. */
export type Samples = ReadonlyMap<string, readonly Json[]>;

export interface GenerateOptions {
  readonly count: number;
  readonly seed: number;
}

/** The most documents of a type that are read, each by its own request. */
const MAX_READ = 10;

/** The request whose answer gives the values of filters. */
export function sampleRequest(type: ContentType, prefix: string, locale?: string): ComparedRequest {
  const localized: Parameters = locale === undefined ? [] : [['locale', locale]];
  const page: Parameters =
    type.kind === 'singleType'
      ? []
      : [
          ['sort', 'documentId'],
          ['pagination[pageSize]', '25'],
        ];
  return requestOf(`${prefix}/${pathOf(type)}`, [['populate', '*'], ...page, ...localized]);
}

/** Makes requests to every type: first each parameter of the model by itself, and then random combinations. */
export function generateRequests(
  model: ContentModel,
  settings: Settings,
  samples: Samples,
  { count, seed }: GenerateOptions,
): readonly ComparedRequest[] {
  const random = randomOf(seed);
  const types = model.contentTypes.filter(hasRoutes);
  const sources = types.map((type) => sourceOf(type, { model, settings, samples, random }));
  const buckets = sources.flatMap(({ buckets: own }) => own.map((bucket) => random.shuffled(bucket)));
  const single = distinct(interleaved(buckets));
  if (single.length >= count) return single.slice(0, count);
  return combined(single, sources, random, count);
}

interface Source {
  /** Requests by type and parameter. */
  readonly buckets: readonly (readonly ComparedRequest[])[];
  readonly path: string;
  readonly isList: boolean;
  /** Absent if the old server refuses the type. */
  readonly queries?: TypeQueries;
}

interface Circumstances {
  readonly model: ContentModel;
  readonly settings: Settings;
  readonly samples: Samples;
  readonly random: Random;
}

function sourceOf(type: ContentType, { model, settings, samples, random }: Circumstances): Source {
  const path = `${settings.api.prefix}/${pathOf(type)}`;
  const documents = samples.get(type.name);
  const isList = type.kind === 'collectionType';
  if (documents === undefined) return { path, isList, buckets: [[requestOf(path, [])]] };
  const queries = queriesOf({ type, model, settings, documents, random });
  const { plain, filters, ...others } = queries;
  const lists = [...filters, ...Object.values(others)].map((list: readonly Parameters[]) =>
    list.map((query) => requestOf(path, isList ? ordered(query) : query)),
  );
  lists.push(plain.map((query) => requestOf(path, query)));
  return { path, isList, queries, buckets: isList ? [...lists, readsOf(path, documents, queries)] : lists };
}

/** Reads of single documents, also of a document that does not exist. */
function readsOf(path: string, documents: readonly Json[], queries: TypeQueries): readonly ComparedRequest[] {
  const ids = [...new Set(documents.map(({ documentId }) => String(documentId)))].slice(0, MAX_READ);
  const shapes = [...queries.plain, ...queries.populate, ...queries.fields, ...queries.locale, ...queries.status];
  const unknown = requestOf(`${path}/zzzzzzzzzzzzzzzzzzzzzzzz`, []);
  return [...ids.flatMap((id) => shapes.map((query) => requestOf(`${path}/${id}`, query))), unknown];
}

/** An order makes the pages of both servers comparable. */
function ordered(query: Parameters): Parameters {
  return query.some(([key]) => key.startsWith('sort')) ? query : [...query, ['sort', 'documentId']];
}

function requestOf(path: string, query: Parameters): ComparedRequest {
  const text = query.map(([key, value]) => `${encoded(key)}=${encodeURIComponent(value)}`).join('&');
  return { method: 'GET', path: text === '' ? path : `${path}?${text}` };
}

/** Brackets and `$` stay readable in reports; servers accept both without encoding. */
function encoded(key: string): string {
  return encodeURIComponent(key).replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%24/g, '$');
}

/** The first of each list, then the second of each, so that a small number reaches every type and parameter. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** After this many combinations in a row that exist already, no new combination is left. */
const MAX_REPEATS = 200;

function combined(
  single: readonly ComparedRequest[],
  sources: readonly Source[],
  random: Random,
  count: number,
): readonly ComparedRequest[] {
  const found = new Map(single.map((request) => [request.path, request]));
  const open = sources.filter(({ queries }) => queries !== undefined);
  let repeats = 0;
  while (found.size < count && repeats < MAX_REPEATS && open.length > 0) {
    const source = random.pick(open);
    if (source?.queries === undefined) break;
    const query = combination(source.queries, random);
    const request = requestOf(source.path, source.isList ? ordered(query) : query);
    repeats = found.has(request.path) ? repeats + 1 : 0;
    found.set(request.path, request);
  }
  return [...found.values()];
}

function combination(queries: TypeQueries, random: Random): Parameters {
  const { filters, sort, fields, populate, locale, status, page } = queries;
  const parts = [filters.flat(), filters.flat(), sort, fields, populate, locale, status, page];
  const chosen = parts.flatMap((list) => (random.next() < 0.5 ? [random.pick(list) ?? []] : []));
  const parameters = new Map<string, string>();
  for (const [key, value] of chosen.flat()) parameters.set(key, value);
  return [...parameters];
}
