import type { Settings } from '@content-gen/runtime';

import { suggest } from '../diagnostics.js';
import type { Attribute, ContentModel } from '../model/model.js';
import type { Path } from './locate.js';
import { isObject } from './read.js';
import type { ConfigReport } from './shape.js';

type Permission = Extract<Settings['permissions'][string], object>[string];
export type Rule = Extract<Permission, { readonly actions: unknown }>;

/** Fields of every document, which rules may name as well. */
const fields = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'];

/** Checks that a rule names attributes of its type; those of a type that the project does not have are not known. */
export function checkRule(rule: Rule, name: string, path: Path, model: ContentModel, report: ConfigReport): void {
  const type = model.contentTypes.find((each) => each.name === name);
  if (!type) return;
  for (const list of ['readable', 'filterable', 'writable'] as const) {
    for (const attribute of rule[list] ?? []) {
      if (fields.includes(attribute) || type.attributes.some((each) => each.name === attribute)) continue;
      reportMissing(attribute, name, type.attributes, [...path, list, { item: attribute }], report);
    }
  }
  checkFilter(rule.where ?? {}, name, type.attributes, [...path, 'where'], model, report);
  for (const [action, filter] of Object.entries(rule.whereTo ?? {})) {
    checkFilter(filter, name, type.attributes, [...path, 'whereTo', action], model, report);
  }
}

function checkFilter(
  filter: unknown,
  owner: string,
  attributes: readonly Attribute[],
  path: Path,
  model: ContentModel,
  report: ConfigReport,
): void {
  if (Array.isArray(filter)) {
    for (const each of filter) checkFilter(each, owner, attributes, path, model, report);
  }
  if (!isObject(filter)) return;
  for (const [key, value] of Object.entries(filter)) {
    const inner = [...path, key];
    if (key === '$and' || key === '$or' || key === '$not') {
      checkFilter(value, owner, attributes, inner, model, report);
      continue;
    }
    if (key.startsWith('$') || fields.includes(key)) continue;
    const attribute = attributes.find(({ name }) => name === key);
    if (!attribute) reportMissing(key, owner, attributes, inner, report);
    const next = attribute && insideOf(attribute, model);
    if (next) checkFilter(value, next.name, next.attributes, inner, model, report);
  }
}

/** What a filter on an attribute goes on to. */
function insideOf(attribute: Attribute, model: ContentModel) {
  if (attribute.kind === 'component') return model.components.find(({ name }) => name === attribute.component);
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphInverse') return undefined;
  return model.contentTypes.find(({ name }) => name === attribute.target);
}

function reportMissing(
  name: string,
  owner: string,
  attributes: readonly Attribute[],
  path: Path,
  report: ConfigReport,
): void {
  const hint = suggest(
    name,
    attributes.map((attribute) => attribute.name),
  );
  report('CG110', path, `${owner} has no attribute "${name}"`, hint);
}
