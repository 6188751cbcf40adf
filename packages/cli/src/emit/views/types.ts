import { comment } from '../../attributes/literal.js';
import type { ContentType } from '../../model/model.js';
import { type InterfaceView, inputProperties, optional, outputProperties } from './fields.js';
import { type Page, segmentOf } from './page.js';

export function typesView(type: ContentType, { scope, settings }: Page): object {
  const name = type.symbols.type;
  const fields = type.localized ? 'cg.LocalizedDocument' : 'cg.Document';
  const hasMeta = type.attributes.some((attribute) => attribute.name === 'meta');
  const base = hasMeta ? `Omit<${fields}, 'meta'>` : fields;
  const path = comment(`${settings.api.prefix}/${segmentOf(type)}`);
  const output: InterfaceView = {
    doc: `A document at \`${path}\`. Optional properties are present only when populated.`,
    name,
    base,
    otherwise: base,
    properties: [
      ...outputProperties(type.attributes, scope),
      ...(type.localized ? [optional('localizations', `${name}[]`)] : []),
    ],
  };
  const input: InterfaceView = {
    doc: `\`data\` in the body of ${type.kind === 'singleType' ? '`PUT`' : '`POST` and `PUT`'}.`,
    name: `${name}Input`,
    base: false,
    otherwise: 'Record<never, never>',
    properties: inputProperties(type.attributes, scope),
  };
  return { output, input };
}
