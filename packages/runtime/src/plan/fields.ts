import { invalidKey } from '../errors/index.js';
import type { FieldsAst } from '../query/ast.js';
import type { PlanContext } from './context.js';
import { lookup, namesOf } from './lookup.js';
import type { Field, Holder } from './plan.js';

/** The scalars that are shown, in the order of the definition; `id` and `documentId` always are. */
export function planFields(context: PlanContext, holder: Holder, ast: FieldsAst, param: string): readonly Field[] {
  const readable = fieldsOf(holder).filter((field) => context.allows(holder, field.name, 'read'));
  if (ast.kind === 'all') return readable;
  const chosen = new Set(['id', 'documentId']);
  for (const name of ast.names) {
    const found = lookup(context, holder, name, 'read');
    if (found?.kind !== 'field') {
      throw invalidKey(name, { source: 'query', param, path: found === undefined ? null : name });
    }
    chosen.add(name);
  }
  return readable.filter((field) => chosen.has(field.name));
}

const all = new WeakMap<Holder, readonly Field[]>();

function fieldsOf(holder: Holder): readonly Field[] {
  let fields = all.get(holder);
  if (fields === undefined) {
    fields = [...namesOf(holder).values()].flatMap((found) => (found.kind === 'field' ? [found.field] : []));
    all.set(holder, fields);
  }
  return fields;
}
