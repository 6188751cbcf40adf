import { parse } from 'jsonc-parser';
import { isObject, strapiName } from 'content-gen/tools';

import { evaluateModule } from '../sources/evaluate.js';
import { dataOf } from '../sources/literal.js';
import { lineOf } from '../sources/project.js';
import type { Surveyor } from './surveyor.js';

/** `src/api/article/content-types/article/schema.json`; Strapi also reads a module. */
export function readContentType(surveyor: Surveyor, file: string, api: string): void {
  const schema = readSchema(surveyor, file);
  const info = isObject(schema['info']) ? schema['info'] : {};
  const folder = strapiName(file.split('/').at(-2) ?? api);
  const name = typeof info['singularName'] === 'string' ? info['singularName'] : folder;
  const plural = typeof info['pluralName'] === 'string' ? info['pluralName'] : `${name}s`;
  const isSingle = schema['kind'] === 'singleType';
  surveyor.types.push({
    uid: `api::${strapiName(api)}.${folder}`,
    api,
    name,
    path: `/${isSingle ? name : plural}`,
    isSingle,
    isLocalized: isLocalized(schema),
    hasDrafts: isObject(schema['options']) && schema['options']['draftAndPublish'] === true,
    file,
  });
  surveyor.findings.push({ outcome: 'works', kind: 'schema', file, line: 1, name: `content type ${name}` });
  readAttributes(surveyor, file, schema);
}

/** `src/components/shared/seo.json` */
export function readComponent(surveyor: Surveyor, file: string): void {
  const name = file
    .replace(/^src\/components\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '.');
  surveyor.findings.push({ outcome: 'works', kind: 'schema', file, line: 1, name: `component ${name}` });
  readAttributes(surveyor, file, readSchema(surveyor, file));
}

/** Reports attributes with conditions and custom fields, which the REST API treats specially. */
export function readAttributes(surveyor: Surveyor, file: string, schema = readSchema(surveyor, file)): void {
  const text = surveyor.project.read(file) ?? '';
  const attributes = isObject(schema['attributes']) ? schema['attributes'] : {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isObject(attribute)) continue;
    const line = isCode(file) ? lineOf(text, name) : lineOf(text, `"${name}"`);
    if (attribute['conditions'] !== undefined) {
      const note = 'its rules hold only while it is visible, as in Strapi';
      surveyor.findings.push({ outcome: 'works', kind: 'condition', file, line, name, note });
    }
    const field = attribute['customField'];
    if (typeof field !== 'string') continue;
    if (attribute['type'] === 'customField') surveyor.fieldUses.push({ uid: field, file, line });
    const note = 'stored by its type; its editor was part of the admin panel';
    surveyor.findings.push({ outcome: 'works', kind: 'customField', file, line, name: `${name} (${field})`, note });
  }
}

function readSchema(surveyor: Surveyor, file: string): Readonly<Record<string, unknown>> {
  const schema = isCode(file) ? exportedBy(surveyor, file) : parsedJson(surveyor.project.read(file) ?? '');
  return isObject(schema) ? schema : {};
}

function isCode(file: string): boolean {
  return !file.endsWith('.json');
}

function parsedJson(text: string): unknown {
  return parse(text, [], { allowTrailingComma: true });
}

/** The check of definitions reports what only a run of the module would tell. */
function exportedBy(surveyor: Surveyor, file: string): unknown {
  const module = surveyor.module(file);
  const literal = module && evaluateModule(module, {});
  return literal && dataOf(literal);
}

function isLocalized({ pluginOptions }: Readonly<Record<string, unknown>>): boolean {
  const i18n = isObject(pluginOptions) ? pluginOptions['i18n'] : undefined;
  return isObject(i18n) && i18n['localized'] === true;
}
