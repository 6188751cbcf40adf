import type { RawProperty } from '../definitions/raw.js';

/**
 * Adds the properties of a spread object. As in JavaScript, a later value replaces an earlier one in its place. `spread`
 * collects the names that a spread has brought.
 */
export function addSpread(
  properties: readonly RawProperty[],
  added: readonly RawProperty[],
  spread: Set<string>,
): readonly RawProperty[] {
  for (const { name } of added) spread.add(name);
  return added.reduce(replaceOrAdd, properties);
}

/** Adds a written property. A name that is written twice without a spread between is kept twice, to be reported. */
export function addWritten(
  properties: readonly RawProperty[],
  property: RawProperty,
  spread: Set<string>,
): readonly RawProperty[] {
  return spread.delete(property.name) ? replaceOrAdd(properties, property) : [...properties, property];
}

function replaceOrAdd(properties: readonly RawProperty[], property: RawProperty): readonly RawProperty[] {
  const index = properties.findLastIndex(({ name }) => name === property.name);
  return index === -1 ? [...properties, property] : properties.with(index, property);
}
