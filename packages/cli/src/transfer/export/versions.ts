import type postgres from 'postgres';

import { isObject } from '../../config/plain-object.js';
import type { Attribute } from '../../model/model.js';
import { isTwoWay } from '../../model/storage.js';
import { isoText } from '../iso-text.js';
import { type Column, type Layout, type TypeLayout, isOwned, quoted } from '../layout.js';
import type { Content, ExportedEntry, ExportedVersion } from './format.js';
import { type ExportNames, namesOf } from './names.js';

type Transaction = postgres.TransactionSql;
type Row = Readonly<Record<string, unknown>>;

const ROWS = 500;

/** The versions of a type in the order of the rows, because lists without a sort have this order. */
export async function* exportVersions(
  tx: Transaction,
  type: TypeLayout,
  layout: Layout,
  roles: ReadonlyMap<string, string>,
): AsyncIterable<readonly ExportedVersion[]> {
  const places = await rankLinks(tx, type);
  const select = [
    ...['t.id::float8 as "$id"', 't.document_id as "$document"', 't.locale as "$locale"', 't.cg_status as "$status"'],
    ...['created_at', 'updated_at', 'published_at'].map((name) => `${isoText(`t.${name}`)} as "$${name}"`),
    'array_to_json(t.cg_diverged) as "$diverged"',
    ...type.columns.map((column) => `${expressionOf(column)} as ${quoted(column.name)}`),
  ];
  // A cursor of SQL, because other statements run while the cursor is open.
  await tx.unsafe(
    `declare cg_out_rows no scroll cursor for select ${select.join(', ')} from ${type.table} t order by t.id`,
  );
  for (;;) {
    const batch = await tx.unsafe<Row[]>(`fetch ${ROWS} from cg_out_rows`);
    if (batch.length === 0) break;
    const ids = batch.map((row) => Number(row['$id']));
    const lists = await linksOf(tx, type, places, ids);
    const names = await namesOf(tx, type, layout, batch);
    yield batch.map((row) => versionOf(type, layout, row, lists.get(Number(row['$id'])) ?? {}, { ...names, roles }));
  }
  await tx.unsafe('close cg_out_rows');
  for (const place of places) await tx.unsafe(`drop table ${place}`);
}

/** A column as a value that JSON keeps exactly. */
function expressionOf({ name, postgres: type, attribute, isRank }: Column): string {
  const column = `t.${quoted(name)}`;
  if (isRank) {
    const place = `dense_rank() over (partition by t.${quoted(attribute.column)} order by ${column}) - 1`;
    return `case when t.${quoted(attribute.column)} is null or ${column} is null then null else (${place})::int end`;
  }
  switch (type) {
    case 'bigint':
      return attribute.kind === 'media' ? `${column}::float8` : `${column}::text`;
    case 'bigint[]':
      return `array_to_json(${column})`;
    case 'numeric':
      return `${column}::float8`;
    case 'date':
    case 'time':
      return `${column}::text`;
    case 'timestamptz':
      return isoText(column);
    default:
      return column;
  }
}

/** Temporary tables with the places of owners in the lists of their targets: one table for each link table. */
async function rankLinks(tx: Transaction, { links }: TypeLayout): Promise<readonly string[]> {
  for (const [index, { table, isTwoWay: ranked }] of links.entries()) {
    const place = ranked
      ? `case when inverse_rank is null then null else dense_rank() over (partition by target_id order by inverse_rank) - 1 end`
      : 'null';
    await tx.unsafe(
      `create temp table cg_out_${index} on commit drop as select source_id, target_id, rank, (${place})::int as place from ${table};
       create index on cg_out_${index} (source_id); analyze cg_out_${index}`,
    );
  }
  return links.map((_, index) => `cg_out_${index}`);
}

interface LinkLists {
  [attribute: string]: { targets: string[]; places: (number | null)[] };
}

