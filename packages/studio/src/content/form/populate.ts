import type { QueryTree } from '../../data/query-string.js';
import { labelAttribute } from './label.js';
import type { Components, DescribedAttribute, DescribedType } from './value.js';

interface Shapes {
  readonly components: Components;
  readonly types: readonly DescribedType[];
}

export interface PopulateOptions {
  /**
   * Whether a polymorphic list names each type, which is the only way to leave fields out of it. In a project with
   * hundreds of types, this makes an address that some proxies refuse.
   */
  readonly namesTypes: boolean;
}

type Populating = Shapes & PopulateOptions;

/**
 * Populates everything that a form shows: entries with all of their values, related documents with their label. A list
 * may have thousands of documents, so it comes without labels, which load as they are seen.
 */
export function populateOf(
  attributes: readonly DescribedAttribute[],
  shapes: Shapes,
  options: PopulateOptions,
): QueryTree {
  return populateAll(attributes, { ...shapes, ...options }, []);
}

function populateAll(
  attributes: readonly DescribedAttribute[],
  shapes: Populating,
  inside: readonly string[],
): QueryTree {
  const pairs = attributes
    .filter(({ readable }) => readable)
    .flatMap((attribute) => {
      const populate = populateOne(attribute, shapes, inside);
      return populate === undefined ? [] : [[attribute.name, populate] as const];
    });
  return Object.fromEntries(pairs);
}

function populateOne(
  attribute: DescribedAttribute,
  shapes: Populating,
  inside: readonly string[],
): QueryTree | true | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return undefined;
    case 'media':
      return true;
    case 'component':
      return entryPopulate(attribute.component, shapes, inside);
    case 'dynamicZone': {
      const on = attribute.components.map((name) => [name, entryPopulate(name, shapes, inside)] as const);
      return { on: Object.fromEntries(on) };
    }
    case 'relation':
      return attribute.many ? idsPopulate(attribute.target, shapes) : refPopulate(attribute.target, shapes);
  }
}

/** Related documents without their values. */
function idsPopulate(target: string | undefined, { types, namesTypes }: Populating): QueryTree | true {
  const ids = { fields: 'documentId' };
  if (target !== undefined) return ids;
  return namesTypes ? { on: Object.fromEntries(types.map(({ uid }) => [uid, ids])) } : true;
}

/** A related document with its label. In a polymorphic relation, the API gives all fields. */
export function refPopulate(target: string | undefined, { types }: Pick<Shapes, 'types'>): QueryTree | true {
  if (target === undefined) return true;
  const label = labelAttribute(types.find(({ uid }) => uid === target)?.attributes ?? []);
  return { fields: [label ?? 'documentId'] };
}

/** How often a component may contain itself before its entries are left out. */
const MAX_DEPTH = 4;

function entryPopulate(name: string, shapes: Populating, inside: readonly string[]): QueryTree | true {
  const attributes = shapes.components[name]?.attributes ?? [];
  if (inside.filter((each) => each === name).length >= MAX_DEPTH) return true;
  const populate = populateAll(attributes, shapes, [...inside, name]);
  return Object.keys(populate).length === 0 ? true : { populate };
}
