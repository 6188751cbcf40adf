/** The answers of Strapi to recorded requests, and the differences that `docs/compatibility.md` explains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { workspace } from '../temporary-project.js';

export type EngineName = 'sqlite' | 'postgres' | 'mysql';
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly body: Json;
}

export const moving = join(workspace, 'fixtures', 'moving');

export function unpacked(name: string): Buffer {
  return gunzipSync(readFileSync(join(moving, 'recorded', name)));
}

export function recordedAnswers(engine: EngineName): readonly Answer[] {
  return JSON.parse(unpacked(`answers-${engine}.json.gz`).toString());
}

/** What decides the form of an answer. */
interface Request {
  readonly engine: EngineName;
  readonly locale: string;
}

/** Both answers in the form in which they must be equal. */
export function comparable(
  engine: EngineName,
  { path, status, body }: Answer,
  answer: Pick<Answer, 'status' | 'body'>,
): { readonly expected: unknown; readonly actual: unknown } {
  const locale = path.includes('locale=fr') ? 'fr' : 'en';
  const plain = (given: Json) => plainValue({ engine, locale }, given, 'data');
  const [theirs, ours] = [plain(body), plain(answer.body)];
  const forms = {
    exact: (value: Json): unknown => value,
    // Strapi also searches in documentId and locale, so it may find more.
    search: (value: Json): unknown =>
      documentsIn(value)
        .filter((id) => documentsIn(ours).includes(id))
        .toSorted(),
    set: (value: Json): unknown => listOf(value).map(asText).toSorted(),
    count: (value: Json): unknown => listOf(value).length,
  };
  const form = forms[formOf(engine, path)];
  return { expected: { status, body: form(theirs) }, actual: { status: answer.status, body: form(ours) } };
}

function formOf(engine: EngineName, path: string): 'exact' | 'search' | 'set' | 'count' {
  if (path.includes('_q=')) return 'search';
  // Strapi ignores a sort by an attribute `status` of a type with drafts.
  if (path.includes('sort=status')) return 'set';
  // Lists without a sort have no order in Strapi.
  if (/^\/api\/[a-z/0-9]+$/.test(path)) return 'set';
  if (!sortsByEngine(engine, path)) return 'exact';
  return path.includes('pagination') ? 'count' : 'set';
}

/** PostgreSQL puts null last, and compares text by code point here. The other engines do not. */
function sortsByEngine(engine: EngineName, path: string): boolean {
  if (engine === 'postgres') return false;
  if (/sort=(writer\.name|priority)/.test(path)) return true;
  return engine === 'mysql' && /^\/api\/(writers\?sort=name|stories\?.*sort=slug)/.test(path);
}

function plainValue(request: Request, value: Json, key: string): Json {
  if (Array.isArray(value)) return value.map((each) => plainValue(request, each, key));
  if (value !== null && typeof value === 'object') return plainObject(request, value);
  if (typeof value !== 'string') return value;
  // Strapi answers a timestamp as milliseconds.
  if (key === 'measuredAt' && /^\d+$/.test(value)) return new Date(Number(value)).toISOString();
  // Only PostgreSQL drops the fraction of a time.
  if (key === 'opensAt') return value.replace(/\.000$/, '');
  // Strapi loses digits of large integers on SQLite.
  if (request.engine === 'sqlite' && (key === 'clicks' || key === 'views')) return Number(value);
  return value;
}

function plainObject(request: Request, object: { [key: string]: Json }): Json {
  const isLocalized = typeof object['locale'] === 'string';
  const entries = Object.entries(object)
    .filter(([key, value]) => !isLeftOut(key, value))
    .map(([key, value]) => [key, isLocalized ? value : onePerDocument(request, value)] as const);
  const { code, name, type } = object;
  // The config has the locales and roles, so they have other ids and dates.
  if (typeof code === 'string' && 'isDefault' in object) return { code, name: name ?? null };
  if (typeof type === 'string' && 'description' in object) return { name: name ?? null, type };
  return Object.fromEntries(entries.map(([key, value]) => [key, plainValue(request, value, key)]));
}

function isLeftOut(key: string, value: Json): boolean {
  if (key === 'id') return typeof value === 'number';
  // Strapi shows badges only if they were written at the story.
  if (key === 'badges') return true;
  // Strapi adds it to documents without locales that it reaches over a polymorphic relation.
  return key === 'locale' && value === null;
}

/**
 * From a type without locales, Strapi shows every locale of a document. content-gen shows one: the requested locale, or
 * else the default one. A request for some fields does not get the locale, but French titles are in French.
 */
function onePerDocument({ locale }: Request, list: Json): Json {
  if (!Array.isArray(list)) return list;
  const localeOf = (item: { [key: string]: Json }) =>
    item['locale'] ?? (String(item['title']).startsWith('Histoire') ? 'fr' : 'en');
  const documents = new Map<Json | undefined, Json>();
  for (const item of list) {
    if (!isObject(item) || typeof item['documentId'] !== 'string' || typeof item['title'] !== 'string') return list;
    const isBetter = localeOf(item) === locale;
    if (!documents.has(item['documentId']) || isBetter) documents.set(item['documentId'], item);
  }
  return list.filter((item) => isObject(item) && documents.get(item['documentId']) === item);
}

function listOf(body: Json): Json[] {
  const list = isObject(body) && 'data' in body ? body['data'] : body;
  return Array.isArray(list) ? list : [list ?? null];
}

function documentsIn(body: Json): string[] {
  return listOf(body).map((item) => (isObject(item) ? String(item['documentId']) : ''));
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asText(value: Json): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
