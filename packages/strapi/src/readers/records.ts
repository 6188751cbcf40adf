import type { SourceEntity, SourceLink, SourceWebhook } from 'content-gen/tools';

export const FILE_UID = 'plugin::upload.file';

/** A line of `entities/*.jsonl`, or a row of a Strapi table with attribute names and nested component entries. */
export interface StrapiEntity {
  readonly type: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A line of `links/*.jsonl`: `left` is the side that owns the relation in Strapi. */
export interface StrapiLink {
  readonly kind: string;
  readonly relation: string;
  readonly left: StrapiEnd;
  readonly right: StrapiEnd;
}

interface StrapiEnd {
  readonly type: string;
  /** A row id, or a document id. */
  readonly ref: number | string;
  readonly field?: string | null;
  readonly pos?: number | null;
}

const META = new Set(['id', 'documentId', 'locale', 'createdAt', 'updatedAt', 'publishedAt']);

/** A row is a draft if it was never published, because Strapi keeps a date in all rows of types without drafts. */
export function entityOf({ type, id, data }: StrapiEntity): SourceEntity {
  const dates = { createdAt: data['createdAt'], updatedAt: data['updatedAt'], publishedAt: data['publishedAt'] };
  return {
    type,
    id,
    documentId: textOf(data['documentId']),
    locale: textOf(data['locale']),
    status: isMissing(data['publishedAt']) ? 'draft' : 'published',
    ...Object.fromEntries(Object.entries(dates).flatMap(([name, date]) => dated(name, date))),
    values: Object.fromEntries(Object.entries(data).filter(([name]) => !META.has(name))),
  };
}

/** A row of `strapi_webhooks`. Engines store lists and flags in different ways. */
export function webhookOf({ name, url, events, enabled, isEnabled }: StrapiEntity['data']): SourceWebhook {
  const list = typeof events === 'string' ? jsonOrText(events) : events;
  return {
    name: textOf(name),
    url: textOf(url),
    events: Array.isArray(list) ? list.map(String) : [],
    isEnabled: ['true', 't', '1'].includes(String(enabled ?? isEnabled)),
  };
}

/** In Strapi, the owner of media and other polymorphic relations is the file, or the side that may name any type. */
export function linkOf({ relation, left, right }: StrapiLink): SourceLink {
  if (left.type === FILE_UID && left.field === 'related') {
    const owner = { type: right.type, id: Number(right.ref), field: right.field ?? '', ...placed(right.pos) };
    return { owner, target: { type: FILE_UID, id: left.ref } };
  }
  // The one order column of a polymorphic list serves both sides.
  const position = relation.startsWith('morph') ? (right.pos ?? left.pos) : left.pos;
  return {
    owner: { type: left.type, id: Number(left.ref), field: left.field ?? '', ...placed(position) },
    target: { type: right.type, id: right.ref, ...placed(right.pos) },
  };
}

function placed(position: number | null | undefined): { readonly position?: number } {
  return position === null || position === undefined ? {} : { position };
}

function dated(name: string, date: unknown): readonly (readonly [string, string | number])[] {
  if (isMissing(date)) return [];
  if (typeof date === 'number') return [[name, date]];
  return [[name, date instanceof Date ? date.getTime() : String(date)]];
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value of a text that Strapi writes as JSON, or the text itself: settings, and JSON columns of SQLite. */
export function jsonOrText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // `JSON.parse` has no other way to say that a text is not JSON.
    return value;
  }
}
