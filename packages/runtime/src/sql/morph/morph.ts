import { identifier } from '../../database/index.js';
import type { MorphArm, MorphChild } from '../../plan/index.js';
import type { Builder } from '../builder.js';
import { type Joined, parentColumn, elements, versionConditions } from '../edge.js';
import { condition } from '../filter.js';
import { mentions } from './mentions.js';
import { type Source, jsonOf, rowSource, tableOf } from '../source.js';

/** The documents of one type that a polymorphic relation leads to. */
export function morphJoin(sql: Builder, parent: Source, child: MorphChild, arm: MorphArm): Joined {
  const model = arm.node.holder;
  const alias = sql.alias('t');
  const source = rowSource(alias, model);
  const table = `${tableOf(model)} ${alias}`;
  const shownBy = (carries?: (version: string) => readonly string[]) => [
    ...versionConditions(sql, model, alias, parent, carries),
    ...sql.guard(source),
    ...sql.publication(source),
    ...(arm.where === undefined ? [] : [condition(sql, source, arm.where)]),
  ];

  const { storage } = child;
  if (storage.at === 'uses') {
    const holds = (version: string) => [holdsFile(sql, version, parent, arm)];
    // The oldest document comes first.
    const order = [`array[extract(epoch from ${alias}.created_at), ${alias}.id::numeric]`];
    return { from: table, conditions: [...holds(alias), ...shownBy(holds)], source, order };
  }
  const shown = shownBy();
  const named = (id: string) => `${alias}.document_id = ${id}`;
  if (storage.at === 'column')
    return { from: table, conditions: [named(parentColumn(parent, storage.column)), ...shown], source, order: [] };
  const link = sql.alias('l');
  if (storage.at === 'link') {
    const from = `${identifier(storage.table)} ${link} join ${table} on ${named(`${link}.target_id`)}`;
    return {
      from,
      conditions: [`${link}.source_id = ${parentColumn(parent, 'id')}`, ...shown],
      source,
      order: [`${link}.rank`],
    };
  }
  const json = jsonOf(parent, storage.key, storage.key);
  if (!child.many) return { from: table, conditions: [named(`(${json} #>> '{}')`), ...shown], source, order: [] };
  const from = `${elements(json, link)} join ${table} on ${named(`(${link}.value #>> '{}')`)}`;
  return { from, conditions: shown, source, order: [`${link}.ord`] };
}

/** Whether a media attribute of a version names the file `parent`, as far as the caller may read it. */
function holdsFile(sql: Builder, alias: string, parent: Source, { node, reads = () => false }: MorphArm): string {
  const searched = { param: sql.param, alias, model: node.holder, reads };
  const found = mentions(searched, { id: () => parentColumn(parent, 'id') });
  return found.length === 0 ? 'false' : `(${found.join(' or ')})`;
}
