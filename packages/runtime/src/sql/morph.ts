import { identifier } from '../database/index.js';
import type { MorphArm, MorphChild } from '../plan/index.js';
import type { Builder } from './builder.js';
import { type Joined, columnOf, elements, versionConditions } from './edge.js';
import { condition } from './filter.js';
import { mentions } from './mentions.js';
import { type RowSource, type Source, jsonOf, rowSource, tableOf } from './source.js';

/** The documents of one type that a polymorphic relation leads to. */
export function morphJoin(sql: Builder, parent: Source, child: MorphChild, arm: MorphArm): Joined {
  const model = arm.node.holder;
  const alias = sql.alias('t');
  const source = rowSource(alias, model);
  const table = `${tableOf(model)} ${alias}`;
  const shown = [
    ...versionConditions(sql, model, alias, parent),
    ...sql.guard(source),
    ...sql.publication(source),
    ...(arm.where === undefined ? [] : [condition(sql, source, arm.where)]),
  ];
  const named = (id: string) => `${alias}.document_id = ${id}`;

  const { storage } = child;
  if (storage.at === 'column')
    return { from: table, conditions: [named(columnOf(parent, storage.column)), ...shown], source, order: [] };
  const link = sql.alias('l');
  if (storage.at === 'link') {
    const from = `${identifier(storage.table)} ${link} join ${table} on ${named(`${link}.target_id`)}`;
    return {
      from,
      conditions: [`${link}.source_id = ${columnOf(parent, 'id')}`, ...shown],
      source,
      order: [`${link}.rank`],
    };
  }
  if (storage.at === 'uses') return joinUses(sql, parent, source, arm);
  const json = jsonOf(parent, storage.key, storage.key);
  if (!child.many) return { from: table, conditions: [named(`(${json} #>> '{}')`), ...shown], source, order: [] };
  const from = `${elements(json, link)} join ${table} on ${named(`(${link}.value #>> '{}')`)}`;
  return { from, conditions: shown, source, order: [`${link}.ord`] };
}

/** The documents of a type that use a file, the oldest first. A version counts in which the attribute names the file. */
function joinUses(sql: Builder, parent: Source, source: RowSource, { where, reads = () => false }: MorphArm): Joined {
  const { alias, model } = source;
  const file = { id: columnOf(parent, 'id') };
  const holds = (version: string) => {
    const found = mentions({ param: sql.param, alias: version, model, reads }, file);
    return [found.length === 0 ? 'false' : `(${found.join(' or ')})`];
  };
  const conditions = [
    ...holds(alias),
    ...versionConditions(sql, model, alias, parent, holds),
    ...sql.guard(source),
    ...sql.publication(source),
    ...(where === undefined ? [] : [condition(sql, source, where)]),
  ];
  const order = [`array[extract(epoch from ${alias}.created_at), ${alias}.id::numeric]`];
  return { from: `${tableOf(model)} ${alias}`, conditions, source, order };
}
