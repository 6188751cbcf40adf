/** Types of `populate[…]`, for populate objects in your own code. */
import type { Role as RoleFilters } from './filters.js';

type Direction = 'asc' | 'desc';

/** `'title:desc'`, several of them, or objects. */
export type Sort = string | readonly string[] | { readonly [field: string]: Direction | Sort };

/** A page of a populated list, for each parent on its own. */
export type Page =
  { page?: number; pageSize?: number; withCount?: boolean } | { start?: number; limit?: number; withCount?: boolean };

/** `'*'`, one name, several names (dotted names go deeper), or an object. */
export type Populate<Keys> = '*' | string | readonly string[] | Keys;

interface Nested<Keys, Filters> {
  fields?: string | readonly string[];
  filters?: Filters;
  sort?: Sort;
  populate?: Populate<Keys>;
  count?: boolean;
  pagination?: Page;
  start?: number;
  limit?: number;
}

export type Relation<Keys, Filters> = boolean | Nested<Keys, Filters>;

/** A file, or files. */
export type Media = boolean | { fields?: string | readonly string[]; sort?: Sort; count?: boolean };

export type Component<Keys> =
  boolean | { fields?: string | readonly string[]; populate?: Populate<Keys>; count?: boolean };

/** A dynamic zone: the same for all its components, or `on` each. */
export type Zone<Components> =
  | boolean
  | {
      populate?: Populate<Components[keyof Components]>;
      on?: { readonly [Name in keyof Components]?: Component<Components[Name]> };
      count?: boolean;
    };

/** A polymorphic relation: everything it points at, or `on` each type. */
export type Morph =
  | boolean
  | {
      populate?: '*' | string | readonly string[];
      on?: { readonly [type: string]: Relation<Record<string, unknown>, Record<string, unknown>> };
      count?: boolean;
    };

/** Populate keys of a type without relations, media or components. */
export type Nothing = Record<never, never>;

/** The role of a user. */
export type Role = Relation<Nothing, RoleFilters>;
