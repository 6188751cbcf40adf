import type { ContentType } from '../../model/model.js';
import { own } from './page.js';

export function validatorsView(type: ContentType): object {
  return {
    filters: own(type, 'Filters').symbol,
    populate: own(type, 'Populate').symbol,
    value: type.symbols.value,
  };
}
