import type * as attributes from './attributes.js';
import type { RelationAttribute } from './relations.js';

export type AttributeDefinition =
  | attributes.StringAttribute
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

export interface ContentTypeDefinition {
  /** The singular id, in kebab-case: `article`. The name of the file unless given. */
  readonly name?: string;
  /** The plural id, which is the path: `articles`. The plural of the name unless given. */
  readonly plural?: string;
  /** `singleType`: one document, at the path of its name. */
  readonly kind?: 'collectionType' | 'singleType';
  /** The SQL table. The plural in snake_case unless given. */
  readonly table?: string;
  /** Whether documents have a draft beside what is published. */
  readonly draftAndPublish?: boolean;
  /** Whether documents have versions in several locales. */
  readonly localized?: boolean;
  /** The name it had before, so that the migration keeps its documents. */
  readonly renamedFrom?: string;
  readonly attributes: Readonly<Record<string, AttributeDefinition>>;
}

export interface ComponentDefinition {
  /** `seo`, or `shared.seo`. The name of the file unless given. */
  readonly name?: string;
  /** The name it had before: `shared.meta`. */
  readonly renamedFrom?: string;
  readonly attributes: Readonly<Record<string, AttributeDefinition>>;
}

/** Defines a content type, in `content/<name>.ts`. It is read, not run: its values have to be literals. */
export function defineContentType(definition: ContentTypeDefinition): ContentTypeDefinition {
  return definition;
}

/** Defines a component, in `content/components/<category>/<name>.ts`. It is read, not run: its values have to be literals. */
export function defineComponent(definition: ComponentDefinition): ComponentDefinition {
  return definition;
}
