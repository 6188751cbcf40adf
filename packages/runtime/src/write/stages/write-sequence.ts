import { type AnyModel, type RelationStorage, storageOf } from '../../model/index.js';
import type { Input } from '../input/input.js';

/**
 * The steps of a write, in order. A body may write one relation through several attributes: both sides of a relation of
 * a type to itself, or two attributes that show the same polymorphic relation. Such a body means several writes, one
 * after the other in the order of the definition. The first step also writes all other attributes.
 */
export function stepsOf(model: AnyModel, input: Input): readonly Input[] {
  /** By stored relation: how many attributes have written it so far. */
  const written = new Map<string, number>();
  /** By attribute: the step that writes it, where it is not the first. */
  const later = new Map<string, number>();
  for (const relation of storageOf(model).relations.values()) {
    if (!input.has(relation.name)) continue;
    const stored = storedAs(model, relation);
    const step = written.get(stored) ?? 0;
    written.set(stored, step + 1);
    if (step > 0) later.set(relation.name, step);
  }
  if (later.size === 0) return [input];
  return Array.from(
    { length: Math.max(...later.values()) + 1 },
    (_, step) => new Map([...input].filter(([name]) => (later.get(name) ?? 0) === step)),
  );
}

function storedAs(model: AnyModel, relation: RelationStorage): string {
  return relation.at === 'inverse' ? `${relation.target.name}.${relation.owner}` : `${model.name}.${relation.name}`;
}
