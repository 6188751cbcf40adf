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

/**
 * SQL that writes the changes of a transaction, which get their ids in the order of the list. The statement is sent
 * together with COMMIT, which takes no parameters, so the values are in the text.
 */
export function insertText(rows: readonly ChangeRow[]): string | undefined {
  return rows.length === 0 ? undefined : `select cg_add_changes(${jsonLiteral(folded(rows))})`;
}

/**
 * JSON as an SQL literal that no value can end, whatever `standard_conforming_strings` is: it has no quote, which JSON
 * can write in another way, and its backslashes are doubled.
 */
function jsonLiteral(value: unknown): string {
  return `E'${JSON.stringify(value).replaceAll("'", '\\u0027').replaceAll('\\', '\\\\')}'`;
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
