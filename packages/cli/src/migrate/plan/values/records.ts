import { tightenedRules } from '../../rules/tightened.js';
import { namesBefore } from '../renames.js';
import type { AttributeState, Attributes, ModelState } from '../../state/state.js';
import { type Statement, statement, text } from '../statement.js';

/**
 * Statements without an effect, for changes that only allow more than before. Without a migration, the snapshot would
 * still say that rows are narrower, and the way back would not look at the rows that were written meanwhile.
 */
export function recordWidenings(old: ModelState, next: ModelState): readonly Statement[] {
  const types = Object.entries(next.types).flatMap(([name, type]) => {
    const former = old.types[name];
    if (former === undefined) return [];
    return widened(name, former.attributes, type.attributes);
  });
  const names = namesBefore(old.components, next.components);
  const components = Object.entries(next.components).flatMap(([name, { attributes }]) =>
    widened(name, old.components[names.get(name) ?? '']?.attributes ?? {}, attributes),
  );
  return [...types, ...components].map((what) => statement('safe', 'changes no rows', `SELECT ${text(`${what} now`)}`));
}

function widened(holder: string, before: Attributes, now: Attributes): readonly string[] {
  return Object.entries(now).flatMap(([key, attribute]) => {
    const former = before[key];
    const name = `${holder}.${key}`;
    return [
      ...(former?.shared === true && attribute.shared === false ? [`each locale has its own ${name}`] : []),
      ...(former !== undefined && allowsMore(former, attribute) ? [`${name} allows other values`] : []),
    ];
  });
}

/** Whether the way back would tighten a rule. */
function allowsMore(before: AttributeState, now: AttributeState): boolean {
  if (before.kind !== now.kind) return false;
  return tightenedRules(now, before, { isComponent: false, draftAndPublish: false }).length > 0;
}
