import { TransferProblem } from 'content-gen/tools';

import { type Catalog, type StrapiSchema } from './catalog.js';
import { type Engine, type Row, idOf, selection, storedColumn } from './engine.js';
import { valueColumns, valuesOf } from './values.js';

type Values = Record<string, unknown>;

/** The component entries of some rows, by the row and the attribute, with nested entries inside. */
export async function componentEntriesOf(
  engine: Engine,
  catalog: Catalog,
  owner: StrapiSchema,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Values>> {
  const fields = owner.attributes.filter(({ type }) => type === 'component' || type === 'dynamiczone');
  const table = catalog.table(owner.table.name, 'cmps');
  if (fields.length === 0 || table === undefined || ids.length === 0) return new Map();
  const links = await rowsOf(engine, table.name, ['entity_id', 'cmp_id', 'component_type', 'field'], 'entity_id', ids);
  const entries = await componentEntries(engine, catalog, links);
  const found = new Map(ids.map((id) => [id, emptyFields(fields)]));
  for (const link of links) {
    const field = fields.find(({ name }) => name === link['field']);
    const values = found.get(idOf(link, 'entity_id'));
    const entry = entries.get(keyOf(link));
    if (field === undefined || values === undefined || entry === undefined) continue;
    const listed = field.type === 'dynamiczone' ? { ...entry, __component: link['component_type'] } : entry;
    const list = values[field.name];
    if (Array.isArray(list)) list.push(listed);
    else values[field.name] = listed;
  }
  return found;
}

function emptyFields(fields: StrapiSchema['attributes']): Values {
  return Object.fromEntries(
    fields.map(({ name, type, repeatable }) => [name, type === 'dynamiczone' || repeatable ? [] : null]),
  );
}

/** Entries by component and id. A component that the project does not define has entries without values. */
async function componentEntries(
  engine: Engine,
  catalog: Catalog,
  links: readonly Row[],
): Promise<ReadonlyMap<string, Values>> {
  const entries = new Map<string, Values>();
  for (const [component, ids] of idsByComponent(links)) {
    const schema = catalog.components.get(component);
    if (schema === undefined) {
      if (catalog.withoutTable.has(component)) throw missingTable(component);
      for (const id of ids) entries.set(`${component} ${id}`, { id });
      continue;
    }
    const columns = valueColumns(schema);
    const names = ['id', ...columns.map(({ column }) => column)];
    const nested = await componentEntriesOf(engine, catalog, schema, ids);
    for (const row of await rowsOf(engine, schema.table.name, names, 'id', ids)) {
      const id = idOf(row);
      entries.set(`${component} ${id}`, { id, ...valuesOf(row, columns), ...nested.get(id) });
    }
  }
  return entries;
}

function missingTable(component: string): TransferProblem {
  return new TransferProblem(
    `The database has entries of the component ${component}, but its table was not found. ` +
      'Write the collectionName of its schema file in Strapi into its JSON file here.',
  );
}

function idsByComponent(links: readonly Row[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const link of links) {
    const component = link['component_type'] ?? '';
    const list = found.get(component);
    if (list === undefined) found.set(component, [idOf(link, 'cmp_id')]);
    else list.push(idOf(link, 'cmp_id'));
  }
  return found;
}

function keyOf(link: Row): string {
  return `${link['component_type']} ${idOf(link, 'cmp_id')}`;
}

const LIST = 1000;

/**
 * Rows by a column, in parts, because engines limit the length of a statement. The rows of a list come in the order of
 * the list.
 */
async function rowsOf(
  engine: Engine,
  table: string,
  columns: readonly string[],
  by: string,
  ids: readonly number[],
): Promise<readonly Row[]> {
  const found: Row[] = [];
  const order = columns.includes('cmp_id')
    ? `order by ${storedColumn(engine, 'order')}, ${storedColumn(engine, 'id')}`
    : '';
  for (let start = 0; start < ids.length; start += LIST) {
    const list = ids.slice(start, start + LIST).join(', ');
    const statement = `${selection(engine, table, columns)} where ${storedColumn(engine, by)} in (${list}) ${order}`;
    found.push(...(await engine.rows(statement)));
  }
  return found;
}
