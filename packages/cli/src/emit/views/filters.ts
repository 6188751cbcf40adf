import type { ContentType } from '../../model/model.js';
import { type InterfaceView, filterProperties, optional } from './fields.js';
import { type Page, own, segmentOf } from './page.js';

export function filtersView(type: ContentType, { scope }: Page): object {
  const name = `${type.symbols.type}Filters`;
  const base = `f.${type.localized ? 'LocalizedDocument' : 'Document'}<${name}>`;
  const filters: InterfaceView = {
    doc: `\`filters[…]\` on ${segmentOf(type)}. Media and dynamic zones cannot be filtered on.`,
    name,
    base,
    otherwise: base,
    properties: [
      ...filterProperties(type.attributes, scope),
      ...(type.localized ? [optional('localizations', `f.Relation<${name}>`)] : []),
    ],
  };
  return { filters, validator: own(type, 'filters').symbol, value: type.symbols.value };
}
