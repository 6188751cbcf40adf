/**
 * The compiler infers the type of `populate`, so it allows unknown keys and cannot say what it expects. These types have
 * the form of the argument: where it is wrong, they have the expected type, or a sentence that names the key.
 */
import type { EntryOperators, RelationOperators } from './conditions.js';
import type { FilterOf, Filters } from './filters.js';
import type { ChildName, EdgeName, FieldName, NameOfType, TargetOf } from './names.js';
import type { ArmOptions, ByUid, ListOptions, OneOptions, OptionsObject, Populate } from './populate.js';
import type { Sort } from './sort.js';

/**
 * The check of a `populate` argument. Editors complete the type that any argument could have, which `P` without a value
 * (`unknown`) stands for. The second condition is for time: without it the compiler takes five times as long.
 */
export type CheckedPopulate<S, P> = unknown extends P ? Populate<S> : Populate<S> extends P ? P : ExactPopulate<S, P>;

type ExactPopulate<S, P> = P extends '*' | undefined
  ? P
  : P extends string
    ? WrongText<S, P>
    : P extends readonly unknown[]
      ? { [Index in keyof P]: P[Index] extends ChildName<S> ? P[Index] : ChildName<S> }
      : P extends object
        ? { [Name in keyof P]: Name extends ChildName<S> ? ExactOptions<S, Name, P[Name]> : WrongName<S, Name, P> }
        : Populate<S>;

type WrongText<S, Name extends string> =
  Name extends ChildName<S> ? `write populate: ['${Name}'] or populate: { ${Name}: true }` : UnknownChild<S, Name>;

/** Symbols carry the type that a validated value belongs to. */
type WrongName<S, Name extends keyof P, P> = Name extends symbol
  ? P[Name] extends InfoOf<S> | undefined
    ? P[Name]
    : InfoOf<S>
  : Name extends FieldName<S>
    ? `${Name} is a field: choose it with fields, not with populate`
    : UnknownChild<S, Name>;

type InfoOf<S> = S extends { $: infer Info } ? Info : never;

type UnknownChild<S, Name> = `${KeyText<Name>} is no relation, component, zone or file of ${NameOfType<S>}`;

type KeyText<Name> = Name extends string | number ? Name : '';

type ExactOptions<S, Name extends keyof S, O> = O extends boolean | undefined
  ? O
  : O extends object
    ? S[Name] extends { kind: 'zone'; target: infer Components }
      ? ExactArms<S, Name, Components, O>
      : S[Name] extends { kind: 'morph'; models: infer Models }
        ? ExactArms<S, Name, ByUid<Models>, O>
        : {
            [Key in keyof O]: Key extends OptionName<S[Name]>
              ? ExactOption<S, Name, Key, O[Key]>
              : WrongOption<Name, Key>;
          }
    : boolean | OptionsObject<S[Name], S>;

type OptionName<Attribute> = Attribute extends { many: true } ? keyof ListOptions<unknown> : keyof OneOptions<unknown>;

type WrongOption<Name, Key> = Key extends keyof ListOptions<unknown>
  ? `${Key} is an option of lists, and ${KeyText<Name>} is none`
  : `${KeyText<Key>} is no option of populate for ${KeyText<Name>}`;

type ExactOption<S, Name extends keyof S, Key, Value> = Key extends 'pagination'
  ? ExactPage<OptionOf<OptionsObject<S[Name], S>, Key>, Value>
  : Key extends keyof ArmOptions<unknown> | 'sort'
    ? ExactTargetOption<TargetOf<S[Name]>, Key, Value>
    : Fitting<OptionOf<OptionsObject<S[Name], S>, Key>, Value>;

type OptionOf<Options, Key> = Key extends keyof Options ? Options[Key] : never;

/** The value if it fits, otherwise the type that it has to have. */
type Fitting<Expected, Value> = Value extends Expected ? Value : Expected;

