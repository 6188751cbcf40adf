import type { Attribute, ContentModel, ContentType } from 'content-gen/tools';

/** The meaning of a JSON value, which decides how the value is compared. */
export type Shape =
  /** A document, with the attributes of its type if the type is known. */
  | { readonly kind: 'document'; readonly attributes: Attributes }
  | { readonly kind: 'component'; readonly attributes: Attributes }
  /** An entry of a dynamic zone names its component. */
  | { readonly kind: 'zone' }
  | { readonly kind: 'file' }
  /** The value of a json or blocks attribute: the whole value belongs to the user, ids included. */
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown' };

type Attributes = ReadonlyMap<string, Attribute>;

export const unknown: Shape = { kind: 'unknown' };

/** The shapes of a project. */
export interface Shapes {
  readonly ofType: (type: ContentType) => Shape;
  /** The shape of a value in an object of another shape. */
  readonly ofKey: (shape: Shape, key: string) => Shape;
  /** The shape of an entry of a dynamic zone. */
  readonly ofEntry: (component: unknown) => Shape;
  /** Whether an attribute relates to documents that have drafts or several locales. */
  readonly showsVersions: (shape: Shape, key: string) => boolean;
}

export function shapesOf({ contentTypes, components }: ContentModel): Shapes {
  const types = new Map(contentTypes.map((type) => [type.name, attributesOf(type)]));
  const versioned = new Set(
    contentTypes.filter((type) => type.draftAndPublish || type.localized).map(({ name }) => name),
  );
  const entries = new Map(components.map((component) => [component.name, attributesOf(component)]));
  const documentOf = (name: string): Shape => ({ kind: 'document', attributes: types.get(name) ?? new Map() });
  const componentOf = (name: string): Shape => ({ kind: 'component', attributes: entries.get(name) ?? new Map() });
  const ofAttribute = (attribute: Attribute): Shape => {
    if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') return documentOf(attribute.target);
    if (attribute.kind === 'component') return componentOf(attribute.component);
    if (attribute.kind === 'dynamicZone') return { kind: 'zone' };
    if (attribute.kind === 'media') return { kind: 'file' };
    const isFree = attribute.kind === 'scalar' && (attribute.type === 'json' || attribute.type === 'blocks');
    return isFree ? { kind: 'free' } : unknown;
  };
  return {
    ofType: ({ name }) => documentOf(name),
    ofKey: (shape, key) => {
      if (shape.kind === 'free') return shape;
      if (shape.kind !== 'document' && shape.kind !== 'component') return unknown;
      if (key === 'localizations' && shape.kind === 'document') return shape;
      const attribute = shape.attributes.get(key);
      return attribute === undefined ? unknown : ofAttribute(attribute);
    },
    ofEntry: (component) => componentOf(String(component)),
    showsVersions: (shape, key) => {
      const attribute = shape.kind === 'document' || shape.kind === 'component' ? shape.attributes.get(key) : undefined;
      const isRelation = attribute?.kind === 'relation' || attribute?.kind === 'morphInverse';
      return isRelation && versioned.has(attribute.target);
    },
  };
}

function attributesOf({ attributes }: { readonly attributes: readonly Attribute[] }): Attributes {
  return new Map(attributes.map((attribute) => [attribute.name, attribute]));
}

/** Whether the stored order of a list means nothing: no client can set this order. */
export function isUnordered(shape: Shape, key: string): boolean {
  return (shape.kind === 'document' && key === 'localizations') || isMorphInverse(shape, key);
}

export function isMorphInverse(shape: Shape, key: string): boolean {
  return shape.kind === 'document' && shape.attributes.get(key)?.kind === 'morphInverse';
}
