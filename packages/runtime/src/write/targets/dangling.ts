import type { Attribute } from '../../model/attributes/attribute.js';
import type { Executor } from '../../database/database.js';
import type { AnyComponent, AnyModel } from '../../model/model.js';
import { componentOf } from '../checks/publishable.js';
import { run } from '../../sql/loader.js';

type Values = Readonly<Record<string, unknown>>;
type Id = string | number;

/**
 * Entries hold ids of documents and files in JSON, where no key of the database looks after them, and so do lists of
 * files. Reads see only what is there; these are the values as reads see them, as far as something is required.
 */
export async function withoutGone(executor: Executor, model: AnyModel, values: Values): Promise<Values> {
  const named = new Set<Id>();
  replaceRequired(model, values, (ids) => (ids.forEach((id) => named.add(id)), ids));
  if (named.size === 0) return values;
  const rows = await run<{ id: string }>(executor, (param) => {
    const documents = [...named].filter((id) => typeof id === 'string');
    const files = [...named].filter((id) => typeof id === 'number');
    return `select id from cg_documents where id = any(${param(documents, 'text[]')}) union all select id::text from cg_files where id = any(${param(files, 'integer[]')})`;
  });
  const there = new Set(rows.map(({ id }) => id));
  return replaceRequired(model, values, (ids) => ids.filter((id) => there.has(String(id))));
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
      const entries = list.map((entry) => {
        const component = componentOf(attribute, entry as Values);
        return component === undefined ? entry : replaceRequired(component, entry as Values, replace);
      });
      return [[name, back(entries)]];
    }
    return isHeld(holder, attribute) ? [[name, back(replace(list as readonly Id[]))]] : [];
  });
  return { ...values, ...Object.fromEntries(replaced) };
}

/** Required, and held as an id. Relations of rows are links. */
function isHeld(holder: AnyModel | AnyComponent, attribute: Attribute): boolean {
  if (attribute.required !== true || attribute.kind === 'scalar') return false;
  return attribute.kind === 'media' || holder.kind === 'component';
}
