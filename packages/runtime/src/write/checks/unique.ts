import { getTableConfig } from 'drizzle-orm/pg-core';

import { UNIQUE_VIOLATION, codeOf } from '../../database/index.js';
import { type AnyModel, type UniqueColumn, type Values, storageOf } from '../../model/index.js';
import type { Loader, Part } from '../../sql/index.js';
import type { InputValues } from '../input/input.js';
import { type Problem, problemsError } from '../input/problems.js';
import { type WriteTarget, editStatus } from '../targets/target.js';
import { columnParam } from '../versions/rows.js';

export const UNIQUE_MESSAGE = 'This attribute must be unique';

/** Looks for other published versions with the same values. The unique index also refuses them, but one at a time. */
export function prepareUnique(
  loader: Loader,
  target: WriteTarget,
  input: InputValues,
  exists: boolean,
): (values: Values) => Problem[] {
  const checks = storageOf(target.model).uniqueColumns.flatMap((unique): { name: string; isTaken: Part<boolean> }[] => {
    const isTaken = prepareColumn(loader, target, unique, input, exists);
    return isTaken === undefined ? [] : [{ name: unique.column.name, isTaken }];
  });
  return (values) =>
    checks.flatMap(({ name, isTaken }) =>
      isTaken() ? [{ path: [name], message: UNIQUE_MESSAGE, value: values[name] }] : [],
    );
}

function prepareColumn(
  loader: Loader,
  target: WriteTarget,
  { column, attribute }: UniqueColumn,
  input: InputValues,
  exists: boolean,
): Part<boolean> | undefined {
  const { model, documentId, locale } = target;
  const sent = input.get(column.name);
  const value = sent?.kind === 'scalar' ? sent.value : exists ? undefined : (attribute.default ?? null);
  if (value === null || value === '') return undefined;
  const { table } = storageOf(model);
  return loader.add((param) => {
    const id = param(documentId, 'text');
    const code = param(locale, 'text');
    const own = `(select e.${column.column} from ${table} e where e.document_id = ${id} and e.locale = ${code} and e.cg_status = '${editStatus(model)}')`;
    const wanted = value === undefined ? own : columnParam(param, column, value);
    // The index holds the hash of long text.
    const hashed = ['text', 'richtext'].includes(attribute.type.name)
      ? `md5(o.${column.column}) = md5(${wanted}) and `
      : '';
    // Redundant predicate: lets Postgres use the partial index, which leaves out empty text.
    const filled = column.type === 'text' ? `o.${column.column} <> '' and ` : '';
    // A shared value is published in all locales that have a published version.
    const inLocale = column.shared
      ? `(o.locale = ${code} or exists (select 1 from ${table} m where m.document_id = ${id} and m.cg_status = 'published' and m.locale = o.locale))`
      : `o.locale = ${code}`;
    return `to_json(exists (select 1 from ${table} o where o.cg_status = 'published' and ${inLocale} and ${hashed}${filled}o.${column.column} = ${wanted} and o.document_id <> ${id}))`;
  });
}

/** Turns the error of a unique index into the error of the check, for a write that lost a race; else `undefined`. */
export function explainUnique(model: AnyModel, error: unknown): Error | undefined {
  if (codeOf(error) !== UNIQUE_VIOLATION || !(error instanceof Error) || !('constraint_name' in error))
    return undefined;
  const constraint = String(error.constraint_name);
  const { table, uniqueColumns } = storageOf(model);
  const found = uniqueColumns.find(({ column }) =>
    isNamed(constraint, `${unquoted(table)}__${unquoted(column.column)}_unique`),
  );
  if (found !== undefined) return problemsError([{ path: [found.column.name], message: UNIQUE_MESSAGE }]);
  return constraint === 'cg_unique_values_pk' ? problemsError([{ path: [], message: UNIQUE_MESSAGE }]) : undefined;
}

/** PostgreSQL keeps 63 bytes of a name; the generator gives longer names another end. */
function isNamed(constraint: string, name: string): boolean {
  return Buffer.byteLength(name) <= 63 ? constraint === name : constraint.startsWith(name.slice(0, 48));
}

function unquoted(name: string): string {
  return name.slice(1, -1);
}

const PROGRAM_LIMIT_EXCEEDED = '54000';

/**
 * Names the attribute whose value does not fit into its index; else `undefined`. PostgreSQL compresses values before it
 * compares them with the limit, so a check before the write would refuse values that fit.
 */
export function explainIndexSize(model: AnyModel, error: unknown): Error | undefined {
  if (codeOf(error) !== PROGRAM_LIMIT_EXCEEDED || !(error instanceof Error) || !('constraint_name' in error))
    return undefined;
  const name = String(error.constraint_name);
  const index = getTableConfig(model.table).indexes.find(({ config }) => isNamed(name, config.name ?? ''));
  const columns = new Set(index?.config.columns.flatMap((column) => ('name' in column ? [`"${column.name}"`] : [])));
  const long = storageOf(model).columns.filter(({ column, type }) => type === 'text' && columns.has(column));
  if (long.length === 0) return undefined;
  return problemsError(
    long.map(({ name: attribute }) => ({
      path: [attribute],
      message: `${attribute} is too long for its index, which holds about 2,700 bytes of text`,
    })),
  );
}
