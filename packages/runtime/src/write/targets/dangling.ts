import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type Values,
  componentOf,
  entriesIn,
} from '../../model/index.js';
import type { Executor } from '../../database/index.js';
import { run } from '../../sql/index.js';

type Id = string | number;

/**
 * Leaves ids of deleted documents and files out of required values. Entries and lists of files keep such ids in JSON
 * and arrays, where no foreign key clears them; reads do not show them, so they must not count as values.
 */
export async function withoutDangling(executor: Executor, model: AnyModel, values: Values): Promise<Values> {
  const named = new Set<Id>();
  replaceRequired(model, values, (ids) => (ids.forEach((id) => named.add(id)), ids));
  if (named.size === 0) return values;
  const rows = await run<{ id: string }>(executor, (param) => {
    const documents = [...named].filter((id) => typeof id === 'string');
    const files = [...named].filter((id) => typeof id === 'number');
    return `select id from cg_documents where id = any(${param(documents, 'text[]')}) union all select id::text from cg_files where id = any(${param(files, 'bigint[]')})`;
  });
  const existing = new Set(rows.map(({ id }) => id));
  return replaceRequired(model, values, (ids) => ids.filter((id) => existing.has(String(id))));
}

function replaceRequired(
  holder: AnyModel | AnyComponent,
  values: Values,
  replace: (ids: readonly Id[]) => readonly Id[],
): Values {
  const replaced = Object.entries(holder.attributes).flatMap(([name, attribute]): [string, unknown][] => {
    const value = values[name] ?? null;
    const list: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
    const back = (items: readonly unknown[]) => (Array.isArray(value) ? items : (items[0] ?? null));
    if (attribute.kind === 'component' || attribute.kind === 'dynamicZone') {
      return [[name, back(entriesIn(value).map((entry) => replaceInEntry(attribute, entry, replace)))]];
    }
    return holdsRequiredIds(holder, attribute) ? [[name, back(replace(list.filter(isId)))]] : [];
  });
  return { ...values, ...Object.fromEntries(replaced) };
}

function replaceInEntry(attribute: Attribute, entry: Values, replace: (ids: readonly Id[]) => readonly Id[]): Values {
  const component = componentOf(attribute, entry);
  return component === undefined ? entry : replaceRequired(component, entry, replace);
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether a required attribute is stored as ids. Relations of rows are stored as links instead. */
function holdsRequiredIds(holder: AnyModel | AnyComponent, attribute: Attribute): boolean {
  if (attribute.required !== true || attribute.kind === 'scalar') return false;
  return attribute.kind === 'media' || holder.kind === 'component';
}
