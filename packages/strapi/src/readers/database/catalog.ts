import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'jsonc-parser';
import { type Attribute, type Component, type ContentModel, isObject, TransferProblem } from 'content-gen/tools';

import { type Engine, selection, storedColumn } from './engine.js';
import { findIdentifier, folded } from './identifiers.js';

/** A content type or component, and the table of it in Strapi. */
export interface StrapiSchema {
  /** `api::article.article`, or `shared.seo`. */
  readonly uid: string;
  readonly table: Table;
  readonly attributes: readonly StrapiAttribute[];
}

export interface Table {
  readonly name: string;
  /** The columns in the order of the table. */
  readonly columns: readonly string[];
}

export interface StrapiAttribute {
  readonly name: string;
  /** As in a schema file: `string`, `relation`, `dynamiczone`. */
  readonly type: string;
  readonly relation?: string;
  readonly target?: string;
  readonly repeatable: boolean;
  /** Another attribute stores the relation. */
  readonly mappedBy?: string;
}

export interface Catalog {
  readonly types: readonly StrapiSchema[];
  readonly components: ReadonlyMap<string, StrapiSchema>;
  /**
   * Components of the project without a table in the database. Such components have no entries, unless a table has
   * another name.
   */
  readonly withoutTable: ReadonlySet<string>;
  /** A table by parts of its name: `articles`, `coverImage`, `lnk`. */
  readonly table: (...parts: readonly string[]) => Table | undefined;
  /** The table of Strapi's settings. */
  readonly store: Table;
}

const STORE = 'strapi_core_store_settings';
/** The import has a use for these types of the admin panel. Sessions, roles and permissions of admins stay behind. */
const ADMIN_TYPES = ['admin::user', 'admin::api-token', 'admin::api-token-permission'];

/**
 * Strapi keeps the schemas of all content types in its store, as of the last time that Strapi wrote tables. Strapi
 * keeps no schemas of components, so these come from the project.
 */
export async function readCatalog(engine: Engine, model: ContentModel, root: string): Promise<Catalog> {
  const tables = await engine.tables();
  const names = new Map([...tables.keys()].map((name) => [folded(name), name]));
  const table = (...parts: readonly string[]) => {
    const name = findIdentifier(names, parts);
    return name === undefined ? undefined : { name, columns: tables.get(name) ?? [] };
  };
  const store = table(STORE);
  if (store === undefined) throw new TransferProblem(`${notStrapi(engine)}: the table ${STORE} is missing.`);
  const types = (await storedSchemas(engine, store)).flatMap(([uid, schema]) => typeSchema(uid, schema, table));
  const content = types.find(({ uid }) => uid.startsWith('api::'));
  if (content !== undefined && columnOf(content.table, 'documentId') === undefined) {
    throw new TransferProblem('The database belongs to Strapi 4. Upgrade the project to Strapi 5, and start it once.');
  }
  const components = await Promise.all(
    model.components.map(async (component) =>
      componentSchema(component, model, await tableName(component, root), table),
    ),
  );
  const found = new Map(components.flat().map((schema) => [schema.uid, schema]));
  const withoutTable = new Set(model.components.map(({ name }) => name).filter((name) => !found.has(name)));
  return { types, components: found, withoutTable, table, store };
}

function notStrapi({ name }: Engine): string {
  return `The ${name} database is none of Strapi 5, or Strapi never started with it`;
}

/** The schemas of content types, by uid. */
export async function storedSchemas(engine: Engine, store: Table): Promise<readonly [string, unknown][]> {
  const [row] = await engine.rows(
    `${selection(engine, store.name, ['value'])} where ${storedColumn(engine, 'key')} = 'strapi_content_types_schema'`,
  );
  const schemas: unknown = JSON.parse(row?.['value'] ?? 'null');
  if (!isObject(schemas)) throw new TransferProblem(`${notStrapi(engine)}: ${STORE} has no schemas of content types.`);
  return Object.entries(schemas);
}

function typeSchema(uid: string, schema: unknown, table: Catalog['table']): readonly StrapiSchema[] {
  if (!isObject(schema) || !isObject(schema['attributes'])) return [];
  if (uid.startsWith('admin::') && !ADMIN_TYPES.includes(uid)) return [];
  const found = table(String(schema['collectionName']));
  if (found === undefined) {
    if (!uid.startsWith('api::')) return [];
    throw new TransferProblem(`The table ${String(schema['collectionName'])} of ${uid} is missing in the database.`);
  }
  const attributes = Object.entries(schema['attributes']).flatMap(([name, attribute]) =>
    isObject(attribute) ? [storedAttribute(name, attribute)] : [],
  );
  return [{ uid, table: found, attributes }];
}

function storedAttribute(name: string, attribute: Readonly<Record<string, unknown>>): StrapiAttribute {
  const text = (key: string) => (typeof attribute[key] === 'string' ? { [key]: attribute[key] } : {});
  const type = String(attribute['type']);
  return {
    name,
    type,
    repeatable: attribute['repeatable'] === true,
    ...text('relation'),
    ...text('target'),
    ...text('mappedBy'),
  };
}

/**
 * A renamed component keeps its table, so the schema file names the table; without that, the table has the name that
 * Strapi makes.
 */
async function tableName({ source, category, shortName }: Component, root: string): Promise<readonly string[]> {
  const usual = ['s', 'es', ''].map((ending) => `components_${category}_${shortName}${ending}`);
  if (!source.endsWith('.json')) return [...usual, `components_${category}_${shortName.replace(/y$/, 'ies')}`];
  const schema: unknown = parse(await readFile(join(root, source), 'utf8'));
  return isObject(schema) && typeof schema['collectionName'] === 'string' ? [schema['collectionName']] : usual;
}

function componentSchema(
  { name, attributes }: Component,
  model: ContentModel,
  names: readonly string[],
  table: Catalog['table'],
): readonly StrapiSchema[] {
  const found = names.map((each) => table(each)).find((each) => each !== undefined);
  if (found === undefined) return [];
  return [{ uid: name, table: found, attributes: attributes.map((attribute) => modelAttribute(attribute, model)) }];
}

function modelAttribute(attribute: Attribute, model: ContentModel): StrapiAttribute {
  const { name } = attribute;
  switch (attribute.kind) {
    case 'scalar':
      return { name, type: attribute.type, repeatable: false };
    case 'component':
      return { name, type: 'component', repeatable: attribute.repeatable };
    case 'dynamicZone':
      return { name, type: 'dynamiczone', repeatable: true };
    case 'relation': {
      const target = model.contentTypes.find((type) => type.name === attribute.target)?.uid;
      const known = target === undefined ? {} : { target };
      return { name, type: 'relation', relation: attribute.cardinality, repeatable: false, ...known };
    }
    case 'morphTo':
      return { name, type: 'relation', relation: attribute.many ? 'morphToMany' : 'morphToOne', repeatable: false };
    case 'media':
    case 'morphInverse':
    case 'role':
      return { name, type: attribute.kind, repeatable: false };
  }
}

export function columnOf(table: Table, name: string): string | undefined {
  return table.columns.find((column) => folded(column) === folded(name));
}
