import type { EdgeName, FieldName, TargetOf } from './names.js';

export type Direction = 'asc' | 'desc';

type Directed<Name extends string> = Name | `${Name}:${Direction}`;

/** `'title'`, `'title:desc'`, or a name below a relation: `'author.name:desc'`. */
export type SortText<S> =
  | Directed<FieldName<S>>
  | { [Name in EdgeName<S>]: Directed<`${Name}.${FieldName<TargetOf<S[Name & keyof S]>>}`> }[EdgeName<S>];

/** `{ author: { name: 'desc' } }`, at any depth. */
export type SortObject<S> = { [Name in FieldName<S>]?: Direction } & {
  [Name in EdgeName<S>]?: SortObject<TargetOf<S[Name & keyof S]>>;
};

export type Sort<S> = SortText<S> | SortObject<S> | readonly (SortText<S> | SortObject<S>)[];
