import type * as attributes from './attributes.js';
import type { RelationAttribute } from './relations.js';
import type { ComponentStudioOptions, TypeStudioOptions } from './studio.js';

export type AttributeDefinition =
  | attributes.StringAttribute
  | attributes.TextAttribute
  | attributes.PasswordAttribute
  | attributes.UidAttribute
  | attributes.EnumerationAttribute
  | attributes.NumberAttribute
  | attributes.BigIntegerAttribute
  | attributes.BooleanAttribute
  | attributes.TemporalAttribute
  | attributes.JsonAttribute
  | attributes.BlocksAttribute
  | attributes.MediaAttribute
  | attributes.ComponentAttribute
  | attributes.DynamicZoneAttribute
  | RelationAttribute;

export interface ContentTypeDefinition<Name extends string = string> {
  /** The singular id in kebab-case: `article`. Default: the name of the file. */
  readonly name?: string;
  /** The plural id, which is also the path: `articles`. Default: the plural of the name. */
  readonly plural?: string;
  /** `singleType`: one document, at the path of the name. */
  readonly kind?: 'collectionType' | 'singleType';
  /** The SQL table. Default: the plural in snake_case. */
  readonly table?: string;
  /** Whether documents have a draft beside the published version. */
  readonly draftAndPublish?: boolean;
  /** Whether documents have versions in several locales. */
  readonly localized?: boolean;
  /** Indexes over several attributes, in the order of a filter and a sort: `[['kind', 'publishedAt:desc']]`. */
  readonly indexes?: readonly (readonly string[])[];
  /** Whether `_q` uses indexes. */
  readonly search?: boolean;
  /** The former name. The migration keeps the documents. */
  readonly renamedFrom?: string;
  /** How the studio shows the documents. Nothing of it changes the API. */
  readonly studio?: TypeStudioOptions<NoInfer<Name>>;
  readonly attributes: Readonly<Record<Name, AttributeDefinition>>;
}

export interface ComponentDefinition<Name extends string = string> {
  /** `seo`, or `shared.seo`. Default: the name of the file. */
  readonly name?: string;
  /** The former name: `shared.meta`. */
  readonly renamedFrom?: string;
  /** How the studio shows the entries. Nothing of it changes the API. */
  readonly studio?: ComponentStudioOptions<NoInfer<Name>>;
  readonly attributes: Readonly<Record<Name, AttributeDefinition>>;
}

/**
 * Defines a content type, in `content/<name>.ts`. The file is read, not run: its values are literals, and constants and
 * functions of the project that consist of them.
 */
export function defineContentType<Name extends string>(
  definition: ContentTypeDefinition<Name>,
): ContentTypeDefinition<Name> {
  return definition;
}

/**
 * Defines a component, in `content/components/<category>/<name>.ts`. The file is read, not run: its values are literals,
 * and constants and functions of the project that consist of them.
 */
export function defineComponent<Name extends string>(definition: ComponentDefinition<Name>): ComponentDefinition<Name> {
  return definition;
}
