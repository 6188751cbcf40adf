import { comment, string } from '../../attributes/literal.js';
import type { ContentType } from '../../model/model.js';
import { typeProperties } from './fields.js';
import { type Page, codeNameOf, segmentOf } from './page.js';

export function typesView(type: ContentType, { scope, settings }: Page): object {
  const name = type.symbols.type;
  const facts = [string(codeNameOf(type)), string(type.uid), ...(type.draftAndPublish ? [string('drafts')] : [])];
  return {
    type: name,
    path: comment(`${settings.api.prefix}/${segmentOf(type)}`),
    base: type.localized ? `t.LocalizedType<${name}Type>` : 't.DocumentType',
    facts: `t.${type.kind === 'singleType' ? 'Single' : 'Collection'}<${facts.join(', ')}>`,
    properties: typeProperties(type.attributes, scope),
    writtenBy: type.kind === 'singleType' ? '`PUT`' : '`POST` and `PUT`',
  };
}
