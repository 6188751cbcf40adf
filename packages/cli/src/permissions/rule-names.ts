import type { PermissionRule } from '../config/define.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { Attribute, ContentModel } from '../model/model.js';
import { type FilterOwner, documentFields, walkFilter } from './filter-walk.js';
import type { Path } from '../config/source-position.js';
import type { ConfigReport } from '../config/shape.js';

/** Checks that the attributes in a rule exist. Plugin types without a definition are not checked. */
export function checkRule(
  rule: PermissionRule,
  name: string,
  path: Path,
  model: ContentModel,
  report: ConfigReport,
): void {
  const type = model.contentTypes.find((each) => each.name === name);
  if (!type) return;
  for (const list of ['readable', 'filterable', 'writable'] as const) {
    for (const attribute of rule[list] ?? []) {
      if (documentFields.includes(attribute) || type.attributes.some((each) => each.name === attribute)) continue;
      reportMissing(attribute, name, type.attributes, [...path, list, { item: attribute }], report);
    }
  }
  const known = (attribute: string, found: Attribute | undefined, owner: FilterOwner, at: Path) => {
    if (!found) reportMissing(attribute, owner.name, owner.attributes, at, report);
  };
  walkFilter(rule.where ?? {}, type, [...path, 'where'], model, known);
  for (const [action, filter] of Object.entries(rule.whereTo ?? {})) {
    walkFilter(filter, type, [...path, 'whereTo', action], model, known);
  }
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
