import { CHANGE_POINT } from '../model/index.js';

/** A row of `cg_changes`, without what the database adds. */
export interface ChangeRow {
  readonly event: string;
  readonly type: string;
  readonly documentId: string;
  readonly locale?: string | undefined;
  readonly status?: string | undefined;
  readonly version?: number | undefined;
  readonly before?: unknown;
  readonly caller: string;
  readonly callerId?: string;
  readonly role?: string;
  readonly requestId: string;
}

/** The columns of a row, each with its key and its type in the JSON that the statement gets. */
const COLUMNS = [
  ['event', 'event', 'text'],
  ['type', 'type', 'text'],
  ['document_id', 'documentId', 'text'],
  ['locale', 'locale', 'text'],
  ['status', 'status', 'text'],
  ['version', 'version', 'integer'],
  ['caller', 'caller', 'text'],
  ['caller_id', 'callerId', 'text'],
  ['role', 'role', 'text'],
  ['request_id', 'requestId', 'text'],
  ['before', 'before', 'jsonb'],
  ['related', 'related', 'jsonb'],
] as const;

const names = COLUMNS.map(([column]) => column).join(', ');
const keys = COLUMNS.map(([, key]) => `x."${key}"`).join(', ');
const types = COLUMNS.map(([, key, type]) => `"${key}" ${type}`).join(', ');

/**
 * SQL that writes the changes of a transaction, which get their ids in the order of the list. The statement is sent
 * together with COMMIT, which takes no parameters, so the values are in the text: as base64, in which no value can end
 * its literal.
 */
export function insertText(rows: readonly ChangeRow[]): string | undefined {
  if (rows.length === 0) return undefined;
  const json = `convert_from(decode('${Buffer.from(JSON.stringify(folded(rows))).toString('base64')}', 'base64'), 'UTF8')`;
  return `insert into cg_changes (cluster, point, ${names}) select ${CHANGE_POINT}, ${keys} from json_to_recordset(${json}::json) as x(${types})`;
}

/** What the change of another document has done to a document. */
type RelatedRow = Pick<ChangeRow, 'type' | 'documentId' | 'locale' | 'status' | 'version'>;

/**
 * Related documents become a list in the last other row, each once: rows cost more than entries of a list, and a bulk
 * may link a thousand documents to the same one.
 */
function folded(rows: readonly ChangeRow[]): readonly (ChangeRow & { readonly related?: readonly RelatedRow[] })[] {
  const others = rows.filter(({ event }) => event !== 'related');
  const last = others.at(-1);
  if (last === undefined) return rows;
  const related = new Map<string, RelatedRow>();
  for (const { event, type, documentId, locale, status, version } of rows) {
    if (event !== 'related') continue;
    related.set(JSON.stringify([type, documentId, locale, status]), { type, documentId, locale, status, version });
  }
  if (related.size === 0) return rows;
  return [...others.slice(0, -1), { ...last, related: [...related.values()] }];
}
