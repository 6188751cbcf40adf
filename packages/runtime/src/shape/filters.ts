import type { EntryOperators, RelationOperators } from './conditions.js';
import type { EdgeName, FieldName } from './names.js';
import type { Id } from './values.js';

declare const filtersOf: unique symbol;

/** Combined conditions, and the type that they belong to: filters of another type do not compile. */
interface Combined<S, Self> {
  $and?: readonly Self[];
  $or?: readonly Self[];
  $not?: Self | readonly Self[];
  readonly [filtersOf]?: S extends { $: infer Info } ? Info : never;
}

/** `filters` of a type. */
export type Filters<S> = Combined<S, Filters<S>> & {
  [Name in FieldName<S> | EdgeName<S>]?: FilterOf<S[Name & keyof S]>;
};

export type FilterOf<Attribute> = Attribute extends { kind: 'field'; filter: infer Filter }
  ? Filter
  : Attribute extends { kind: 'link'; target: infer Target }
    ? Id | readonly Id[] | (Filters<Target> & RelationOperators)
    : Attribute extends { kind: 'entry'; target: infer Target }
      ? Filters<Target> & EntryOperators
      : never;
