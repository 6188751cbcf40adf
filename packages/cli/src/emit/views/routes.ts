import { comment } from '../../attributes/literal.js';
import type { ContentType } from '../../model/model.js';
import { type Page, own, segmentOf } from './page.js';

export function routesView(type: ContentType, { settings }: Page): object {
  return {
    path: comment(`${settings.api.prefix}/${segmentOf(type)}`),
    routes: own(type, 'Routes').symbol,
    input: own(type, 'Input').symbol,
    value: type.symbols.value,
    draftAndPublish: type.draftAndPublish,
  };
}
