/** Options that any attribute may carry. */
export interface AttributeOptions {
  /** Has to have a value to be published. */
  readonly required?: boolean;
  /** Never shown, filtered, sorted or searched; can still be written. */
  readonly private?: boolean;
  /** Whether each locale has a value of its own, on a localized content type. */
  readonly localized?: boolean;
  /** `false`: refused in the body of requests. */
  readonly writable?: boolean;
  /** `false`: absent from responses and queries. */
  readonly visible?: boolean;
  /** `false`: not searched by `_q`. */
  readonly searchable?: boolean;
  /** As in Strapi's schemas; without effect here. */
  readonly configurable?: boolean;
  /** The name it had before, so that the migration keeps its values. */
  readonly renamedFrom?: string;
}

interface TextOptions extends AttributeOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression, as text: `'^[a-z]+$'`. */
  readonly regex?: string;
}

interface Unique {
  /** No two published documents of one locale share a value. */
  readonly unique?: boolean;
}

export interface StringAttribute extends TextOptions, Unique {
  readonly type: 'string' | 'text' | 'richtext' | 'email';
  readonly default?: string;
}

export interface PasswordAttribute extends TextOptions {
  readonly type: 'password';
}

export interface UidAttribute extends TextOptions, Unique {
  readonly type: 'uid';
  /** The attribute that editors make it from. */
  readonly targetField?: string;
  readonly default?: string;
}

export interface EnumerationAttribute extends AttributeOptions, Unique {
  readonly type: 'enumeration';
  readonly enum: readonly string[];
  readonly default?: string;
}

export interface NumberAttribute extends AttributeOptions, Unique {
  readonly type: 'integer' | 'float' | 'decimal';
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}

export interface BigIntegerAttribute extends AttributeOptions, Unique {
  readonly type: 'biginteger';
  /** Beyond 2⁵³ as text. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly default?: number | string;
}

export interface BooleanAttribute extends AttributeOptions {
  readonly type: 'boolean';
  readonly default?: boolean;
}

export interface TemporalAttribute extends AttributeOptions, Unique {
  /** `2024-02-29`, `08:30:00.000`, `2024-02-29T08:30:00.000Z`. */
  readonly type: 'date' | 'time' | 'datetime' | 'timestamp';
  readonly default?: string;
}

export interface JsonAttribute extends AttributeOptions {
  readonly type: 'json';
  readonly default?: JsonValue;
}

export interface BlocksAttribute extends AttributeOptions {
  readonly type: 'blocks';
  readonly default?: readonly JsonValue[];
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface MediaAttribute extends AttributeOptions {
  readonly type: 'media';
  readonly multiple?: boolean;
  readonly allowedTypes?: readonly ('images' | 'videos' | 'files' | 'audios')[];
}

export interface ComponentAttribute extends AttributeOptions {
  readonly type: 'component';
  /** `shared.seo` */
  readonly component: string;
  readonly repeatable?: boolean;
  /** How few and how many entries a repeatable one may have. */
  readonly min?: number;
  readonly max?: number;
}

export interface DynamicZoneAttribute extends AttributeOptions {
  readonly type: 'dynamiczone';
  /** `['shared.quote', 'shared.slider']` */
  readonly components: readonly string[];
  readonly min?: number;
  readonly max?: number;
}
