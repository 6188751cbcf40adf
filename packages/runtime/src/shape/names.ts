/** The names of the values that documents show, and that `fields` may choose. */
export type FieldName<S> = {
  [Name in keyof S]: S[Name] extends { kind: 'field'; marks: infer Marks }
    ? 'private' extends Marks
      ? never
      : Name
    : never;
}[keyof S] &
  string;

/** `fields` of a query; undefined means all of them. */
export type FieldList<S> = readonly FieldName<S>[] | undefined;

/** The names of relations, components, zones and media: what `populate` may choose. */
export type ChildName<S> = {
  [Name in keyof S]: S[Name] extends { kind: 'link' | 'morph' | 'entry' | 'zone' | 'file'; marks: infer Marks }
    ? 'private' extends Marks
      ? never
      : Name
    : never;
}[keyof S] &
  string;

/** The names of relations and components to one type, which filters and sort can follow. */
export type EdgeName<S> = {
  [Name in keyof S]: S[Name] extends { kind: 'link' | 'entry'; marks: infer Marks }
    ? 'private' extends Marks
      ? never
      : Name
    : never;
}[keyof S] &
  string;

/** The type on the other side of a relation or component. */
export type TargetOf<Attribute> = Attribute extends { target: infer Target } ? Target : never;

/** The name of a type in messages: `articles`, or `shared.seo`. */
export type NameOfType<S> = S extends { $: { name: infer Name extends string } } ? Name : 'this type';

/** The locales of the project, as its configuration lists them. */
export type LocaleOf<S> = S extends { $: { locale: infer Locale extends string } } ? Locale : string;
