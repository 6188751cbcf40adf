import { kindOf } from '../../attributes/index.js';
import { string } from '../../attributes/literal.js';
import type { Attribute, ContentType } from '../../model/model.js';
import { property } from './fields.js';

export function schemaView(type: ContentType): object {
  return {
    symbol: type.tableSymbol,
    table: string(type.table),
    columns: type.attributes.flatMap((attribute) => kindOf(attribute).columns(attribute)).map(property),
    keys: type.attributes.flatMap((attribute) => kindOf(attribute).keys(attribute)),
    links: type.attributes.flatMap((attribute) => linkOf(type, attribute)),
  };
}

interface LinkView {
  readonly doc: string;
  readonly symbol: string;
  readonly table: string;
}

function linkOf(type: ContentType, attribute: Attribute): readonly LinkView[] {
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphTo') return [];
  if (attribute.storage.at !== 'link') return [];
  const { tableSymbol, table } = attribute.storage;
  return [{ doc: `${type.name}.${attribute.name} ${otherEnd(attribute)}`, symbol: tableSymbol, table: string(table) }];
}

function otherEnd(attribute: Extract<Attribute, { kind: 'relation' | 'morphTo' }>): string {
  if (attribute.kind === 'morphTo') return '→ documents of any type';
  return attribute.inverse === undefined ? `→ ${attribute.target}` : `⇄ ${attribute.target}.${attribute.inverse}`;
}