type ExactTargetOption<Target, Key, Value> = Key extends 'populate'
  ? ExactPopulate<Target, Value>
  : Key extends 'filters'
    ? Value extends Filters<Target> | undefined
      ? ExactFilters<Target, Value>
      : Filters<Target>
    : Key extends 'sort'
      ? Value extends Sort<Target> | undefined
        ? ExactSort<Target, Value>
        : Sort<Target>
      : ExactFields<Target, Value>;

type ExactFields<Target, Value> = Value extends readonly unknown[]
  ? { [Index in keyof Value]: Value[Index] extends FieldName<Target> ? Value[Index] : FieldName<Target> }
  : Value extends undefined
    ? Value
    : readonly FieldName<Target>[];

type ExactPage<Expected, Page> = Page extends Expected
  ? {
      [Name in keyof Page]: Name extends 'page' | 'pageSize' | 'start' | 'limit' | 'after' | 'before'
        ? Page[Name]
        : `${KeyText<Name>} is no option of pagination`;
    }
  : Expected;

type ExactArms<S, Name extends keyof S, ByName, O> = {
  [Key in keyof O]: Key extends 'on'
    ? ExactOn<S, Name, ByName, O[Key]>
    : Key extends 'populate' | 'count'
      ? Fitting<OptionOf<OptionsObject<S[Name], S>, Key>, O[Key]>
      : `${KeyText<Key>} is no option of populate for ${KeyText<Name>}, which has several types: write it inside of on`;
};

type ExactOn<S, Name, ByName, On> = On extends object
  ? {
      [Type in keyof On]: Type extends keyof ByName
        ? ExactArm<ByName[Type], Type, On[Type]>
        : `${KeyText<Type>} is no type of ${KeyText<Name>} of ${NameOfType<S>}`;
    }
  : On extends undefined
    ? On
    : { [Type in keyof ByName]?: boolean | ArmOptions<ByName[Type]> };

type ExactArm<Target, Name, O> = O extends boolean | undefined
  ? O
  : O extends object
    ? {
        [Key in keyof O]: Key extends keyof ArmOptions<unknown>
          ? ExactTargetOption<Target, Key, O[Key]>
          : `${KeyText<Key>} is no option of populate for ${KeyText<Name>}`;
      }
    : boolean | ArmOptions<Target>;

type ExactFilters<S, A> = A extends readonly unknown[]
  ? { [Index in keyof A]: ExactFilters<S, A[Index]> }
  : A extends object
    ? {
        [Name in keyof A]: Name extends '$and' | '$or' | '$not'
          ? ExactFilters<S, A[Name]>
          : Name extends FieldName<S> | EdgeName<S>
            ? ExactCondition<S[Name & keyof S], A[Name]>
            : Name extends symbol
              ? A[Name]
              : `${KeyText<Name>} cannot be filtered: ${NameOfType<S>} has no such field or relation`;
      }
    : A;

type ExactCondition<Attribute, C> = C extends readonly unknown[] | Date
  ? C
  : C extends object
    ? Attribute extends { kind: 'field' }
      ? { [Operator in keyof C]: Operator extends AllKeys<FilterOf<Attribute>> ? C[Operator] : WrongOperator<Operator> }
      : {
          [Name in keyof C]: Name extends OwnOperator<Attribute>
            ? C[Name]
            : ExactFilters<TargetOf<Attribute>, Pick<C, Name>>[Name];
        }
    : C;

type WrongOperator<Name> = `${KeyText<Name>} is no operator of this attribute`;

type OwnOperator<Attribute> = Attribute extends { kind: 'link' } ? keyof RelationOperators : keyof EntryOperators;

/** The keys of the objects in a union. */
type AllKeys<Union> = Union extends readonly unknown[] | string | number | boolean | Date ? never : keyof Union;

type ExactSort<S, A> = A extends string | undefined
  ? A
  : A extends readonly unknown[]
    ? { [Index in keyof A]: ExactSort<S, A[Index]> }
    : {
        [Name in keyof A]: Name extends FieldName<S>
          ? A[Name]
          : Name extends EdgeName<S>
            ? ExactSort<TargetOf<S[Name & keyof S]>, A[Name]>
            : `${KeyText<Name>} cannot be sorted by: ${NameOfType<S>} has no such field or relation`;
      };
