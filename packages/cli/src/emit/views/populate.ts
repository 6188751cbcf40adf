import type { ContentType } from '../../model/model.js';
import { type InterfaceView, optional, populateProperties } from './fields.js';
import { type Page, own, segmentOf } from './page.js';

export function populateView(type: ContentType, { scope }: Page): object {
  const name = `${type.symbols.type}Populate`;
  const properties = populateProperties(type.attributes, scope);
  const populate: InterfaceView = {
    doc: `\`populate[…]\` on ${segmentOf(type)}.`,
    name,
    base: false,
    otherwise: 'p.Nothing',
    properties: type.localized
      ? [...properties, optional('localizations', `p.Relation<${name}, ${scope.contentType(type.name, 'filters')}>`)]
      : properties,
  };
  return { populate, validator: own(type, 'populate').symbol, value: type.symbols.value };
}
