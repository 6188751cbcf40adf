import { invalidKey } from '../errors/index.js';
import type { ScalarField, Holder } from '../model/index.js';
import { type FieldsAst, invalidFields } from '../query/index.js';
import type { PlanContext } from './context.js';
import { meaningOf } from './lookup.js';

/** The scalars of the answer, in the order of the definition. `id` and `documentId` are always part of it. */
export function planFields(
  context: PlanContext,
  holder: Holder,
  ast: FieldsAst,
  param: string,
): readonly ScalarField[] {
  const readable = holder.compiled.fields.filter((field) => context.allows(holder, field.name, 'read'));
  const chosen = new Set(['id', 'documentId']);
  for (const name of ast.names ?? []) {
    const named = meaningOf(context, holder, name, 'read');
    if (named?.kind !== 'field') {
      throw invalidKey(name, { source: 'query', param, path: named === undefined ? null : name });
    }
    chosen.add(name);
  }
  if (ast.commasInList === true) throw invalidFields();
  return ast.kind === 'all' ? readable : readable.filter((field) => chosen.has(field.name));
}
