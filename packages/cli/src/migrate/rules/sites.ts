import { type EntryPath, entriesWithin } from '../plan/entries/paths.js';
import { id, sqlText } from '../plan/statement.js';
import type { AttributeState, ModelState, TypeState } from '../state/state.js';
import type { Holder } from './rules.js';
import type { Rule, StoredValue } from './rule.js';

/** A place where a database stores the values of an attribute: a column, a table of links, or the entries of a column. */
export interface Site {
  /** `article.title`, `article.hero: shared.hero.text` */
  readonly name: string;
  /** The name of the content type. */
  readonly type: string;
  readonly table: string;
  readonly holder: Holder;
  /** The attribute of the content type, and its name. */
  readonly key: string;
  readonly outer: AttributeState;
  /** The attribute whose values are here: of the content type, or of a component in its entries. */
  readonly attribute: AttributeState;
  readonly entry?: EntryPath & { readonly field: string };
  /** The rows of the table as `t`, once per value. */
  readonly from: string;
  readonly value: StoredValue;
}

/** All places of a content type. */
export function sitesOf(type: string, state: TypeState, model: ModelState): readonly Site[] {
  const { table, draftAndPublish, attributes } = state;
  return Object.entries(attributes).flatMap(([key, outer]) => {
    const value = columnValue(outer);
    const shared = { type, table, key, outer };
    const own = {
      ...shared,
      name: `${type}.${key}`,
      holder: { isComponent: false, draftAndPublish },
      attribute: outer,
      from: `${id(table)} t`,
      value,
    };
    return [own, ...(outer.kind === 'entries' ? fieldSites(shared, outer, draftAndPublish, model) : [])];
  });
}

function fieldSites(
  shared: Pick<Site, 'type' | 'table' | 'key' | 'outer'>,
  outer: Extract<AttributeState, { kind: 'entries' }>,
  draftAndPublish: boolean,
  model: ModelState,
): readonly Site[] {
  const { type, table, key } = shared;
  return entriesWithin(key, outer, model).flatMap((entry) =>
    Object.entries(model.components[entry.component]?.attributes ?? {}).map(([field, attribute]) => ({
      ...shared,
      name: `${type}.${key}: ${entry.component}.${field}`,
      holder: { isComponent: true, draftAndPublish },
      attribute,
      entry: { ...entry, field },
      from: `${id(table)} t, jsonb_path_query(t.${id(outer.column)}, ${sqlText(entry.path)}) e`,
      value: entryValue(`e -> ${sqlText(field)}`, `e ->> ${sqlText(field)}`, attribute),
    })),
  );
}

function columnValue(attribute: AttributeState): StoredValue {
  const column = `t.${id(attribute.column)}`;
  const value = { text: `${column}::text`, json: column };
  switch (attribute.kind) {
    case 'entries':
      return attribute.shape === 'one' ? single(value, `${column} IS NULL`) : list(value, lengthOf(column));
    case 'media':
      return attribute.multiple
        ? list(value, `coalesce(cardinality(${column}), 0)`)
        : single(value, `${column} IS NULL`);
    case 'relation': {
      const { storage } = attribute;
      if (storage.at === 'column') return single(value, `${column} IS NULL`);
      // A link has no column, so the message names none of its targets.
      const links = `(SELECT count(*) FROM ${id(storage.table)} l WHERE l."source_id" = t."id")`;
      return list({ text: 'NULL::text', json: 'NULL' }, links);
    }
    default:
      return single(value, `${column} IS NULL`);
  }
}

/** A field of an entry, which is absent in entries that are older than the field. */
export function entryValue(json: string, asText: string, attribute: AttributeState): StoredValue {
  const value = { text: asText, json };
  return isList(attribute) ? list(value, lengthOf(json)) : single(value, `${asText} IS NULL`);
}

function isList(attribute: AttributeState): boolean {
  if (attribute.kind === 'entries') return attribute.shape !== 'one';
  if (attribute.kind === 'media') return attribute.multiple;
  return attribute.kind === 'ids' && attribute.many;
}

function single(value: Pick<StoredValue, 'text' | 'json'>, isMissing: string): StoredValue {
  return { ...value, isMissing, size: '0' };
}

function list(value: Pick<StoredValue, 'text' | 'json'>, size: string): StoredValue {
  return { ...value, isMissing: `${size} = 0`, size };
}

function lengthOf(json: string): string {
  return `CASE jsonb_typeof(${json}) WHEN 'array' THEN jsonb_array_length(${json}) ELSE 0 END`;
}

/** The condition of the rows of a site that break a rule. */
export function brokenRows({ holder, value }: Pick<Site, 'holder' | 'value'>, rule: Rule): string {
  const broken = rule.isBroken(value);
  return holder.draftAndPublish && !rule.holdsForDrafts ? `t."cg_status" = 'published' AND (${broken})` : broken;
}

/** What is wrong, before the number of rows: `Rows without a value of article.title: `. */
export function problemOf({ name }: Pick<Site, 'name'>, { broken }: Rule): string {
  return broken === undefined
    ? `Rows without a value of ${name}: `
    : `Rows with a value of ${name} that is ${broken}: `;
}

/** The ways to mend rows that break a rule of an attribute. */
export function adviceFor(attribute: AttributeState): string {
  const takesBackfill = attribute.kind === 'scalar' && !attribute.unique;
  const ways = [
    ...(takesBackfill ? ['give the attribute a backfill'] : []),
    'change these rows with the API or your own SQL',
    'let the attribute keep them with keepOldValues: true',
  ];
  const [first = '', ...others] = ways;
  return `${first[0]?.toUpperCase()}${[first.slice(1), ...others].join(', or ')}.`;
}
