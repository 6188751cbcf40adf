import type { Filters } from './filters.js';
import type { ChildName, FieldName } from './names.js';
import type { Sort } from './sort.js';

declare const populateOf: unique symbol;

/** `populate` of a type: everything, some names, or options by name. */
export type Populate<S> = '*' | readonly ChildName<S>[] | PopulateObject<S>;

export type PopulateObject<S> = { [Name in ChildName<S>]?: OptionsOf<S[Name & keyof S], S> } & {
  readonly [populateOf]?: S extends { $: infer Info } ? Info : never;
};

/** The options of everything that leads to one type. */
export interface OneOptions<Target> {
  fields?: readonly FieldName<Target>[];
  populate?: Populate<Target>;
  filters?: Filters<Target>;
  sort?: Sort<Target>;
  /** The number of targets instead of the targets. */
  count?: boolean;
}

/** The options of a list, which also has pages: for each parent on its own. */
export interface ListOptions<Target, Page = NumberedPage> extends OneOptions<Target> {
  pagination?: Page;
  start?: number;
  limit?: number;
}

export type NumberedPage =
  | ({ page?: number; pageSize?: number } & Alone<'start' | 'limit' | 'after' | 'before', 'page and pageSize'>)
  | ({ start?: number; limit?: number } & Alone<'page' | 'pageSize' | 'after' | 'before', 'start and limit'>);

/** The `__cursor` of a row, or empty text for the first page (`after`) or the last page (`before`). */
export type CursorPage =
  | ({ after: string; pageSize?: number } & Alone<'before' | 'page' | 'start' | 'limit', 'after'>)
  | ({ before: string; pageSize?: number } & Alone<'after' | 'page' | 'start' | 'limit', 'before'>);

/** Keys of other ways to choose a page. The type of such a key is the sentence that the compiler shows. */
type Alone<Names extends string, Others extends string> = { [Name in Names]?: `${Name} cannot stand beside ${Others}` };

/** Only relations between documents have cursors: files, entries and relations of entries have no cursors. */
type PageOf<Attribute, Holder> = Attribute extends { kind: 'link' }
  ? Holder extends { documentId: unknown }
    ? NumberedPage | CursorPage
    : NumberedPage
  : NumberedPage;

/** The options of one component of a zone, or one type of a polymorphic relation. */
export interface ArmOptions<Target> {
  fields?: readonly FieldName<Target>[];
  populate?: Populate<Target>;
  filters?: Filters<Target>;
}

/** Options by component or type (`on`), or a `populate` for all components or types. */
interface Arms<ByName> {
  on?: { [Name in keyof ByName]?: boolean | ArmOptions<ByName[Name]> };
  populate?: '*' | readonly ChildNames<ByName[keyof ByName]>[] | { [Name in ChildNames<ByName[keyof ByName]>]?: true };
  count?: boolean;
}

type ChildNames<Target> = Target extends unknown ? ChildName<Target> : never;

export type OptionsOf<Attribute, Holder> = boolean | OptionsObject<Attribute, Holder>;

export type OptionsObject<Attribute, Holder> = Attribute extends { kind: 'zone'; target: infer Target }
  ? Arms<Target>
  : Attribute extends { kind: 'morph'; models: infer Models }
    ? Arms<ByUid<Models>>
    : Attribute extends { target: infer Target; many: infer Many }
      ? Many extends true
        ? ListOptions<Target, PageOf<Attribute, Holder>>
        : OneOptions<Target>
      : never;

/** The types of a project by uid; `Models` are its generated models. */
export type ByUid<Models> = {
  [Name in keyof Models as UidOf<Models[Name]>]: ShapeOf<Models[Name]>;
};

/** The generated type of a model. */
export type ShapeOf<M> = M extends { readonly $shape?: infer S } ? NonNullable<S> : never;

export type UidOf<M> = ShapeOf<M> extends { $: { uid: infer Uid extends string } } ? Uid : never;
