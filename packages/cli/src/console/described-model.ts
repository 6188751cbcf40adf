import type { Settings } from '@content-gen/runtime';

import type { Span } from '../diagnostics/diagnostic.js';
import type { Attribute, Component, ContentModel, ContentType, RelationStorage } from '../model/model.js';
import { userUid } from '../model/names/names.js';

/** The model as the studio draws it. */
export interface DescribedModel {
  readonly prefix: string;
  readonly types: readonly DescribedType[];
  readonly components: readonly DescribedComponent[];
  readonly roles: readonly string[];
  readonly locales: { readonly default: string; readonly all: readonly string[] };
  readonly page: { readonly defaultLimit: number; readonly maxLimit: number };
}

export interface DescribedType {
  readonly name: string;
  readonly uid: string;
  readonly kind: ContentType['kind'];
  /** The path of the endpoint for this type. */
  readonly path: string;
  readonly table: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** Users have endpoints of their own, and answers without an envelope. */
  readonly isUser: boolean;
  readonly at: Place;
  readonly attributes: readonly DescribedAttribute[];
}

export interface DescribedComponent {
  readonly name: string;
  readonly at: Place;
  readonly attributes: readonly DescribedAttribute[];
}

/** A position in a definition. Absent if the type is not defined in the project, as its users may be. */
export type Place = Span | null;

/** An attribute without the names of generated code. `stored` says where the database keeps a relation. */
export type DescribedAttribute = DistributiveOmit<Attribute, 'span' | 'storage'> & {
  readonly at: Place;
  readonly stored?: string;
};

type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;

export function describeModel(model: ContentModel, { api, permissions, locales }: Settings): DescribedModel {
  const { defaultLimit, maxLimit } = api.rest;
  return {
    prefix: api.prefix,
    types: model.contentTypes.map((type) => describeType(type, api.prefix)),
    components: model.components.map(describeComponent),
    roles: [...new Set(['public', ...Object.keys(permissions)])],
    locales: { default: locales.default, all: locales.all },
    page: { defaultLimit, maxLimit },
  };
}

function describeType(type: ContentType, prefix: string): DescribedType {
  const { name, plural, uid, kind, table, draftAndPublish, localized, attributes, source, span } = type;
  return {
    name,
    uid,
    kind,
    path: `${prefix}/${kind === 'singleType' ? name : plural}`,
    table,
    draftAndPublish,
    localized,
    isUser: uid === userUid,
    at: source === undefined ? null : span,
    attributes: attributes.map((attribute) => describeAttribute(attribute, source !== undefined)),
  };
}

function describeComponent({ name, span, attributes }: Component): DescribedComponent {
  return { name, at: span, attributes: attributes.map((attribute) => describeAttribute(attribute, true)) };
}

function describeAttribute(attribute: Attribute, isDefined: boolean): DescribedAttribute {
  const at = isDefined ? attribute.span : null;
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphTo') {
    const { span: _, ...rest } = attribute;
    return { ...rest, at };
  }
  const { span: _, storage, ...rest } = attribute;
  return { ...rest, at, stored: storedIn(storage, attribute.column) };
}

function storedIn(storage: RelationStorage, column: string): string {
  if (storage.at === 'column') return `column ${column}`;
  if (storage.at === 'link') return `table ${storage.table}`;
  return storage.at === 'inverse' ? 'the other side' : 'the entry of the component';
}
