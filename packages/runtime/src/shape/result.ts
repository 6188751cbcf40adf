import type { ChildName, FieldName } from './names.js';
import type { ByUid } from './populate.js';

/** A value that drafts and optional attributes lack is null. */
type ValueOf<Attribute> = Attribute extends { kind: 'field'; value: infer Value; marks: infer Marks }
  ? 'required' extends Marks
    ? Value
    : 'present' extends Marks
      ? Value
      : Value | null
  : never;

/** The keys that every document and entry has, whatever `fields` chooses. */
type Always = 'id' | 'documentId';

/** A document with the chosen fields and everything that was populated. */
export type Result<S, F extends string, P> = S extends infer T
  ? {
      [
        Name in keyof T as Name extends '$'
          ? never
          : Name extends F | Always
            ? Name extends FieldName<T>
              ? Name
              : never
            : Name extends PopulatedName<T, P>
              ? Name
              : never
      ]: Name extends FieldName<T> ? ValueOf<T[Name]> : ChildOf<T[Name], EntryOf<P, Name>>;
    }
  : never;

/** The names that a populate shows; those that are switched off are not among them. */
type PopulatedName<S, P> = P extends '*'
  ? ChildName<S>
  : P extends readonly (infer Name)[]
    ? Name
    : { [Name in keyof P]: [P[Name]] extends [false | undefined] ? never : Name }[keyof P];

/** The options of one populated name. */
type EntryOf<P, Name> = P extends string | readonly unknown[] ? true : Name extends keyof P ? P[Name] : never;

/** The value of a populated name. It may be missing if only the program knows whether it is switched on. */
export type ChildOf<Attribute, Options> = [Options] extends [true]
  ? Shown<Attribute, true>
  : false extends Options
    ? Shown<Attribute, Exclude<Options, false | undefined>> | undefined
    : undefined extends Options
      ? Shown<Attribute, Exclude<Options, false | undefined>> | undefined
      : Shown<Attribute, Options>;

type Shown<Attribute, Options> = Options extends { count: true }
  ? { count: number }
  : IsOpen<Options> extends true
    ? OpenChild<Attribute> | { count: number }
    : ShownRows<Attribute, Options>;

/** Whether only the program knows the options: those of a validated populate. */
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
          WithCursor<Result<Target, FieldsOf<Target, Options>, PopulateOf<Options>>, Options>,
          Many,
          Kind extends 'entry' ? Marks : never
        >
      : never;

/** The rows of a page with cursors show their own. */
type WithCursor<One, Options> = Options extends { pagination: { after: string } | { before: string } }
  ? One & { __cursor: string }
  : One;

/** A list, or one that may be missing: the target of a required relation can be deleted. */
type Listed<One, Many, Marks> = Many extends true
  ? One[]
  : 'required' extends Marks
    ? One
    : 'present' extends Marks
      ? One
      : One | null;

type FieldsOf<Target, Options> = Options extends { fields: readonly (infer Name extends string)[] }
  ? Name
  : FieldName<Target>;

type PopulateOf<Options> = Options extends { populate: infer P } ? P : never[];

/** One of several types, which `Tag` tells apart. */
type ArmOf<ByName, Options, Tag extends string> = Options extends { on: infer On }
  ? { [Name in keyof On & keyof ByName]: Arm<ByName[Name], On[Name], Tag, Name> }[keyof On & keyof ByName]
  : { [Name in keyof ByName]: Arm<ByName[Name], SharedOptions<ByName[Name], Options>, Tag, Name> }[keyof ByName];

type Arm<Target, Options, Tag extends string, Name> =
  Result<Target, FieldsOf<Target, Options>, PopulateOf<Options>> extends infer Shown
    ? { [Key in Tag | keyof Shown]: Key extends keyof Shown ? Shown[Key] : Name }
    : never;

/** The part of a shared populate that one of the types has. */
type SharedOptions<Target, Options> = Options extends { populate: infer P }
  ? P extends '*'
    ? { populate: '*' }
    : P extends readonly (infer Name)[]
      ? { populate: readonly (Name & ChildName<Target>)[] }
      : { populate: { [Name in keyof P as Name extends ChildName<Target> ? Name : never]: P[Name] } }
  : true;

/** A document with all its fields, for code that takes documents. Children are present only when populated. */
export type Document<S> = S extends infer T
  ? { [Name in FieldName<T>]: ValueOf<T[Name & keyof T]> } & {
      [Name in ChildName<T>]?: DocumentChild<T[Name & keyof T]>;
    }
  : never;

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
