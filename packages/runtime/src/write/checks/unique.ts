import { type Scalar, isUnique } from '../../model/attributes/attribute.js';
import type { AnyModel } from '../../model/model.js';
import type { Input } from '../input/input.js';
import type { Loader, Part } from '../../sql/loader.js';
import { type Problem, problemsError } from '../input/problems.js';
import { type StoredColumn, storageOf } from '../../model/storage.js';
import { type Target, columnParam, editStatus } from '../versions/version.js';

export const UNIQUE_MESSAGE = 'This attribute must be unique';

function uniqueColumns(model: AnyModel): StoredColumn[] {
  return storageOf(model).columns.filter(({ name }) => {
    const attribute = model.attributes[name];
    return attribute?.kind === 'scalar' && isUnique(attribute);
  });
}

/** Looks for other published versions with the same values. The index would refuse them too, but one at a time. */
export function prepareUnique(
  loader: Loader,
  target: Target,
  input: Input,
  exists: boolean,
): (values: ReadonlyMap<string, unknown>) => Problem[] {
  const taken: [string, Part<boolean>][] = [];
  for (const column of uniqueColumns(target.model)) {
    const part = prepareColumn(loader, target, column, input, exists);
    if (part !== undefined) taken.push([column.name, part]);
  }
  return (values) =>
    taken.flatMap(([name, part]) =>
      part() ? [{ path: [name], message: UNIQUE_MESSAGE, value: values.get(name) }] : [],
    );
}

function prepareColumn(
  loader: Loader,
  target: Target,
  column: StoredColumn,
  input: Input,
  exists: boolean,
): Part<boolean> | undefined {
  const { model, documentId, locale } = target;
  const attribute = model.attributes[column.name] as Scalar;
  const sent = input.get(column.name);
  const value = sent?.kind === 'scalar' ? sent.value : exists ? undefined : (attribute.default ?? null);
  if (value === null || value === '') return undefined;
  const { table } = storageOf(model);
  return loader.add((param) => {
    const id = param(documentId, 'text');
    const code = param(locale, 'text');
    const own = `(select e.${column.column} from ${table} e where e.document_id = ${id} and e.locale = ${code} and e.status = '${editStatus(model)}')`;
    const wanted = value === undefined ? own : columnParam(param, column, value);
    // Long text is indexed by its hash.
    const hashed = ['text', 'richtext'].includes(attribute.type.name)
      ? `md5(o.${column.column}) = md5(${wanted}) and `
      : '';
    // Empty text is free.
    const filled = column.type === 'text' ? `o.${column.column} <> '' and ` : '';
    // What locales share is published in all that are.
    const inLocale = column.shared
      ? `(o.locale = ${code} or exists (select 1 from ${table} m where m.document_id = ${id} and m.status = 'published' and m.locale = o.locale))`
      : `o.locale = ${code}`;
    return `to_json(exists (select 1 from ${table} o where o.status = 'published' and ${inLocale} and ${hashed}${filled}o.${column.column} = ${wanted} and o.document_id <> ${id}))`;
  });
}

/** What a unique index says about a write that was overtaken, in the words of the check; `undefined` for other errors. */
export function explainUnique(model: AnyModel, error: unknown): Error | undefined {
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  if (code !== '23505' || typeof constraint !== 'string') return undefined;
  const { table } = storageOf(model);
  const column = uniqueColumns(model).find((one) => isNamed(constraint, `${bare(table)}__${bare(one.column)}_unique`));
  if (column !== undefined) return problemsError([{ path: [column.name], message: UNIQUE_MESSAGE }]);
  return constraint === 'cg_unique_values_pk' ? problemsError([{ path: [], message: UNIQUE_MESSAGE }]) : undefined;
}

/** PostgreSQL holds 63 bytes of a name; longer ones were given another end. */
function isNamed(constraint: string, name: string): boolean {
  return Buffer.byteLength(name) <= 63 ? constraint === name : constraint.startsWith(name.slice(0, 48));
}

/** A name without its quotes. */
function bare(name: string): string {
  return name.slice(1, -1);
}
