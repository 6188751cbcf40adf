import { walkFilter } from './filter-walk.js';
import type { Path } from '../config/source-position.js';
import type { PermissionRule } from '../config/define.js';
import type { ConfigReport } from '../config/shape.js';
import { isHidden } from '../attributes/index.js';
import type { ContentModel } from '../model/model.js';
import { actionsOf, publishingActionOf } from './actions.js';

interface Subject {
  readonly role: string;
  readonly name: string;
  readonly path: Path;
}

/** Checks that the limits of a rule have an effect, and that no limit bypasses another limit. */
export function checkLimits(rule: PermissionRule, subject: Subject, model: ContentModel, report: ConfigReport): void {
  const { role, name, path } = subject;
  const type = model.contentTypes.find((each) => each.name === name);
  if (type === undefined) {
    const limits = Object.keys(rule).filter((key) => key !== 'actions');
    for (const limit of limits)
      report('CG112', [...path, limit], `${limit} has no effect, because ${name} has no documents`);
    return;
  }
  for (const list of ['readable', 'filterable', 'writable'] as const) {
    for (const item of rule[list] ?? []) {
      const attribute = type.attributes.find((each) => each.name === item);
      if (attribute && isHidden(attribute)) reportHidden(name, item, [...path, list, { item }], report);
    }
  }
  for (const item of rule.filterable ?? []) {
    if (rule.readable === undefined || rule.readable.includes(item)) continue;
    const message = `${name}.${item} is filterable but not readable, so filters would reveal its value`;
    report('CG112', [...path, 'filterable', { item }], message, 'add it to readable, or remove it from filterable');
  }
  for (const action of Object.keys(rule.whereTo ?? {})) {
    const publishing = publishingActionOf(action);
    if (publishing !== undefined && (rule.actions === '*' || rule.actions.includes(publishing))) {
      const message = `whereTo.${action} has no effect, because the role ${role} has the action ${publishing} for ${name}, which includes ${action}`;
      report('CG112', [...path, 'whereTo', action], message, `limit ${publishing}, or remove it from actions`);
      continue;
    }
    if (rule.actions === '*' || rule.actions.includes(action) || !actionsOf(name, model).includes(action)) continue;
    const message = `whereTo.${action} has no effect, because the role ${role} has no action ${action} for ${name}`;
    report('CG112', [...path, 'whereTo', action], message, `add "${action}" to actions, or remove the limit`);
  }
  const filters: readonly (readonly [Path, unknown])[] = [
    ...(rule.where === undefined ? [] : [[[...path, 'where'], rule.where] as const]),
    ...Object.entries(rule.whereTo ?? {}).map(([action, filter]) => [[...path, 'whereTo', action], filter] as const),
  ];
  for (const [filterPath, filter] of filters) {
    walkFilter(filter, type, filterPath, model, (key, attribute, owner, at) => {
      if (attribute === undefined) return;
      if (isHidden(attribute)) reportHidden(owner.name, key, at, report);
      else if (['media', 'dynamicZone', 'morphTo'].includes(attribute.kind)) {
        report('CG112', at, `a filter cannot use ${owner.name}.${key}, because its kind is ${attribute.kind}`);
      }
    });
    if (role === 'public' && JSON.stringify(filter).includes('"$caller"')) {
      const message = '$caller has no value in the role public, because its callers have not signed in';
      report('CG112', filterPath, message, 'use $caller in the role authenticated, or in a role of your own');
    }
  }
}

function reportHidden(owner: string, name: string, path: Path, report: ConfigReport): void {
  report('CG111', path, `${owner}.${name} is private or a password, so a rule cannot use it`);
}
