import type { QueryTree } from '../../data/query-string.js';
import { refPopulate } from '../form/populate.js';
import type { DescribedAttribute, DescribedType } from '../form/value.js';

/** A cell names a few related documents; the next one says that there are more. */
export const CELL_REFS = 5;

/** Populates as much as cells show, because a page may have lists of thousands in each row. */
export function cellPopulate(
  attributes: readonly DescribedAttribute[],
  shapes: { readonly types: readonly DescribedType[] },
): QueryTree {
  const pairs = attributes
    .filter(({ readable }) => readable)
    .flatMap((attribute) => {
      const populate = populateOne(attribute, shapes);
      return populate === undefined ? [] : [[attribute.name, populate] as const];
    });
  return Object.fromEntries(pairs);
}

function populateOne(
  attribute: DescribedAttribute,
  shapes: { readonly types: readonly DescribedType[] },
): QueryTree | true | undefined {
  if (attribute.kind === 'scalar') return undefined;
  if (attribute.kind !== 'relation') return true;
  const related = refPopulate(attribute.target, shapes);
  if (!attribute.many) return related;
  // The API has no pages of a polymorphic relation, and would give all fields of all documents.
  if (related === true) return { count: true };
  return { ...related, pagination: { start: 0, limit: CELL_REFS + 1 } };
}
