import { tightenedRules } from '../../rules/tightened.js';
import { namesBefore } from '../renames.js';
import type { AttributeState, Attributes, ModelState } from '../../state/state.js';
import { type Statement, statement, sqlText } from '../statement.js';

/**
 * Statements without an effect, for changes that only allow more than before: other values, and entries with more
 * attributes. Without a migration, the snapshot would still say that rows are narrower, and the way back would not look
 * at the rows that were written meanwhile.
 */
export function recordWidenings(old: ModelState, next: ModelState): readonly Statement[] {
  const types = Object.entries(next.types).flatMap(([name, type]) => {
    const former = old.types[name];
    if (former === undefined) return [];
    return widened(name, former.attributes, type.attributes);
  });
  const names = namesBefore(old.components, next.components);
  const components = Object.entries(next.components).flatMap(([name, { attributes }]) => {
    const former = old.components[names.get(name) ?? ''];
    return former === undefined ? [] : entriesWidened(name, former.attributes, attributes);
  });
  return [...types, ...components].map((what) =>
    statement('safe', 'changes no rows', `SELECT ${sqlText(`${what} now`)}`),
  );
}

/** No table tells which attributes the entries of a component may have. */
function entriesWidened(component: string, before: Attributes, now: Attributes): readonly string[] {
  const former = namesBefore(before, now);
  const added = Object.keys(now).filter((key) => !former.has(key));
  return [...added.map((key) => `entries may have ${component}.${key}`), ...widened(component, before, now)];
}

function widened(holder: string, before: Attributes, now: Attributes): readonly string[] {
  return Object.entries(now).flatMap(([key, attribute]) => {
    const former = before[key];
    const name = `${holder}.${key}`;
    return [
      ...(former?.shared === true && attribute.shared === false ? [`each locale has its own ${name}`] : []),
      ...(former !== undefined && allowsMore(former, attribute) ? [`${name} allows other values`] : []),
      ...(former === undefined ? [] : addedComponents(former, attribute).map((one) => `${name} takes ${one}`)),
    ];
  });
}

/** Whether the way back would tighten a rule. */
function allowsMore(before: AttributeState, now: AttributeState): boolean {
  if (before.kind !== now.kind) return false;
  return tightenedRules(now, before, { isComponent: false, draftAndPublish: false }).length > 0;
}

function addedComponents(before: AttributeState, now: AttributeState): readonly string[] {
  if (before.kind !== 'entries' || now.kind !== 'entries') return [];
  return now.components.filter((component) => !before.components.includes(component));
}
