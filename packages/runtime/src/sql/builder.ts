import type { Value } from '../database.js';
import type { VersionPlan } from '../plan/plan.js';

/** Text of a statement in the making, with the values it needs. Nothing from the wire is ever text: it is a parameter. */
export interface Builder {
  readonly values: Value[];
  readonly version: VersionPlan;
  /** With one locale there is nothing to choose between. */
  readonly oneLocale: boolean;
  /** Component entries carry a `documentId`. */
  readonly entryDocumentId: boolean;
  /** `$1::integer` */
  param(value: Value, type: string): string;
  /** A name for a table of this statement. */
  alias(prefix: string): string;
}

export function createBuilder(options: Pick<Builder, 'version' | 'oneLocale' | 'entryDocumentId'>): Builder {
  const values: Value[] = [];
  const known = new Map<string, string>();
  let aliases = 0;
  return {
    ...options,
    values,
    param(value, type) {
      const key = `${type}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
      let text = known.get(key);
      if (text === undefined) {
        values.push(value);
        known.set(key, (text = `$${values.length}::${type}`));
      }
      return text;
    },
    alias: (prefix) => `${prefix}${++aliases}`,
  };
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
