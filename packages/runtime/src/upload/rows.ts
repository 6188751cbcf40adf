import { getTableColumns } from 'drizzle-orm';

import type { Executor, Value } from '../database/index.js';
import { type Media, cgFiles } from '../model/index.js';

/** The columns of a record that an upload sets. */
export type FileValues = Omit<
  Media,
  'id' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'previewUrl' | 'provider_metadata'
>;

/** A new record, which also keeps its uploader. A record without an id gets the next id. */
type NewFile = FileValues & { readonly id?: number; readonly cgUploadedBy: string };

const columns = getTableColumns(cgFiles);

/** Row ids in the order of the values. */
export async function insertFiles(transaction: Executor, files: readonly NewFile[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { id, ...file } of files) {
    const { names, parameters, values } = assignments(file);
    const drawn = id === undefined ? [] : [drawnId(`$${values.length + 1}`)];
    const into = [...names, ...drawn.map(() => 'id')].join(', ');
    const text = `insert into cg_files (${into}) values (${[...parameters, ...drawn].join(', ')}) returning id`;
    const rows = await transaction.rows<{ id: number }>(text, id === undefined ? values : [...values, id]);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/**
 * A table of an earlier release may have 32-bit ids, which have no room for a drawn id. Such a table counts its ids up.
 */
function drawnId(parameter: string): string {
  const type = `select atttypid from pg_attribute where attrelid = 'cg_files'::regclass and attname = 'id'`;
  const next = `nextval(pg_get_serial_sequence('cg_files', 'id'))`;
  return `case (${type}) when 'int8'::regtype then ${parameter}::bigint else ${next} end`;
}

/** Returns whether the record exists. */
export async function updateFile(executor: Executor, id: number, change: Partial<FileValues>): Promise<boolean> {
  const { names, parameters, values } = assignments(change);
  const set = [...names.map((name, index) => `${name} = ${parameters[index]}`), 'updated_at = now()'];
  const where = `id = $${values.length + 1}::bigint`;
  const text = `update cg_files set ${set.join(', ')} where ${where} returning id`;
  return (await executor.rows(text, [...values, id])).length > 0;
}

/** Returns whether the record exists. */
export async function deleteFile(executor: Executor, id: number): Promise<boolean> {
  return (await executor.rows('delete from cg_files where id = $1::bigint returning id', [id])).length > 0;
}

function assignments(file: Partial<NewFile>) {
  // The type of `Object.entries` forgets the names of the keys.
  const entries = Object.entries(file) as [keyof NewFile, Exclude<NewFile[keyof NewFile], undefined>][];
  const used = entries.map(([key, value]) => ({ column: columns[key], value }));
  return {
    names: used.map(({ column }) => column.name),
    parameters: used.map(({ column }, index) => `$${index + 1}::${column.getSQLType()}`),
    values: used.map(({ value }): Value =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ),
  };
}
