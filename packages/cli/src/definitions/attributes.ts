import type { AttributeStudioOptions } from './studio.js';

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
  /** `true`: rows that are older than the rules of the attribute may break them, and answers promise nothing. */
  readonly keepOldValues?: boolean;
  /** How the studio shows the attribute. Nothing of it changes the API. */
  readonly studio?: AttributeStudioOptions;
}

interface Filled<Value> {
  readonly default?: Value;
  /** The value that the next migration writes into rows that break a rule of the attribute. */
  readonly backfill?: Value;
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

export interface StringAttribute extends TextOptions, UniqueText, Filled<string> {
  readonly type: 'string' | 'email';
}

export interface TextAttribute extends TextOptions, UniqueLongText, Filled<string> {
  readonly type: 'text' | 'richtext';
}

export interface PasswordAttribute extends Omit<TextOptions, 'keepOldValues'> {
  readonly type: 'password';
}

export interface UidAttribute extends TextOptions, UniqueText {
  readonly type: 'uid';
  /** The attribute from which editors make the value. */
  readonly targetField?: string;
  readonly default?: string;
}

export interface EnumerationAttribute extends AttributeOptions, UniqueText, Filled<string> {
  readonly type: 'enumeration';
  readonly enum: readonly string[];
}

export interface NumberAttribute extends AttributeOptions, Unique, Filled<number> {
  readonly type: 'integer' | 'float' | 'decimal';
  readonly min?: number;
  readonly max?: number;
}

export interface BigIntegerAttribute extends AttributeOptions, Unique, Filled<number | string> {
  readonly type: 'biginteger';
  /** A number beyond 2⁵³ must be text. */
  readonly min?: number | string;
  readonly max?: number | string;
}

export interface BooleanAttribute extends AttributeOptions, Indexed, Filled<boolean> {
  readonly type: 'boolean';
}

export interface TemporalAttribute extends AttributeOptions, Unique, Filled<string> {
  /** `2024-02-29`, `08:30:00.000`, `2024-02-29T08:30:00.000Z`. */
  readonly type: 'date' | 'time' | 'datetime' | 'timestamp';
}

export interface JsonAttribute extends AttributeOptions, Filled<JsonValue> {
  readonly type: 'json';
}

export interface BlocksAttribute extends AttributeOptions, Filled<readonly JsonValue[]> {
  readonly type: 'blocks';
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
