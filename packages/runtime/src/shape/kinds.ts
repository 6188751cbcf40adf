/** The kinds of attributes, as generated types name them: `title: t.Text<'required'>`. */
import type {
  BooleanCondition,
  DayCondition,
  InstantCondition,
  JsonCondition,
  KeyCondition,
  NumberCondition,
  TextCondition,
} from './conditions.js';
import type { Blocks, FileFormat, Json } from './values.js';

/**
 * `required`: never null, and part of every create. `present`: never null, because it has a default. `needed`: part of
 * every create. `private`: never shown or compared. `readonly`: refused in bodies. `kept`: rows that are older than the
 * rules of the attribute may lack a value or break the rules, while bodies obey the rules.
 */
export type Mark = 'required' | 'present' | 'needed' | 'private' | 'readonly' | 'kept';

/** A value of the document itself. */
export interface Field<Value, Filter, Input = Value, Marks extends Mark = never> {
  kind: 'field';
  value: Value;
  filter: Filter;
  input: Input;
  marks: Marks;
}

export type Text<M extends Mark = never> = Field<string, TextCondition, string, M>;
export type Password<M extends Mark = never> = Field<string, never, string, M | 'private'>;
export type Enum<Values extends string, M extends Mark = never> = 'kept' extends M
  ? Field<string, TextCondition, Values, M>
  : Field<Values, TextCondition<Values>, Values, M>;
export type Num<M extends Mark = never> = Field<number, NumberCondition, number, M>;
/** A 64-bit integer: text, because JavaScript has no exact number for it. */
export type BigInt<M extends Mark = never> = Field<string, NumberCondition, string | number, M>;
export type Bool<M extends Mark = never> = Field<boolean, BooleanCondition, boolean, M>;
export type Day<M extends Mark = never> = Field<string, DayCondition, string, M>;
export type Time<M extends Mark = never> = Field<string, DayCondition, string, M>;
export type Instant<M extends Mark = never> = Field<string, InstantCondition, string | Date, M>;
export type JsonValue<M extends Mark = never> = Field<Json, JsonCondition, Json, M>;
export type RichText<M extends Mark = never> = Field<'kept' extends M ? Json : Blocks, JsonCondition, Blocks, M>;

/** Documents of another type. */
export interface Link<Target, Many extends boolean, Marks extends Mark> {
  kind: 'link';
  target: Target;
  many: Many;
  marks: Marks;
}
export type One<Target, M extends Mark = never> = Link<Target, false, M>;
export type Many<Target, M extends Mark = never> = Link<Target, true, M>;

/** Documents of any type of the project. */
export interface Morph<Models, Many extends boolean, Marks extends Mark> {
  kind: 'morph';
  models: Models;
  many: Many;
  marks: Marks;
}
export type AnyOne<Models, M extends Mark = never> = Morph<Models, false, M>;
export type AnyMany<Models, M extends Mark = never> = Morph<Models, true, M>;

/** Entries of a component. */
export interface Embedded<Target, Many extends boolean, Marks extends Mark> {
  kind: 'entry';
  target: Target;
  many: Many;
  marks: Marks;
}
export type Entry<Target, M extends Mark = never> = Embedded<Target, false, M>;
export type Entries<Target, M extends Mark = never> = Embedded<Target, true, M>;

/** Entries of several components, which `Target` has by name. */
export interface Zone<Target, M extends Mark = never> {
  kind: 'zone';
  target: Target;
  many: true;
  marks: M;
}

interface FileLink<Many extends boolean, Marks extends Mark> {
  kind: 'file';
  target: FileType;
  many: Many;
  marks: Marks;
}
export type File<M extends Mark = never> = FileLink<false, M>;
export type Files<M extends Mark = never> = FileLink<true, M>;

type Key = Field<number, KeyCondition, never, 'present' | 'readonly'>;
type Given = 'present' | 'readonly';

/** The attributes of every row. */
interface Row {
  id: Key;
  documentId: Text<Given>;
  createdAt: Instant<Given>;
  updatedAt: Instant<Given>;
}

/** How a type is named and what can be done with its documents. */
export interface TypeInfo {
  name: string;
  uid: string;
  single: boolean;
  drafts: boolean;
}

/** A collection type: its property of `content.as(…)`, its uid, whether it has drafts, and the locales of the project. */
export interface Collection<
  Name extends string,
  Uid extends string,
  Option extends 'drafts' | '' = '',
  Locale extends string = string,
> {
  name: Name;
  uid: Uid;
  locale: Locale;
  single: false;
  drafts: Option extends 'drafts' ? true : false;
}

/** The same for a single type. */
export interface Single<
  Name extends string,
  Uid extends string,
  Option extends 'drafts' | '' = '',
  Locale extends string = string,
> {
  name: Name;
  uid: Uid;
  locale: Locale;
  single: true;
  drafts: Option extends 'drafts' ? true : false;
}

/** The base of a content type. */
export interface DocumentType extends Row {
  $: TypeInfo;
  publishedAt: Instant<'readonly'>;
}

/** The base of a localized content type. */
export interface LocalizedType<Self> extends DocumentType {
  locale: Text<Given>;
  localizations: Many<Self, 'readonly'>;
}

/**
 * The base of a component. With `documentId`, responses to requests show a `documentId` in its entries; results of code
 * do not.
 */
export interface ComponentType<Name extends string, Option extends 'documentId' | '' = ''> {
  $: { name: Name; answered: Option };
  id: Key;
}

/** The type of files. */
export interface FileType extends Row {
  $: { name: 'file'; uid: 'plugin::upload.file' };
  publishedAt: Instant<Given>;
  name: Text<'present'>;
  alternativeText: Text;
  caption: Text;
  focalPoint: Field<{ x: number; y: number }, JsonCondition>;
  width: Num;
  height: Num;
  formats: Field<Record<string, FileFormat>, JsonCondition>;
  hash: Text<'present'>;
  ext: Text;
  mime: Text<'present'>;
  size: Num<'present'>;
  url: Text<'present'>;
  previewUrl: Text;
  provider: Text<'present'>;
  provider_metadata: Field<unknown, JsonCondition>;
}

/** The type of roles, as users show them. */
export interface RoleType extends Row {
  $: { name: 'role'; uid: 'plugin::users-permissions.role' };
  publishedAt: Instant<Given>;
  name: Text<'present'>;
  description: Text;
  type: Text<'present'>;
}
