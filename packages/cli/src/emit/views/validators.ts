import type { ContentType } from '../../model/model.js';
import { type Page, own } from './page.js';

export function validatorsView(type: ContentType, { settings }: Page): object {
  return {
    filters: own(type, 'Filters').symbol,
    populate: own(type, 'Populate').symbol,
    input: own(type, 'Input').symbol,
    connectsMedia: settings.api.responses === 'strapi',
    value: type.symbols.value,
  };
}
