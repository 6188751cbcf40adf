import type { Attribute, Component, ContentModel, ContentType, MorphTo, Relation } from '../model/model.js';
import { isTwoWay } from '../model/storage.js';

/** Where the database keeps the content of a project. */
export interface Layout {
  /** By the uid: `api::article.article`. */
  readonly types: ReadonlyMap<string, TypeLayout>;
  /** By name: `shared.seo`. */
  readonly components: ReadonlyMap<string, Component>;
}

export interface TypeLayout {
  readonly type: ContentType;
  /** Quoted. */
  readonly table: string;
  readonly columns: readonly Column[];
  readonly links: readonly LinkTable[];
}

/** A column of a version row, besides the columns that every type has. */
export interface Column {
  /** Not quoted. */
  readonly name: string;
  readonly attribute: Attribute;
  readonly postgres: string;
  /** The column has the place of the row in the list of the other side. */
  readonly isRank: boolean;
}

export interface LinkTable {
  readonly attribute: Relation | MorphTo;
  /** Quoted. */
  readonly table: string;
  readonly isTwoWay: boolean;
}

export function layoutOf(model: ContentModel): Layout {
  return {
    types: new Map(model.contentTypes.map((type) => [type.uid, typeLayout(type)])),
    components: new Map(model.components.map((component) => [component.name, component])),
  };
}

function typeLayout(type: ContentType): TypeLayout {
  return {
    type,
    table: quoted(type.table),
    columns: type.attributes.flatMap(columnsOf),
    links: type.attributes.flatMap((attribute) =>
      isOwned(attribute) && attribute.storage.at === 'link'
        ? [{ attribute, table: quoted(attribute.storage.table), isTwoWay: isTwoWay(attribute) }]
        : [],
    ),
  };
}

function columnsOf(attribute: Attribute): readonly Column[] {
  const postgres = columnType(attribute);
  if (postgres === undefined) return [];
  const column = { name: attribute.column, attribute, postgres, isRank: false };
  const rank = isOwned(attribute) && attribute.storage.at === 'column' ? attribute.storage.rankColumn : undefined;
  return rank === undefined ? [column] : [column, { name: rank, attribute, postgres: 'text', isRank: true }];
}

const SCALARS: Readonly<Record<string, string>> = {
  blocks: 'jsonb',
  json: 'jsonb',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'timestamptz',
  timestamp: 'timestamptz',
};

function columnType(attribute: Attribute): string | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return SCALARS[attribute.type] ?? 'text';
    case 'media':
      return attribute.multiple ? 'bigint[]' : 'bigint';
    case 'component':
    case 'dynamicZone':
      return 'jsonb';
    case 'role':
      return 'text';
    case 'relation':
    case 'morphTo':
      return attribute.storage.at === 'column' ? 'text' : undefined;
    case 'morphInverse':
      return undefined;
  }
}

/** A relation that this side stores, in a column, a link table or an entry. */
export function isOwned(attribute: Attribute): attribute is Relation | MorphTo {
  return (attribute.kind === 'relation' || attribute.kind === 'morphTo') && attribute.storage.at !== 'inverse';
}

export function isToMany(attribute: Relation | MorphTo): boolean {
  if (attribute.kind === 'morphTo') return attribute.many;
  return attribute.cardinality === 'oneToMany' || attribute.cardinality === 'manyToMany';
}

/** The components whose entries an attribute may hold. */
export function componentNames(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.component];
  return attribute.kind === 'dynamicZone' ? attribute.components : [];
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
