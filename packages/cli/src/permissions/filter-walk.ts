import type { Attribute, ContentModel } from '../model/model.js';
import type { Path } from '../config/source-position.js';
import { isObject } from '../config/plain-object.js';

/** The content type or component that a filter applies to. */
export interface FilterOwner {
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** Fields of every document, which rules may also name. */
export const documentFields = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'];

/** Called for every name in a filter, with its attribute if there is one. */
type FilterVisit = (name: string, attribute: Attribute | undefined, owner: FilterOwner, path: Path) => void;

/** Visits all names in a filter, also inside relations and components. */
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
