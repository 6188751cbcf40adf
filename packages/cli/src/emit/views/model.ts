import { literal, string } from '../../attributes/literal.js';
import type { ContentType } from '../../model/model.js';
import { descriptors, property } from './fields.js';
import { studioProperties } from './studio.js';
import type { Page } from './page.js';

export function modelView(type: ContentType, { scope }: Page): object {
  const usual = `api::${type.name}.${type.name}`;
  const properties = [
    { name: 'name', value: string(type.name) },
    { name: 'plural', value: string(type.plural) },
    ...(type.uid === usual ? [] : [{ name: 'uid', value: string(type.uid) }]),
    ...(type.kind === 'singleType' ? [{ name: 'single', value: literal(true) }] : []),
    { name: 'table', value: `tables.${type.tableSymbol}` },
    ...(type.draftAndPublish ? [{ name: 'draftAndPublish', value: literal(true) }] : []),
    ...(type.localized ? [{ name: 'localized', value: literal(true) }] : []),
    ...(type.search ? [{ name: 'search', value: literal(true) }] : []),
    ...studioProperties(type),
  ];
  return {
    value: type.symbols.value,
    type: type.symbols.type,
    properties: properties.map(property),
    attributes: descriptors(type.attributes, scope),
  };
}
