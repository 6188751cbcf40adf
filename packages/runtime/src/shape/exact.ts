/**
 * The compiler allows unknown keys in an argument whose type it infers. These types replace the value of an unknown key
 * by `never`, so that such an argument does not compile.
 */
import type { EntryOperators, RelationOperators } from './conditions.js';
import type { FilterOf } from './filters.js';
import type { ChildName, EdgeName, FieldName, TargetOf } from './names.js';
import type { ByUid, ListOptions, OneOptions, Populate } from './populate.js';

/**
 * The check of a `populate` argument. Editors and the compiler first ask for the type that any argument could have,
 * which needs no check: without this condition the compiler takes five times as long.
 */
export type CheckedPopulate<S, P> = Populate<S> extends P ? unknown : ExactPopulate<S, P>;

type ExactPopulate<S, P> = P extends string | readonly unknown[]
  ? P
  : { [Name in keyof P]: Name extends ChildName<S> ? ExactOptions<S[Name & keyof S], P[Name]> : OnlySymbol<Name, P> };

/** Symbols carry the type that a validated value belongs to. */
type OnlySymbol<Name extends keyof P, P> = Name extends symbol ? P[Name] : never;

type OptionName<Attribute> = Attribute extends { many: true } ? keyof ListOptions<unknown> : keyof OneOptions<unknown>;

type ExactOptions<Attribute, O> = O extends boolean | undefined
  ? O
  : Attribute extends { kind: 'zone'; target: infer Components }
    ? ExactArms<Components, O>
    : Attribute extends { kind: 'morph'; models: infer Models }
      ? ExactArms<ByUid<Models>, O>
      : { [Key in keyof O]: Key extends OptionName<Attribute> ? ExactOption<TargetOf<Attribute>, Key, O[Key]> : never };

type ExactOption<Target, Key, Value> = Key extends 'populate'
  ? ExactPopulate<Target, Value>
  : Key extends 'filters'
    ? ExactFilters<Target, Value>
    : Key extends 'sort'
      ? ExactSort<Target, Value>
      : Key extends 'pagination'
        ? ExactPage<Value>
        : Value;

type ExactPage<Page> = {
  [Name in keyof Page]: Name extends 'page' | 'pageSize' | 'start' | 'limit' | 'after' | 'before' ? Page[Name] : never;
};

type ExactArms<ByName, O> = {
  [Key in keyof O]: Key extends 'on' ? ExactOn<ByName, O[Key]> : Key extends 'populate' | 'count' ? O[Key] : never;
};

type ExactOn<ByName, On> = {
  [Name in keyof On]: Name extends keyof ByName ? ExactArm<ByName[Name], On[Name]> : never;
};

type ExactArm<Target, O> = O extends boolean | undefined
  ? O
  : {
      [Key in keyof O]: Key extends 'fields' | 'populate' | 'filters' ? ExactOption<Target, Key, O[Key]> : never;
    };

type ExactFilters<S, A> = A extends readonly unknown[]
  ? { [Index in keyof A]: ExactFilters<S, A[Index]> }
  : A extends object
    ? {
        [Name in keyof A]: Name extends '$and' | '$or' | '$not'
          ? ExactFilters<S, A[Name]>
          : Name extends FieldName<S> | EdgeName<S>
            ? ExactCondition<S[Name & keyof S], A[Name]>
            : OnlySymbol<Name, A>;
      }
    : A;

type ExactCondition<Attribute, C> = C extends readonly unknown[] | Date
  ? C
  : C extends object
    ? Attribute extends { kind: 'field' }
      ? { [Operator in keyof C]: Operator extends AllKeys<FilterOf<Attribute>> ? C[Operator] : never }
      : {
          [Name in keyof C]: Name extends OwnOperator<Attribute>
            ? C[Name]
            : ExactFilters<TargetOf<Attribute>, Pick<C, Name>>[Name];
        }
    : C;

type OwnOperator<Attribute> = Attribute extends { kind: 'link' } ? keyof RelationOperators : keyof EntryOperators;

/** The keys of the objects in a union. */
type AllKeys<Union> = Union extends readonly unknown[] | string | number | boolean | Date ? never : keyof Union;

type ExactSort<S, A> = A extends string
  ? A
  : A extends readonly unknown[]
    ? { [Index in keyof A]: ExactSort<S, A[Index]> }
    : {
        [Name in keyof A]: Name extends FieldName<S>
          ? A[Name]
          : Name extends EdgeName<S>
            ? ExactSort<TargetOf<S[Name & keyof S]>, A[Name]>
            : never;
      };
