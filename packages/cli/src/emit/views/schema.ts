import { kindOf } from '../../attributes/index.js';
import { string } from '../../attributes/literal.js';
import { memberOf } from '../../attributes/scalar.js';
import { isSearchedText } from '../../model/indexes.js';
import type { Attribute, ContentType, IndexTerm } from '../../model/model.js';
import { isTwoWay } from '../../model/storage.js';
import { property } from './fields.js';

export function schemaView(type: ContentType): object {
  return {
    symbol: type.tableSymbol,
    table: string(type.table),
    columns: type.attributes.flatMap((attribute) => kindOf(attribute).columns(attribute)).map(property),
    isList: type.kind === 'collectionType',
    keys: [
      ...type.attributes.flatMap((attribute) => kindOf(attribute).keys(attribute)),
      ...type.indexes.map(indexCall),
      ...(type.search ? [searchCall(type), ...fullTextCall(type)] : []),
    ],
    links: type.attributes.flatMap((attribute) => linkOf(type, attribute)),
  };
}

/** `cg.index(t, t.kind, cg.desc(t.publishedAt))` */
function indexCall(terms: readonly IndexTerm[]): string {
  const columns = terms.map(({ name, direction }) => {
    const column = memberOf('t', name);
    return direction === 'desc' ? `cg.desc(${column})` : column;
  });
  return `cg.index(${['t', ...columns].join(', ')})`;
}

/** Attributes with a trigram index of their own are left out. */
function searchCall({ attributes }: ContentType): string {
  const columns = attributes.filter(isSearched).map(({ name }) => memberOf('t', name));
  return `...cg.search(${['t', ...columns].join(', ')})`;
}

/** All text that `_q` searches, in the order in which the runtime names it. */
function fullTextCall({ attributes }: ContentType): readonly string[] {
  const columns = attributes.filter(isText).map(({ name }) => memberOf('t', name));
  return columns.length === 0 ? [] : [`cg.fullText(${['t', ...columns].join(', ')})`];
}

function isSearched(attribute: Attribute): boolean {
  return isText(attribute) && attribute.kind === 'scalar' && attribute.index !== 'trigram';
}

function isText(attribute: Attribute): boolean {
  const isShown = !attribute.private && attribute.visible && attribute.searchable;
  return attribute.kind === 'scalar' && isShown && isSearchedText(attribute.type);
}

interface LinkView {
  readonly doc: string;
  readonly symbol: string;
  readonly table: string;
  readonly keys: keyof typeof linkIndexes;
  readonly indexes: string;
}

/** The ends of the names of the indexes that the runtime adds to a link table. */
const linkIndexes = {
  linkKeys: '__link (unique), __order (unique), __owners',
  oneWayLinkKeys: '__target (unique), __order (unique)',
} as const;

function linkOf(type: ContentType, attribute: Attribute): readonly LinkView[] {
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphTo') return [];
  if (attribute.storage.at !== 'link') return [];
  const { tableSymbol, table } = attribute.storage;
  const doc = `${type.name}.${attribute.name} ${otherEnd(attribute)}`;
  const keys = isTwoWay(attribute) ? 'linkKeys' : 'oneWayLinkKeys';
  return [{ doc, symbol: tableSymbol, table: string(table), keys, indexes: linkIndexes[keys] }];
}

function otherEnd(attribute: Extract<Attribute, { kind: 'relation' | 'morphTo' }>): string {
  if (attribute.kind === 'morphTo') return '→ documents of any type';
  return attribute.inverse === undefined ? `→ ${attribute.target}` : `⇄ ${attribute.target}.${attribute.inverse}`;
}
