/** Types of `filters[…]`, for filter objects in your own code. */
import type { Id } from './model/values.js';

type OneOrMany<T> = T | readonly T[];

interface Comparison<T> {
  $eq?: OneOrMany<T>;
  $ne?: OneOrMany<T>;
  $in?: OneOrMany<T>;
  $notIn?: OneOrMany<T>;
  $lt?: OneOrMany<T>;
  $lte?: OneOrMany<T>;
  $gt?: OneOrMany<T>;
  $gte?: OneOrMany<T>;
  $between?: readonly [T, T];
  $null?: boolean;
  $notNull?: boolean;
}

interface Matching {
  $eqi?: OneOrMany<string>;
  $nei?: OneOrMany<string>;
  $contains?: OneOrMany<string>;
  $notContains?: OneOrMany<string>;
  $containsi?: OneOrMany<string>;
  $notContainsi?: OneOrMany<string>;
  $startsWith?: OneOrMany<string>;
  $startsWithi?: OneOrMany<string>;
  $endsWith?: OneOrMany<string>;
  $endsWithi?: OneOrMany<string>;
}

/** A condition on one attribute: a value, several values (any of them), or operators (all of them). */
type Condition<T, Operators> =
  | T
  | readonly T[]
  | (Operators & {
      $not?: Condition<T, Operators>;
      $and?: readonly Condition<T, Operators>[];
      $or?: readonly Condition<T, Operators>[];
    });

export type Text = Condition<string, Comparison<string> & Matching>;
export type Enum<Values extends string> = Condition<Values, Comparison<Values> & Matching>;
export type Numeric = Condition<number | string, Comparison<number | string>>;
export type Bool = Condition<boolean, Comparison<boolean>>;
/** `YYYY-MM-DD`. */
export type Day = Condition<string, Comparison<string>>;
/** `HH:mm:ss`, with up to three decimals. */
export type Time = Condition<string, Comparison<string>>;
/** ISO 8601, or milliseconds since 1970. */
export type Instant = Condition<string | number, Comparison<string | number>>;
export type Json = Condition<
  string,
  Pick<Comparison<string>, '$null' | '$notNull'> &
    Pick<Matching, '$containsi' | '$notContainsi'> & {
      $jsonSupersetOf?: string;
    }
>;
export type Key = Condition<Id, Comparison<Id>>;

/** Combined conditions. */
export interface Logical<Self> {
  $and?: readonly Self[];
  $or?: readonly Self[];
  $not?: Self | readonly Self[];
}

/** The filters that every document has. */
export interface Document<Self> extends Logical<Self> {
  id?: Key;
  documentId?: Text;
  createdAt?: Instant;
  updatedAt?: Instant;
  publishedAt?: Instant;
}

export interface LocalizedDocument<Self> extends Document<Self> {
  locale?: Text;
}

/** The filters that every component entry has. */
export interface Component<Self> extends Logical<Self> {
  id?: Key;
  $null?: boolean;
  $notNull?: boolean;
}

/** A relation: by id, by presence, or by the fields of its target. */
export type Relation<Filters> =
  Id | readonly Id[] | (Filters & Pick<Comparison<Id>, '$eq' | '$ne' | '$in' | '$notIn' | '$null' | '$notNull'>);

/** The role of a user. */
export interface Role extends Document<Role> {
  name?: Text;
  description?: Text;
  type?: Text;
}
