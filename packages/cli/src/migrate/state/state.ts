import { isObject } from '../../config/plain-object.js';
import type { Literal, ScalarType } from '../../model/model.js';

/** Tables and sequences in the format of drizzle-kit. The keys of tables begin with their schema: `public.articles`. */
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
  readonly columns: readonly { expression: string; readonly isExpression: boolean; readonly opclass?: string }[];
  where?: string;
}

interface ForeignKeyState extends Named {
  tableFrom: string;
  tableTo: string;
  columnsFrom: string[];
}

/**
 * The tables of a database and their meaning: everything that planning a migration needs. Each migration has a snapshot
 * of this state, and each database stores its own state.
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
  /** Columns of the last release that triggers keep equal to new ones, by name; no definition has them. */
  readonly oldColumns?: Readonly<Record<string, string>>;
  readonly attributes: Attributes;
}

export interface ComponentState {
  readonly renamedFrom?: string;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, AttributeState>>;

export type AttributeState = StoredAttribute &
  (
    | ScalarState
    | { readonly kind: 'media'; readonly multiple: boolean }
    | EntriesState
    | RelationState
    /** A relation inside a component. */
    | { readonly kind: 'ids'; readonly many: boolean }
    /** The inverse side of a relation, or a role, which is in the config. */
    | { readonly kind: 'other' }
  );

/** Snapshots of older releases lack the optional keys except `renamedFrom`, so a missing key means "unknown". */
interface StoredAttribute {
  readonly column: string;
  readonly renamedFrom?: string;
  /** Whether all locales share the value. Also missing if the type has no locales. */
  readonly shared?: boolean;
  readonly required?: boolean;
  /** Whether a condition can lift the rules of the attribute. Absent if not, also where `required` is known. */
  readonly conditional?: true;
  /** Whether rows that are older than the rules may break them. */
  readonly keepsOld?: true;
}

/** The limits of a value or a list, without those that the definition does not have. */
export interface LimitsState {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
}

export interface EntriesState {
  readonly kind: 'entries';
  readonly shape: 'one' | 'many' | 'zone';
  readonly components: readonly string[];
  readonly limits?: LimitsState;
}

export interface ScalarState {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly unique: boolean;
  /** Missing if there is none. */
  readonly default?: Literal;
  /** Of an enumeration. */
  readonly values?: readonly string[];
  readonly limits?: LimitsState;
  /** The value for rows that break a rule. */
  readonly backfill?: Literal;
}

export interface RelationState {
  readonly kind: 'relation';
  /** Absent if the relation can point at any type. */
  readonly target?: string;
  readonly storage: { readonly at: 'column'; readonly rank?: string } | { readonly at: 'link'; readonly table: string };
  /** Whether the target shows the inverse side, with an order of its own. */
  readonly twoWay: boolean;
  /** Whether a target can have only one owner. */
  readonly exclusive: boolean;
}

export const emptyState: State = {
  version: 1,
  schema: { tables: {}, sequences: {} },
  model: { defaultLocale: 'en', types: {}, components: {} },
};

/** Whether two values are equal as JSON. The order of keys does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  return isObject(a) && isObject(b) && haveSameEntries(a, b);
}

function haveSameEntries(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  // Plain loops are fast: states of large projects contain a hundred thousand values and are compared several times.
  for (const key in one) if (!isSame(one[key], other[key])) return false;
  for (const key in other) if (other[key] !== undefined && one[key] === undefined) return false;
  return true;
}
