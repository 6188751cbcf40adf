import type { ByUid } from './populate.js';
import type { FileInput, MorphToMany, MorphToOne, ToMany, ToOne } from './values.js';

/** The names that bodies may contain. */
type WritableName<S> = {
  [Name in keyof S]: S[Name] extends { marks: infer Marks } ? ('readonly' extends Marks ? never : Name) : never;
}[keyof S] &
  string;

/** The names that the body of a create has to contain. */
type NeededName<S> = {
  [Name in keyof S]: S[Name] extends { marks: infer Marks }
    ? 'required' extends Marks
      ? Name
      : 'needed' extends Marks
        ? Name
        : never
    : never;
}[keyof S] &
  string;

/**
 * `data` of an update: the attributes to change. `Not`: types that are no values here, such as dates in a body that was
 * sent. `Whole`: new entries have their required attributes, which only drafts may lack.
 */
export type Input<S, Not = never, Whole = IsWhole<S>> = {
  [Name in WritableName<S>]?: InputOf<S[Name & keyof S], Not, Whole>;
};

type IsWhole<S> = S extends { $: { drafts: true } } ? false : true;

/** `data` of a create. */
export type CreateInput<S> = Input<S> & { [Name in NeededName<S>]: InputOf<S[Name & keyof S], never, IsWhole<S>> };

type InputOf<Attribute, Not, Whole> = Attribute extends { kind: 'field'; input: infer Value; marks: infer Marks }
  ? 'required' extends Marks
    ? Exclude<Value, Not>
    : 'present' extends Marks
      ? Exclude<Value, Not>
      : Exclude<Value, Not> | null
  : Attribute extends { kind: 'link'; many: infer Many }
    ? Many extends true
      ? ToMany
      : ToOne
    : Attribute extends { kind: 'morph'; models: infer Models; many: infer Many }
      ? Many extends true
        ? MorphToMany<keyof ByUid<Models> & string>
        : MorphToOne<keyof ByUid<Models> & string>
      : Attribute extends { kind: 'file' }
        ? FileInput
        : Attribute extends { kind: 'zone'; target: infer Components }
          ? readonly {
              [Name in keyof Components]: { __component: Name } & EntryInput<Components[Name], Not, Whole>;
            }[keyof Components][]
          : Attribute extends { kind: 'entry'; target: infer Target; many: infer Many; marks: infer Marks }
            ? Many extends true
              ? readonly EntryInput<Target, Not, Whole>[]
              : 'required' extends Marks
                ? EntryInput<Target, Not, Whole>
                : EntryInput<Target, Not, Whole> | null
            : never;

/** An entry with the id of a stored one changes it; one without is new. */
export type EntryInput<S, Not = never, Whole = true> = Whole extends true
  ? ({ id: number } & Input<S, Not, true>) | NewEntry<S, Not>
  : { id?: number } & Input<S, Not, false>;

type NewEntry<S, Not> = { id?: never } & Input<S, Not, true> & {
    [Name in NeededName<S>]: InputOf<S[Name & keyof S], Not, true>;
  };
