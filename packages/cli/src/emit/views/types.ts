import type { Settings } from '@content-gen/runtime';

import { comment, string } from '../../attributes/literal.js';
import type { ContentType } from '../../model/model.js';
import { typeProperties } from './fields.js';
import { type Page, codeNameOf, segmentOf } from './page.js';

export function typesView(type: ContentType, { scope, settings }: Page): object {
  return {
    type: type.symbols.type,
    path: comment(`${settings.api.prefix}/${segmentOf(type)}`),
    ...typeHead(type, settings),
    properties: typeProperties(type.attributes, scope),
    writtenBy: type.kind === 'singleType' ? '`PUT`' : '`POST` and `PUT`',
  };
}

/** The base of a generated type, and what is known of the type as a whole. */
export function typeHead(
  type: ContentType,
  { locales }: Pick<Settings, 'locales'>,
): { readonly base: string; readonly facts: string } {
  const locale = locales.all.map(string).join(' | ');
  const option = string(type.draftAndPublish ? 'drafts' : '');
  const facts = [string(codeNameOf(type)), string(type.uid), option, locale];
  return {
    base: type.localized ? `t.LocalizedType<${type.symbols.type}Type>` : 't.DocumentType',
    facts: `t.${type.kind === 'singleType' ? 'Single' : 'Collection'}<${facts.join(', ')}>`,
  };
}
