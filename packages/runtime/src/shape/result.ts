import type { ChildName, FieldName } from './names.js';
import type { ByUid } from './populate.js';

/** A value that drafts and optional attributes lack is null. */
type ValueOf<Attribute> = Attribute extends { kind: 'field'; value: infer Value; marks: infer Marks }
  ? 'kept' extends Marks
    ? Value | null
    : 'required' extends Marks
      ? Value
      : 'present' extends Marks
        ? Value
        : Value | null
  : never;

/** The keys that every document and entry has, whatever `fields` chooses. */
type Always = 'id' | 'documentId';

/** `fields`: names that are all chosen, a list as a query has it, or all fields. */
type Fields = string | readonly string[] | undefined;

/**
 * A document with the chosen fields and everything that was populated. A value is optional if only the running program
 * knows whether it was chosen: `fields: isShort ? ['title'] : ['title', 'body']`.
 */
export type Result<S, F extends Fields, P> = S extends infer T
  ? {
      [
        Name in keyof T as Name extends FieldName<T>
          ? Name extends ChosenName<T, F> | Always
            ? Name
            : never
          : Name extends PopulatedName<T, P>
            ? Name
            : never
      ]: Name extends FieldName<T>
        ? Name extends Always
          ? ValueOf<T[Name]>
          : ValueOf<T[Name]> | (Name extends DoubtfulName<T, F> ? undefined : never)
        : ChildOf<T[Name], EntryOf<P, Name>>;
    }
  : never;

/** The names that `fields` may show. */
type ChosenName<T, F> = F extends string ? F : F extends readonly (infer Name)[] ? Name : FieldName<T>;

/** The chosen names that are not certain: one of several possible lists, or a list of unknown length, may lack them. */
type DoubtfulName<T, F, Chosen = ChosenName<T, F>> = F extends string
  ? never
  : F extends readonly unknown[]
    ? Exclude<Chosen, CertainName<F>>
    : Exclude<Chosen, FieldName<T>>;

/** The names that a list has at run time. */
type CertainName<List extends readonly unknown[]> = number extends List['length']
  ? never
  : { [Index in keyof List]: IsOneOf<List[Index]> extends false ? List[Index] : never }[number];

/** Whether a type is a union. */
type IsOneOf<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** The names that a populate shows; without the names that are switched off. */
type PopulatedName<S, P> = P extends '*'
  ? ChildName<S>
  : P extends readonly (infer Name)[]
    ? Name
    : { [Name in keyof P]: [P[Name]] extends [false | undefined] ? never : Name }[keyof P];

/** The options of one populated name; `false` where a populate may lack it. */
type EntryOf<P, Name> = P extends string
  ? true
  : P extends readonly unknown[]
    ? Name extends CertainName<P>
      ? true
      : Name extends P[number]
        ? boolean
        : false
    : Name extends keyof P
      ? P[Name]
      : false;

/**
 * The value of a populated name. The value is optional if only the running program knows whether the name is switched
 * on.
 */
export type ChildOf<Attribute, Options> = [Options] extends [true]
  ? Shown<Attribute, true>
  : false extends Options
    ? Shown<Attribute, Exclude<Options, false | undefined>> | undefined
    : undefined extends Options
      ? Shown<Attribute, Exclude<Options, false | undefined>> | undefined
      : Shown<Attribute, Options>;

type Shown<Attribute, Options> =
  IsOpen<Options> extends true
    ? OpenChild<Attribute> | { count: number }
    : Options extends { count: infer Count }
      ? Counted<Attribute, Options, Count>
      : ShownRows<Attribute, Options>;

type Counted<Attribute, Options, Count> = Count extends true ? { count: number } : ShownRows<Attribute, Options>;

/** Whether only the running program knows the options, as those of a validated populate. */
type IsOpen<Options> = 'count' extends keyof Options ? (Options extends { count: unknown } ? false : true) : false;

/** The value of a child with unknown options. */
type OpenChild<Attribute> = Attribute extends { kind: 'zone'; target: infer Components }
  ? OpenDocument<Components[keyof Components]>[]
  : Attribute extends { kind: 'morph'; models: infer Models; many: infer Many }
    ? Listed<OpenDocument<ByUid<Models>[keyof ByUid<Models>]>, Many, never>
    : Attribute extends { target: infer Target; many: infer Many }
      ? Listed<OpenDocument<Target>, Many, never>
      : never;

