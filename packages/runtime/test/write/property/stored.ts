import { expect } from 'vitest';

import type { Desk } from '../desk.js';
import type { Kind, State } from './list-model.js';

export type Status = 'draft' | 'published';

/** A relation in the database. */
export interface StoredRelation {
  readonly kind: Kind;
  /** The table of the side that stores it. */
  readonly table: string;
  /** Its column, or the end of the link table's name. */
  readonly name: string;
}

/** The lists of a relation as the database has them, from both sides. */
export async function storedLists(
  desk: Desk,
  { kind, table, name }: StoredRelation,
  status: Status,
  locale: string,
): Promise<State> {
  const links = await desk.rows<{ source: string; target: string; inverse: string }>(
    kind === 'link'
      ? `select o.document_id as source, l.target_id as target, l.inverse_rank as inverse from ${table}_${name} l join ${table} o on l.source_id = o.id where o.cg_status = $1 and o.locale = $2 order by l.rank`
      : `select o.document_id as source, o.${name} as target, o.cg_${name}_rank as inverse from ${table} o where o.cg_status = $1 and o.locale = $2 and o.${name} is not null`,
    [status, locale],
  );
  // Two entries with one rank would have no order, and no room between them.
  expect(new Set(links.map(({ target, inverse }) => `${target} ${inverse}`)).size).toBe(links.length);
  const inverse = links.toSorted((a, b) => (a.inverse < b.inverse ? -1 : 1));
  return {
    own: grouped(links.map(({ source, target }) => [source, target])),
    inverse: grouped(inverse.map(({ source, target }) => [target, source])),
  };
}

/** A one-to-one relation as the database has it: the target of each document that has one. */
export async function storedPairs(
  desk: Desk,
  { table, name }: Omit<StoredRelation, 'kind'>,
  status: Status,
  locale: string,
): Promise<Map<string, string>> {
  const rows = await desk.rows<{ source: string; target: string }>(
    `select document_id as source, ${name} as target from ${table} where cg_status = $1 and locale = $2 and ${name} is not null`,
    [status, locale],
  );
  return new Map(rows.map(({ source, target }) => [source, target]));
}

/** Deletes every document, so that a sequence begins with none. `truncate` would make new files for every table. */
export async function empty(desk: Desk): Promise<void> {
  await desk.rows('delete from cg_documents');
}

/** Documents of a type, each with a draft in each locale. */
export async function make(desk: Desk, type: string, count: number, locales: readonly string[] = ['']) {
  const ids: string[] = [];
  const [first, ...others] = locales.map((code) => `status=draft${code === '' ? '' : `&locale=${code}`}`);
  while (ids.length < count) {
    const { documentId } = await desk.post(type, {}, first);
    for (const query of others) await desk.put(type, documentId, {}, query);
    ids.push(documentId);
  }
  return ids;
}

function grouped(entries: readonly (readonly [string, string])[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const [key, entry] of entries) lists.set(key, [...(lists.get(key) ?? []), entry]);
  return lists;
}
