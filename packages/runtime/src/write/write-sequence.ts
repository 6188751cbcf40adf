import type { AnyModel } from '../model/model.js';
import type { Input } from './input/input.js';
import { type RelationStorage, storageOf } from '../model/storage.js';

/**
 * A body may write one relation through several attributes: both sides of a relation of a type to itself, or two that
 * show the same polymorphic one. That means what several writes would mean, one after the other in the order of the
 * definition; these are their inputs. The first has everything else, too.
 */
export function partsOf(model: AnyModel, input: Input): readonly Input[] {
  /** By relation: how many attributes have written it so far. */
  const turns = new Map<string, number>();
  const later: Map<string, number> = new Map();
  for (const relation of storageOf(model).relations.values()) {
    if (!input.has(relation.name)) continue;
    const stored = storedAs(model, relation);
    const turn = turns.get(stored) ?? 0;
    turns.set(stored, turn + 1);
    if (turn > 0) later.set(relation.name, turn);
  }
  if (later.size === 0) return [input];
  return Array.from(
    { length: Math.max(...later.values()) + 1 },
    (_, turn) => new Map([...input].filter(([name]) => (later.get(name) ?? 0) === turn)),
  );
}

function storedAs(model: AnyModel, relation: RelationStorage): string {
  return relation.at === 'inverse' ? `${relation.target.name}.${relation.owner}` : `${model.name}.${relation.name}`;
}
