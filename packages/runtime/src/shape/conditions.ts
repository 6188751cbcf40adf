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

/** Comparisons with any attribute as text. */
interface Matching {
  $eqi?: OneOrMany<string>;
  $nei?: OneOrMany<string>;
  $containsi?: OneOrMany<string>;
  $notContainsi?: OneOrMany<string>;
  $startsWithi?: OneOrMany<string>;
  $endsWithi?: OneOrMany<string>;
}

/** Comparisons that only text has. */
interface TextMatching extends Matching {
  $contains?: OneOrMany<string>;
  $notContains?: OneOrMany<string>;
  $startsWith?: OneOrMany<string>;
  $endsWith?: OneOrMany<string>;
}

/** The operators of an attribute, all of which have to hold. */
export type Operators<T, Own> = Own & {
  $not?: Condition<T, Own>;
  $and?: readonly Condition<T, Own>[];
  $or?: readonly Condition<T, Own>[];
};

/** A condition on one attribute: a value, several values (any of them), or operators (all of them). */
export type Condition<T, Own> = T | readonly T[] | Operators<T, Own>;

export type TextCondition<T extends string = string> = Condition<T, Comparison<T> & TextMatching>;
/** A number, also as text: JavaScript has no exact number for the largest integers. */
export type NumberCondition = Condition<number | `${number}`, Comparison<number | `${number}`> & Matching>;
export type BooleanCondition = Condition<boolean, Comparison<boolean> & Matching>;
/** `YYYY-MM-DD`, or `HH:mm:ss` with up to three decimals. */
export type DayCondition = Condition<string, Comparison<string> & Matching>;
/** ISO 8601, milliseconds since 1970, or a `Date`. */
export type InstantCondition = Condition<string | number | Date, Comparison<string | number | Date> & Matching>;
export type JsonCondition = Condition<
  string,
  Pick<Comparison<string>, '$null' | '$notNull'> &
    Pick<Matching, '$containsi' | '$notContainsi'> & { $jsonSupersetOf?: string }
>;
export type KeyCondition = Condition<string | number, Comparison<string | number>>;

/** Operators on a relation itself: the ids of its targets, and whether it has any. */
export interface RelationOperators {
  $eq?: OneOrMany<string | number>;
  $ne?: OneOrMany<string | number>;
  $in?: OneOrMany<string | number>;
  $notIn?: OneOrMany<string | number>;
  $null?: boolean;
  $notNull?: boolean;
}

/** Operators on a component itself. */
export interface EntryOperators {
  $null?: boolean;
  $notNull?: boolean;
}