/** A document of which any part may have been chosen. */
type OpenDocument<S> = S extends infer T
  ? {
      [Name in FieldName<T> | ChildName<T>]?: Name extends FieldName<T>
        ? ValueOf<T[Name & keyof T]>
        : OpenChild<T[Name & keyof T]> | { count: number };
    }
  : never;

type ShownRows<Attribute, Options> = Attribute extends { kind: 'zone'; target: infer Components }
  ? ArmOf<Components, Options, '__component'>[]
  : Attribute extends { kind: 'morph'; models: infer Models; many: infer Many }
    ? Listed<ArmOf<ByUid<Models>, Options, '__type'>, Many, never>
    : Attribute extends { kind: infer Kind; target: infer Target; many: infer Many; marks: infer Marks }
      ? Listed<
          WithCursor<Result<Target, FieldsOf<Options>, PopulateOf<Options>>, Options>,
          Many,
          Kind extends 'entry' ? UnfilteredMarks<Marks, Options> : never
        >
      : never;

/** Filters may exclude an entry that every document has. */
type UnfilteredMarks<Marks, Options> = 'filters' extends keyof Options ? never : Marks;

/** The rows of a page with cursors show their own cursors. */
type WithCursor<One, Options> = Options extends { pagination: { after: string } | { before: string } }
  ? One & { __cursor: string }
  : One;

/** A list, or one that may be missing: the target of a required relation can be deleted. */
type Listed<One, Many, Marks> = Many extends true
  ? One[]
  : 'kept' extends Marks
    ? One | null
    : 'required' extends Marks
      ? One
      : 'present' extends Marks
        ? One
        : One | null;

/** `fields` of options; undefined, which means all fields, if they may have none. */
type FieldsOf<Options> = Options extends { fields?: Fields }
  ? 'fields' extends keyof Options
    ? Options['fields']
    : undefined
  : undefined;

type PopulateOf<Options> = Options extends { populate?: unknown }
  ? 'populate' extends keyof Options
    ? Options['populate']
    : undefined
  : undefined;

/** One of several types, which `Tag` tells apart. */
type ArmOf<ByName, Options, Tag extends string> = Options extends { on: infer On }
  ? ChosenArm<ByName, On, Tag>
  : 'on' extends keyof Options
    ? ChosenArm<ByName, NonNullable<Options['on']>, Tag> | SharedArm<ByName, Options, Tag>
    : SharedArm<ByName, Options, Tag>;

type ChosenArm<ByName, On, Tag extends string> = {
  [Name in keyof On & keyof ByName]: Arm<ByName[Name], Exclude<On[Name], false | undefined>, Tag, Name>;
}[keyof On & keyof ByName];

type SharedArm<ByName, Options, Tag extends string> = {
  [Name in keyof ByName]: Arm<ByName[Name], Options, Tag, Name>;
}[keyof ByName];

type Arm<Target, Options, Tag extends string, Name> = [Options] extends [never]
  ? never
  : Result<Target, FieldsOf<Options>, PopulateOf<Options>> extends infer Shown
    ? { [Key in Tag | keyof Shown]: Key extends keyof Shown ? Shown[Key] : Name }
    : never;

/** A document with all its fields, for code that takes documents. Children are present only when populated. */
export type Document<S> = S extends infer T
  ? { [Name in FieldName<T>]: ValueOf<T[Name & keyof T]> } & {
      [Name in ChildName<T>]?: DocumentChild<T[Name & keyof T]>;
    } & AnsweredKeys<T>
  : never;

/** What responses to requests show in an entry, beside what code gets. */
type AnsweredKeys<T> = T extends { $: { answered: 'documentId' } } ? { documentId?: string } : unknown;

type DocumentChild<Attribute> = Attribute extends { kind: 'zone'; target: infer Components }
  ? Tagged<Components, '__component'>[]
  : Attribute extends { kind: 'morph'; models: infer Models; many: infer Many }
    ? Listed<Tagged<ByUid<Models>, '__type'>, Many, never>
    : Attribute extends { kind: infer Kind; target: infer Target; many: infer Many; marks: infer Marks }
      ? Listed<Document<Target>, Many, Kind extends 'entry' ? Marks : never>
      : never;

type Tagged<ByName, Tag extends string> = {
  [Name in keyof ByName]: Document<ByName[Name]> & { [Key in Tag]: Name };
}[keyof ByName];
