/** Options of every attribute. */
export interface AttributeOptions {
  /** The attribute must have a value to be published. */
  readonly required?: boolean;
  /** Responses never show the attribute, and queries cannot use it. Requests can write it. */
  readonly private?: boolean;
  /** Whether each locale has its own value. Only for localized content types. */
  readonly localized?: boolean;
  /** `false`: a request body with the attribute is an error. */
  readonly writable?: boolean;
  /** `false`: responses and queries do not know the attribute. */
  readonly visible?: boolean;
  /** `false`: `_q` does not search the attribute. */
  readonly searchable?: boolean;
  /** A rule of JSON logic, such as `{ '==': [{ var: 'kind' }, 'offer'] }`. While it is false, no rule of the attribute holds. */
  readonly conditions?: { readonly visible: JsonValue };
  /** Accepted from Strapi's schemas, without effect. */
  readonly configurable?: boolean;
  /** The former name. The migration keeps the values. */
  readonly renamedFrom?: string;
}

interface TextOptions extends AttributeOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression as text: `'^[a-z]+$'`. */
  readonly regex?: string;
}

interface Indexed {
  /** Whether filters and sorts by the value use an index. Default: `true` for a unique attribute. */
  readonly index?: boolean;
}

interface Unique extends Indexed {
  /** Two published documents of one locale cannot have the same value. */
  readonly unique?: boolean;
}

interface UniqueText {
  /** Two published documents of one locale cannot have the same value. */
  readonly unique?: boolean;
  /** `true`: filters and sorts by the value use an index. `'trigram'`: so do filters by a part of the value. */
  readonly index?: boolean | 'trigram';
}

interface UniqueLongText {
  /** Two published documents of one locale cannot have the same value. */
  readonly unique?: boolean;
  /** Filters by a part of the value use an index. */
  readonly index?: 'trigram';
}

export interface StringAttribute extends TextOptions, UniqueText {
  readonly type: 'string' | 'email';
  readonly default?: string;
}

export interface TextAttribute extends TextOptions, UniqueLongText {
  readonly type: 'text' | 'richtext';
  readonly default?: string;
}

export interface PasswordAttribute extends TextOptions {
  readonly type: 'password';
}

export interface UidAttribute extends TextOptions, UniqueText {
  readonly type: 'uid';
  /** The attribute from which editors make the value. */
  readonly targetField?: string;
  readonly default?: string;
}

export interface EnumerationAttribute extends AttributeOptions, UniqueText {
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
  /** A number beyond 2⁵³ must be text. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly default?: number | string;
}

export interface BooleanAttribute extends AttributeOptions, Indexed {
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
  /** The fewest and most entries of a repeatable component. */
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
