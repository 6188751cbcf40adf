import { type SourceLink, TransferProblem } from 'content-gen/tools';

import { FILE_UID } from '../records.js';
import { type Catalog, type StrapiAttribute, type StrapiSchema, type Table, columnOf } from './catalog.js';
import { type Engine, type Row, batches, idOf } from './engine.js';

/** All links of a database: of content types, of component entries, and of files. */
export async function* linksOf(
  engine: Engine,
  catalog: Catalog,
  isWanted: (type: string) => boolean,
): AsyncIterable<SourceLink> {
  for (const schema of [...catalog.types, ...catalog.components.values()].filter(({ uid }) => isWanted(uid))) {
    for (const attribute of schema.attributes) {
      if (attribute.type === 'relation') yield* relationLinks(engine, catalog, schema, attribute);
    }
  }
}

/**
 * The side that stores a relation has a table or columns for the relation. The other side has no table and no columns.
 */
async function* relationLinks(
  engine: Engine,
  catalog: Catalog,
  schema: StrapiSchema,
  attribute: StrapiAttribute,
): AsyncIterable<SourceLink> {
  const { relation, name, target } = attribute;
  const many = catalog.table(schema.table.name, name, relation === 'morphToMany' ? 'mph' : 'lnk');
  if (relation === 'morphToMany' && many !== undefined) {
    const read = schema.uid === FILE_UID && name === 'related' ? mediaLink : morphLink(schema, attribute, many);
    yield* linksIn(engine, many, many.columns, read);
  } else if (relation === 'morphToOne') {
    const columns = ['target_id', 'target_type'].map((column) => columnOf(schema.table, column) ?? '');
    if (columns.includes('')) return;
    yield* linksIn(engine, schema.table, ['id', ...columns], (row) =>
      ownLink(schema, name, row, columns[0], row['target_type']),
    );
  } else if (target !== undefined && many !== undefined) {
    yield* linksIn(engine, many, many.columns, tableLink(schema, attribute, target, many));
  } else if (target !== undefined) {
    const column = columnOf(schema.table, `${name}_id`);
    if (column === undefined) return checkInverse(schema, attribute);
    yield* linksIn(engine, schema.table, ['id', column], (row) => ownLink(schema, name, row, column, target));
  }
}

/**
 * A relation that the database does not store on this side must be stored on the other side. Otherwise the links of the
 * relation would be lost.
 */
function checkInverse({ uid, table }: StrapiSchema, { name, relation, mappedBy }: StrapiAttribute): void {
  const isStoredElsewhere = mappedBy !== undefined || relation === 'morphOne' || relation === 'morphMany';
  if (isStoredElsewhere || name === 'localizations' || !uid.startsWith('api::')) return;
  throw new TransferProblem(`The table of the relation ${name} of ${uid} is missing: ${table.name}_…_lnk.`);
}

async function* linksIn(
  engine: Engine,
  table: Table,
  columns: readonly string[],
  read: (row: Row) => SourceLink | undefined,
): AsyncIterable<SourceLink> {
  for await (const rows of batches(engine, table.name, columns)) {
    for (const row of rows) {
      const link = read(row);
      if (link !== undefined) yield link;
    }
  }
}

/** A link in a column of the row itself. */
function ownLink(
  { uid }: StrapiSchema,
  field: string,
  row: Row,
  column = '',
  target: string | null | undefined = undefined,
): SourceLink | undefined {
  if (isMissing(row[column]) || isMissing(target)) return undefined;
  return { owner: { type: uid, id: idOf(row), field }, target: { type: target, id: idOf(row, column) } };
}

/** A row of a link table: the id of the owner, then the id of the target, then the order columns of both. */
function tableLink(schema: StrapiSchema, { name, relation }: StrapiAttribute, target: string, table: Table) {
  const [source = '', other = ''] = table.columns.filter((column) => column.endsWith('_id'));
  const [order = '', inverseOrder = ''] = orderColumns(source, other, relation?.endsWith('ToMany') === true, table);
  return (row: Row): SourceLink | undefined => {
    if (isMissing(row[source]) || isMissing(row[other])) return undefined;
    return {
      owner: { type: schema.uid, id: idOf(row, source), field: name, ...placed(row[order]) },
      target: { type: target, id: idOf(row, other), ...placed(row[inverseOrder]) },
    };
  };
}

/**
 * The columns with the places in the lists of the owner and of the target. An order column is named after the side that
 * it orders. If both sides are of one type, the second name begins with `inv_`. An owner with one target has no order.
 */
function orderColumns(source: string, other: string, isToMany: boolean, { columns }: Table): readonly string[] {
  if (!isToMany) return ['', columns.find((column) => column.endsWith('_ord')) ?? ''];
  const [ours, theirs] = [source, other].map((column) => column.replace(/_id$/, '_ord'));
  return other === `inv_${source}` ? [ours ?? '', theirs ?? ''] : [theirs ?? '', ours ?? ''];
}

function morphLink(schema: StrapiSchema, { name }: StrapiAttribute, table: Table) {
  const [source = ''] = table.columns.filter((column) => column.endsWith('_id'));
  const [id = '', type = ''] = [columnOf(table, `${name}_id`), columnOf(table, `${name}_type`)];
  return (row: Row): SourceLink | undefined => {
    const target = row[type];
    if (isMissing(row[source]) || isMissing(row[id]) || isMissing(target)) return undefined;
    // The one order column serves both sides.
    const place = placed(row['order']);
    return {
      owner: { type: schema.uid, id: idOf(row, source), field: name, ...place },
      target: { type: target, id: idOf(row, id), ...place },
    };
  };
}

/** Strapi stores a media attribute at the file. */
function mediaLink(row: Row): SourceLink | undefined {
  const { related_type: type, field } = row;
  if (isMissing(row['file_id']) || isMissing(row['related_id']) || isMissing(type) || isMissing(field))
    return undefined;
  return {
    owner: { type, id: idOf(row, 'related_id'), field, ...placed(row['order']) },
    target: { type: FILE_UID, id: idOf(row, 'file_id') },
  };
}

function placed(position: string | null | undefined): { readonly position?: number } {
  return isMissing(position) ? {} : { position: Number(position) };
}

function isMissing(value: string | null | undefined): value is null | undefined {
  return value === null || value === undefined;
}
