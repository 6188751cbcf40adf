import type { DescribedAttribute, DescribedComponent, DescribedModel, DescribedType } from '../console.js';

/** A content type or a component as a box. */
export interface GraphNode {
  /** `type article`, `component shared.seo` */
  readonly id: string;
  readonly name: string;
  readonly kind: 'collection' | 'single' | 'component';
  readonly rows: readonly GraphRow[];
  /** Attributes without a row of their own. */
  readonly hidden: number;
  readonly width: number;
  readonly height: number;
}

interface GraphRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** An arrow from an attribute to the type or the component that it names. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'relation' | 'component';
  /** `author`, or `author ↔ articles` for a relation with two sides. */
  readonly label: string;
  /** `n–1` */
  readonly cardinality: string;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export const sizes = { width: 232, head: 36, row: 22, foot: 8 } as const;
const MAX_ROWS = 10;

export function graphOf(model: DescribedModel, options: { readonly components: boolean }): Graph {
  const components = options.components ? model.components : [];
  const types = model.types.map((type) =>
    nodeOf(typeId(type.name), type, type.kind === 'singleType' ? 'single' : 'collection'),
  );
  const nodes = [...types, ...components.map((each) => nodeOf(componentId(each.name), each, 'component'))];
  const known = new Set(nodes.map(({ id }) => id));
  const edges = [
    ...model.types.flatMap((type) => edgesOf(typeId(type.name), type)),
    ...components.flatMap((each) => edgesOf(componentId(each.name), each)),
  ];
  return { nodes, edges: edges.filter(({ to }) => known.has(to)) };
}

export function typeId(name: string): string {
  return `type ${name}`;
}

export function componentId(name: string): string {
  return `component ${name}`;
}

function nodeOf(
  id: string,
  { name, attributes }: DescribedType | DescribedComponent,
  kind: GraphNode['kind'],
): GraphNode {
  const shown = attributes.length <= MAX_ROWS ? attributes : attributes.slice(0, MAX_ROWS - 1);
  const hidden = attributes.length - shown.length;
  const rows = shown.map((attribute) => ({
    name: attribute.name,
    type: typeText(attribute),
    required: attribute.required,
  }));
  const lines = rows.length + (hidden > 0 ? 1 : 0);
  return { id, name, kind, rows, hidden, width: sizes.width, height: sizes.head + lines * sizes.row + sizes.foot };
}

/** The type of an attribute in a few words. */
export function typeText(attribute: DescribedAttribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type;
    case 'media':
      return attribute.multiple ? 'media[]' : 'media';
    case 'component':
      return attribute.repeatable ? `${attribute.component}[]` : attribute.component;
    case 'dynamicZone':
      return 'dynamic zone';
    case 'relation':
      return attribute.cardinality.endsWith('Many') ? `${attribute.target}[]` : attribute.target;
    case 'morphInverse':
      return attribute.many ? `${attribute.target}[]` : attribute.target;
    case 'morphTo':
      return attribute.many ? 'any[]' : 'any';
    case 'role':
      return 'role';
  }
}

const cardinalities = { oneToOne: '1–1', oneToMany: '1–n', manyToOne: 'n–1', manyToMany: 'n–n' } as const;

/** The side that stores a relation draws it, so that a pair is one arrow. */
function edgesOf(from: string, { attributes }: DescribedType | DescribedComponent): readonly GraphEdge[] {
  return attributes.flatMap((attribute): readonly GraphEdge[] => {
    const { name } = attribute;
    if (attribute.kind === 'component') {
      const cardinality = attribute.repeatable ? '1–n' : '1–1';
      return [{ from, to: componentId(attribute.component), kind: 'component', label: name, cardinality }];
    }
    if (attribute.kind === 'dynamicZone') {
      return attribute.components.map((component) => {
        return { from, to: componentId(component), kind: 'component', label: name, cardinality: '1–n' };
      });
    }
    if (attribute.kind !== 'relation' || attribute.stored === 'the other side') return [];
    const label = attribute.inverse === undefined ? name : `${name} ↔ ${attribute.inverse}`;
    const cardinality = cardinalities[attribute.cardinality];
    return [{ from, to: typeId(attribute.target), kind: 'relation', label, cardinality }];
  });
}
