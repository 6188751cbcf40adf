import type { Attribute, ContentModel } from '../model/model.js';
import type { Path } from '../config/source-position.js';
import { isObject } from '../config/plain-object.js';

/** What a filter is about: a content type or a component. */
export interface FilterOwner {
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** Fields of every document, which rules may name as well. */
export const documentFields = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'];

/** Hears of every name in a filter, with the attribute that it stands for, if there is one. */
export type FilterVisit = (name: string, attribute: Attribute | undefined, owner: FilterOwner, path: Path) => void;

/** Goes through the names in a filter, into what relations and components lead to. */
export function walkFilter(
  filter: unknown,
  owner: FilterOwner,
  path: Path,
  model: ContentModel,
  visit: FilterVisit,
): void {
  for (const part of Array.isArray(filter) ? filter : [filter]) {
    if (!isObject(part)) continue;
    for (const [key, below] of Object.entries(part)) {
      const inner = [...path, key];
      if (key === '$and' || key === '$or' || key === '$not') walkFilter(below, owner, inner, model, visit);
      if (key.startsWith('$') || documentFields.includes(key)) continue;
      const attribute = owner.attributes.find(({ name }) => name === key);
      visit(key, attribute, owner, inner);
      const next = attribute && insideOf(attribute, model);
      if (next) walkFilter(below, next, inner, model, visit);
    }
  }
}

function insideOf(attribute: Attribute, model: ContentModel): FilterOwner | undefined {
  if (attribute.kind === 'component') return model.components.find(({ name }) => name === attribute.component);
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphInverse') return undefined;
  return model.contentTypes.find(({ name }) => name === attribute.target);
}
