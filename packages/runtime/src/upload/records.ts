import { planReadFor } from '../access/index.js';
import type { RecordFile, Scope } from '../content/index.js';
import type { Executor, RawRow } from '../database/index.js';
import { invalidKey } from '../errors/index.js';
import { fileModel, isRowId } from '../model/index.js';
import type { ReadPlan } from '../plan/index.js';
import { type Parameters, type TreeObject, parseParameters, requestOptions } from '../query/index.js';
import { readBounded, shapeOf, tooLargeAnswer } from '../read/index.js';
import {
  type Builder,
  SIZE,
  type Statement,
  columnsOf,
  condition,
  createBuilder,
  objectOf,
  orderClause,
  orderTerms,
  outputOf,
  readRow,
  rowSource,
  runningTotal,
  selectUses,
  tableOf,
  whereClause,
} from '../sql/index.js';
import { type Stored, filesOf, hashesOf, isKey } from './storage/keys.js';

/** The file records that a request selects, and their fields. */
interface FilesPlan {
  readonly parameters: Parameters;
  readonly plan: ReadPlan;
}

export function planFiles(scope: Scope, tree: TreeObject): FilesPlan {
  const parameters = parseParameters(tree, requestOptions(scope.content.settings.api.rest));
  return { parameters, plan: planReadFor(scope, fileModel, 'find', parameters) };
}

/**
 * A page of all files, or the files with these row ids, in this order. The answer to an upload repeats what the request
 * sent, and the files are stored already, so the bytes of the answer are not limited again.
 */
type Choice =
  | { readonly start: number; readonly limit: number; readonly count: boolean }
  | { readonly ids: readonly number[]; readonly uploaded?: boolean };

export interface FilesFound {
  /** A JSON list. */
  readonly data: Buffer;
  readonly total?: number;
}

/** The documents that use a file as `,"related":[…]`, the end of its record. Empty if the request populates none. */
export async function selectRelated(scope: Scope, { plan }: FilesPlan, id: number): Promise<string> {
  if (plan.node.children.length === 0) return '';
  const shape = { ...shapeOf(scope, { text: '' }), documentMeta: false, id: true };
  const row = await readBounded(scope, scope.content.database, fileModel, selectUses(plan, id, shape));
  return `,${row.data.json.toString().slice(1, -1)}`;
}

/** Only a single file shows the documents that use it. */
export function refuseRelated({ parameters, plan }: FilesPlan): void {
  if (parameters.populate?.kind === 'all' || plan.node.children.length === 0) return;
  throw invalidKey('related', { source: 'query', param: 'populate', path: 'related' });
}

/** Records as JSON, built by the database. */
export async function selectFiles(scope: Scope, planned: FilesPlan, choice: Choice): Promise<FilesFound> {
  const isLimited = !('uploaded' in choice && choice.uploaded);
  const max = isLimited ? scope.content.settings.api.rest.maxResponseBytes : Number.MAX_SAFE_INTEGER;
  const found = await readRow(scope.content.database, filesStatement(planned, choice, max));
  if (found === undefined) throw tooLargeAnswer(scope);
  return found;
}

function filesStatement({ plan }: FilesPlan, choice: Choice, max: number): Statement<FilesFound | undefined> {
  const sql = createBuilder({ version: plan.version, oneLocale: true, entryDocumentId: false, guard: () => [] });
  const source = rowSource('a', fileModel);
  const chosen = 'ids' in choice ? [`a.id = any(${sql.param(choice.ids, 'bigint[]')})`] : [];
  const rules = [plan.where, plan.rows.main].flatMap((rule) =>
    rule === undefined ? [] : [condition(sql, source, rule)],
  );
  const from = `${tableOf(fileModel)} a${whereClause([...chosen, ...rules])}`;
  const order =
    'ids' in choice
      ? [`array_position(${sql.param(choice.ids, 'bigint[]')}, a.id)`]
      : orderTerms(sql, source, plan.order);
  const rows = `select a.* from ${from}${orderClause([...order, 'a.id'])}${slice(sql, choice)}`;
  const shown = plan.node.fields.map((field) => [outputOf(source, field), field.name] as const);
  const { object, join } = objectOf(sql, [...shown, ['false', 'isUrlSigned']]);
  const { from: records, fits } = runningTotal(`select ${object} as data from (${rows}) a${join} offset 0`, max);
  const data = `coalesce(json_agg(d.data) filter (where ${fits}), '[]'::json)`;
  const counts = 'count' in choice && choice.count;
  const total = counts ? `(select count(*) from ${from})` : 'null';
  const columns = fileColumns.select({ data, total, is_whole: `coalesce(sum(${SIZE} + 1), 0) <= ${max}` });
  return { text: `select ${columns} from ${records}`, values: sql.values, decode: decodeFiles };
}

const fileColumns = columnsOf('data', 'total', 'is_whole');

/** `undefined`: the list has more bytes than an answer may. */
function decodeFiles(row: RawRow | undefined): FilesFound | undefined {
  if (row === undefined) throw new Error('A list of files has one row');
  const value = fileColumns.read(row);
  if (value('is_whole')?.toString() !== 't') return undefined;
  const [data, total] = [value('data'), value('total')];
  if (data === null) throw new Error('A list of files has data');
  return { data, ...(total === null ? {} : { total: Number(total.toString()) }) };
}

function slice(sql: Builder, choice: Choice): string {
  if ('ids' in choice) return '';
  return ` limit ${sql.param(choice.limit, 'bigint')} offset ${sql.param(choice.start, 'bigint')}`;
}

/** The row id of the file that a path names by its row id or document id. */
export async function findFile(executor: Executor, id: string): Promise<number | undefined> {
  const byRow = isRowId(id);
  const column = byRow ? 'id' : 'document_id';
  const value = byRow ? Number(id) : id;
  const type = byRow ? 'bigint' : 'text';
  const [row] = await executor.rows<{ id: number }>(`select id from cg_files where ${column} = $1::${type}`, [value]);
  return row?.id;
}

/** The stored file of a key, if a record of this provider names it: as its own file, or as a format. */
export async function fileByKey(executor: Executor, provider: string, key: string): Promise<RecordFile | undefined> {
  if (!isKey(key)) return undefined;
  const text = `select id, hash, ext, mime, formats, provider from cg_files where hash = any($1::text[])`;
  const rows = (await executor.rows<RawFileRow>(text, [hashesOf(key)])).filter((row) => row.provider === provider);
  return rows.flatMap((row) => filesOf(parsed(row))).find((file) => file.key === key);
}

export interface FileRow extends Stored {
  readonly id: number;
  readonly provider: string;
}

interface RawFileRow extends Omit<FileRow, 'formats'> {
  readonly formats: string | null;
}

export async function fileById(executor: Executor, id: number): Promise<FileRow | undefined> {
  const text = `select id, hash, ext, mime, formats, provider from cg_files where id = $1::bigint`;
  const [row] = await executor.rows<RawFileRow>(text, [id]);
  return row && parsed(row);
}

/** Locks the existing records until the end of the transaction. */
export async function lockFiles(transaction: Executor, hashes: readonly string[]): Promise<readonly FileRow[]> {
  if (hashes.length === 0) return [];
  const text = `select id, hash, ext, mime, formats, provider from cg_files where hash = any($1::text[]) order by id for update`;
  return (await transaction.rows<RawFileRow>(text, [hashes])).map(parsed);
}

function parsed(row: RawFileRow): FileRow {
  // `insertFiles` and `updateFile` wrote the formats.
  return { ...row, formats: row.formats === null ? null : JSON.parse(row.formats) };
}
