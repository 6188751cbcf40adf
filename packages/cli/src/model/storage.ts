import type { RelationDraft, TypeDraft } from './draft.js';
import type { MorphTo, Relation, RelationStorage } from './model.js';
import { linkTable, rankColumn } from './names/names.js';

/** The link tables of a type's to-many relations: usually `<table>_<attribute>`. */
export function linkTablesOf(type: TypeDraft): readonly { readonly table: string; readonly relation: RelationDraft }[] {
  return type.attributes.flatMap((attribute) =>
    attribute.kind === 'relationDraft' && hasLinkTable(attribute)
      ? [{ table: linkTableOf(type, attribute), relation: attribute }]
      : [],
  );
}

function linkTableOf({ table }: TypeDraft, relation: RelationDraft): string {
  return relation.linkTable ?? linkTable(table, relation.column);
}

/**
 * In schema files of Strapi, links give way to a content type with the name of their table: Strapi ends the names of
 * its own link tables with `_lnk`, and a content type with another table name would have an empty table in Strapi.
 */
export function withLinkTables(types: readonly TypeDraft[]): readonly TypeDraft[] {
  const taken = new Set(types.map(({ table }) => table));
  const fit = (type: TypeDraft) => (attribute: TypeDraft['attributes'][number]) =>
    attribute.kind === 'relationDraft' && hasLinkTable(attribute) && taken.has(linkTableOf(type, attribute))
      ? { ...attribute, linkTable: linkTable(type.table, `${attribute.column}_lnk`) }
      : attribute;
  return types.map((type) => (type.format === 'json' ? { ...type, attributes: type.attributes.map(fit(type)) } : type));
}

/** Whether the target shows the relation too, and so keeps an order of its owners. */
export function isTwoWay(relation: Relation | MorphTo): boolean {
  return relation.kind === 'morphTo' || relation.inverse !== undefined;
}

/** The storage of a relation of a content type. */
export function storageOf(
  type: TypeDraft,
  relation: RelationDraft,
  symbolOf: (table: string) => string,
): RelationStorage {
  if (relation.mappedBy) return { at: 'inverse' };
  if (hasLinkTable(relation)) {
    const table = linkTableOf(type, relation);
    return { at: 'link', table, tableSymbol: symbolOf(table) };
  }
  const twoWay = relation.inversedBy !== undefined;
  const rankColumn = rankColumnOf(relation);
  return {
    at: 'column',
    ...(rankColumn === undefined ? {} : { rankColumn }),
    exclusive: twoWay && relation.relation === 'oneToOne',
  };
}

/** The column that orders the list of the inverse side. */
export function rankColumnOf(relation: RelationDraft): string | undefined {
  const isListed = relation.relation === 'morphToOne' || (relation.relation === 'manyToOne' && relation.inversedBy);
  return isListed ? rankColumn(relation.column) : undefined;
}

/** Whether a column of the type's table stores the relation. */
export function hasColumn(relation: RelationDraft): boolean {
  const toOne = ['oneToOne', 'manyToOne', 'morphToOne'].includes(relation.relation);
  return toOne && !relation.mappedBy;
}

function hasLinkTable(relation: RelationDraft): boolean {
  const toMany = ['oneToMany', 'manyToMany', 'morphToMany'].includes(relation.relation);
  return toMany && !relation.mappedBy;
}
