import { walkFilter } from './filter-walk.js';
import type { Path } from '../config/source-position.js';
import type { Rule } from '../config/define.js';
import type { ConfigReport } from '../config/shape.js';
import { isHidden } from '../attributes/index.js';
import type { ContentModel } from '../model/model.js';
import { actionsOf } from './actions.js';

interface Subject {
  readonly role: string;
  readonly name: string;
  readonly path: Path;
}

/** Checks that the limits of a rule have an effect, and that none of them bypasses another. */
export function checkLimits(rule: Rule, subject: Subject, model: ContentModel, report: ConfigReport): void {
  const { role, name, path } = subject;
  const type = model.contentTypes.find((each) => each.name === name);
  if (type === undefined) {
    const limits = Object.keys(rule).filter((key) => key !== 'actions');
    for (const limit of limits) report('CG112', [...path, limit], `${name} has no documents that ${limit} could limit`);
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
    const message = `${name}.${item} is filterable and not readable: filters tell what it is`;
    report('CG112', [...path, 'filterable', { item }], message, 'list it in readable as well');
  }
  for (const action of Object.keys(rule.whereTo ?? {})) {
    if (rule.actions === '*' || rule.actions.includes(action) || !actionsOf(name).includes(action)) continue;
    report('CG112', [...path, 'whereTo', action], `${role} may not ${action} ${name} at all`);
  }
  const filters: readonly (readonly [Path, unknown])[] = [
    ...(rule.where === undefined ? [] : [[[...path, 'where'], rule.where] as const]),
    ...Object.entries(rule.whereTo ?? {}).map(([action, filter]) => [[...path, 'whereTo', action], filter] as const),
  ];
  for (const [place, filter] of filters) {
    walkFilter(filter, type, place, model, (key, attribute, owner, at) => {
      if (attribute === undefined) return;
      if (isHidden(attribute)) reportHidden(owner.name, key, at, report);
      else if (['media', 'dynamicZone', 'morphTo'].includes(attribute.kind)) {
        report('CG112', at, `rows cannot be compared by ${owner.name}.${key}, which is of kind ${attribute.kind}`);
      }
    });
    if (role === 'public' && JSON.stringify(filter).includes('"$caller"')) {
      report('CG112', place, `$caller is nobody in the role public: there, nobody has signed in`);
    }
  }
}

function reportHidden(owner: string, name: string, path: Path, report: ConfigReport): void {
  report('CG111', path, `${owner}.${name} is private or a password, and no rule can change that`);
}
