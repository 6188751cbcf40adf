import { isObject } from '../config/plain-object.js';
import type { ScalarType } from '../model/model.js';

/** Tables and sequences as drizzle-kit describes them; the keys of tables begin with their schema: `public.articles`. */
export interface SchemaState {
  readonly tables: Record<string, TableState>;
  readonly sequences: Readonly<Record<string, Named>>;
}

interface Named {
  name: string;
}

export interface TableState {
  readonly name: string;
  readonly columns: Record<string, ColumnState>;
  readonly indexes: Record<string, IndexState>;
  readonly foreignKeys: Record<string, ForeignKeyState>;
}

export interface ColumnState {
  readonly name: string;
  type: string;
  readonly notNull: boolean;
  readonly primaryKey?: boolean;
  readonly identity?: Named;
}

export interface IndexState extends Named {
  readonly isUnique: boolean;
  readonly columns: readonly { expression: string; readonly isExpression: boolean }[];
  where?: string;
}

export interface ForeignKeyState extends Named {
  tableFrom: string;
  tableTo: string;
  columnsFrom: string[];
}

/**
 * What a database looks like and what its tables mean: everything that is needed to plan the way from here to
 * elsewhere. One of them lies beside each migration, and each database knows its own.
 */
export interface State {
  readonly version: 1;
  readonly schema: SchemaState;
  readonly model: ModelState;
}

export interface ModelState {
  readonly defaultLocale: string;
  readonly types: Readonly<Record<string, TypeState>>;
  readonly components: Readonly<Record<string, ComponentState>>;
}

export interface TypeState {
  readonly table: string;
  readonly single: boolean;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string;
  readonly attributes: Attributes;
}

export interface ComponentState {
  readonly renamedFrom?: string;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, AttributeState>>;

export type AttributeState = { readonly column: string; readonly renamedFrom?: string } & (
  | { readonly kind: 'scalar'; readonly type: ScalarType; readonly unique: boolean }
  | { readonly kind: 'media'; readonly multiple: boolean }
  | { readonly kind: 'entries'; readonly shape: 'one' | 'many' | 'zone'; readonly components: readonly string[] }
  | RelationState
  /** A relation inside a component. */
  | { readonly kind: 'ids'; readonly many: boolean }
  /** Stored with the other side, or by the config. */
  | { readonly kind: 'other' }
);

export interface RelationState {
  readonly kind: 'relation';
  /** Absent: documents of any type. */
  readonly target?: string;
  readonly storage: { readonly at: 'column'; readonly rank?: string } | { readonly at: 'link'; readonly table: string };
  /** The target has a list that it is part of, in an order of its own. */
  readonly twoWay: boolean;
  /** A target has one owner at a time. */
  readonly exclusive: boolean;
}

export const nothing: State = {
  version: 1,
  schema: { tables: {}, sequences: {} },
  model: { defaultLocale: 'en', types: {}, components: {} },
};

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  return isObject(a) && isObject(b) && haveSameEntries(a, b);
}

function haveSameEntries(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  // Plain loops: states of large projects have a hundred thousand values, and are compared several times.
  for (const key in one) if (!isSame(one[key], other[key])) return false;
  for (const key in other) if (other[key] !== undefined && one[key] === undefined) return false;
  return true;
}
