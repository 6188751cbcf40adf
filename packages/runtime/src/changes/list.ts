import { CHANGE_COLUMNS, type ChangeColumns, type LoggedChange, changesOf } from './columns.js';

/** Conditions on changes. An absent one holds for every change. */
export interface ChangeFilter {
  readonly id?: number;
  readonly type?: string;
  readonly documentId?: string;
  /** The document of a user, the name of a token or of a role, `system` or `import`. */
  readonly by?: string;
  /** An ISO time. */
  readonly since?: string;
  readonly limit: number;
}

/**
 * The last changes that meet a filter, oldest first. For people: a change may still appear before one of these, so a
 * program that must miss none calls `readChanges`. `rows` sends the statement.
 */
export async function listChanges(
  rows: (text: string, values: readonly (string | number | null)[]) => Promise<readonly ChangeColumns[]>,
  { id, type, documentId, by, since, limit }: ChangeFilter,
): Promise<readonly LoggedChange[]> {
  const found = await rows(
    `select ${CHANGE_COLUMNS} from cg_changes c
     where ($1::bigint is null or c.id = $1::bigint) and ($2::text is null or c.type = $2::text)
       and ($3::text is null or $3::text = c.document_id or c.related @> jsonb_build_array(jsonb_build_object('documentId', $3::text))) and ($4::timestamptz is null or c.at >= $4::timestamptz)
       and ($5::text is null or $5::text in (c.caller_id, c.role, c.caller)) order by c.point desc, c.id desc limit $6::integer`,
    [id ?? null, type ?? null, documentId ?? null, since ?? null, by ?? null, limit],
  );
  return found.toReversed().flatMap(changesOf);
}
