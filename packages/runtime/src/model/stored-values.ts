import { type Attribute, componentsIn } from './attributes/attribute.js';
import type { AnyComponent } from './model.js';

/** The stored values of a version or an entry, by attribute. */
export type Values = Readonly<Record<string, unknown>>;

/** The entries in a stored value: the entries of a list, the single entry, or no entries. */
export function entriesIn(value: unknown): readonly Values[] {
  return (Array.isArray(value) ? value : [value]).filter(isEntry);
}

function isEntry(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

/** The component of a stored entry, unless the definition no longer knows it. */
export function componentOf(attribute: Attribute, entry: Values): AnyComponent | undefined {
  if (attribute.kind === 'component') return attribute.component();
  return componentsIn(attribute).find(({ name }) => name === entry['__component']);
}