async function linksOf(
  tx: Transaction,
  { links }: TypeLayout,
  places: readonly string[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, LinkLists>> {
  const lists = new Map<number, LinkLists>();
  for (const [index, { attribute }] of links.entries()) {
    const rows = await tx.unsafe<{ source: number; target_id: string; place: number | null }[]>(
      `select source_id::float8 as source, target_id, place from ${places[index]} where source_id = any($1::bigint[]) order by source_id, rank`,
      [ids.map(String)],
    );
    for (const { source, target_id, place } of rows) {
      const all = lists.get(source) ?? {};
      const list = (all[attribute.name] ??= { targets: [], places: [] });
      list.targets.push(target_id);
      list.places.push(place);
      lists.set(source, all);
    }
  }
  return lists;
}

function versionOf(type: TypeLayout, layout: Layout, row: Row, lists: LinkLists, names: ExportNames): ExportedVersion {
  const byAttribute = new Map(
    type.columns.filter(({ isRank }) => !isRank).map(({ name, attribute }) => [attribute.name, row[name]]),
  );
  const ranks = new Map(
    type.columns.filter(({ isRank }) => isRank).map(({ name, attribute }) => [attribute.name, row[name]]),
  );
  const content = contentOf(type.type.attributes, Object.fromEntries(byAttribute), layout, names);
  const relations = { ...content.relations };
  const positions: Record<string, readonly (number | null)[]> = {};
  for (const attribute of type.type.attributes) {
    const { name } = attribute;
    const list = lists[name];
    if (list !== undefined) relations[name] = list.targets;
    const places = list?.places ?? (ranks.has(name) && name in relations ? [numberOf(ranks.get(name))] : []);
    if (isOwned(attribute) && isTwoWay(attribute) && places.some((place) => place !== null)) positions[name] = places;
  }
  const [locale, published, diverged] = [row['$locale'], row['$published_at'], row['$diverged']];
  return {
    documentId: String(row['$document']),
    ...(locale === '' ? {} : { locale: String(locale) }),
    status: row['$status'] === 'draft' ? 'draft' : 'published',
    createdAt: String(row['$created_at']),
    updatedAt: String(row['$updated_at']),
    ...(published === null ? {} : { publishedAt: String(published) }),
    // An array column of texts.
    ...(Array.isArray(diverged) && diverged.length > 0 ? { diverged: diverged.map(String).toSorted() } : {}),
    ...parts({ ...content, relations: inOrder(type.type.attributes, relations), positions }),
  };
}

function inOrder(attributes: readonly Attribute[], relations: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(attributes.flatMap(({ name }) => (relations[name] ? [[name, relations[name]]] : [])));
}

function contentOf(attributes: readonly Attribute[], stored: Row, layout: Layout, names: ExportNames): Content {
  const values: Record<string, unknown> = {};
  const entries: Record<string, readonly ExportedEntry[]> = {};
  const relations: Record<string, readonly string[]> = {};
  const media: Record<string, readonly string[]> = {};
  for (const attribute of attributes) {
    const { name, kind } = attribute;
    const value = stored[name] ?? null;
    if (value === null) continue;
    if (kind === 'media') media[name] = [value].flat().flatMap((id) => names.files.get(Number(id)) ?? []);
    else if (kind === 'relation' || kind === 'morphTo') {
      relations[name] = [value]
        .flat()
        .map(String)
        .filter((id) => names.documents.has(id));
    } else if (kind === 'component' || kind === 'dynamicZone') {
      entries[name] = [value].flat().flatMap((entry: unknown) => entryOf(entry, layout, names));
    } else if (kind === 'role') values[name] = names.roles.get(String(value));
    else values[name] = value;
  }
  return parts({ values, entries, relations, media });
}

function entryOf(entry: unknown, layout: Layout, names: ExportNames): readonly ExportedEntry[] {
  if (!isObject(entry)) return [];
  const component = layout.components.get(String(entry['__component']));
  return component === undefined
    ? []
    : [{ component: component.name, ...contentOf(component.attributes, entry, layout, names) }];
}

/** Without empty lists and empty parts, always in the same order. */
function parts({ values, entries, relations, positions, media }: Content): Content {
  const filled = <T>(part: Readonly<Record<string, T>> | undefined): readonly [string, T][] =>
    Object.entries(part ?? {}).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  const given = Object.entries(values ?? {});
  const lists = {
    entries: filled(entries),
    relations: filled(relations),
    positions: filled(positions),
    media: filled(media),
  };
  const kept = Object.entries(lists).flatMap(([name, part]) =>
    part.length > 0 ? [[name, Object.fromEntries(part)]] : [],
  );
  return { ...(given.length > 0 ? { values: Object.fromEntries(given) } : {}), ...Object.fromEntries(kept) };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
