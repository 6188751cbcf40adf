import type { Status } from '../shape/index.js';
import type { ChangeEvent } from './note.js';

/** A change of the log. */
export interface LoggedChange {
  readonly id: number;
  /** When it was logged, just before its transaction committed. */
  readonly at: string;
  readonly event: ChangeEvent;
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly status: Status | null;
  readonly version: number | null;
  readonly caller: 'role' | 'user' | 'token' | 'system' | 'import';
  readonly callerId: string | null;
  readonly role: string | null;
  readonly requestId: string;
  /** What was deleted. */
  readonly before: readonly DeletedVersion[] | null;
}

export interface DeletedVersion {
  readonly locale: string;
  readonly status: Status;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The columns of a change, as `LoggedChange` names them. */
export const CHANGE_COLUMNS = `c.id::text as id, to_json(c.at) #>> '{}' as at, c.event, c.type, c.document_id as "documentId", c.locale, c.status, c.version, c.caller, c.caller_id as "callerId", c.role, c.request_id as "requestId", c.before::text as before, c.related::text as related`;

/** A row of these columns: numbers of 64 bits and JSON are text, whatever the driver makes of them. */
export interface ChangeColumns extends Omit<LoggedChange, 'id' | 'before'> {
  readonly related: string | null;
  readonly id: string;
  readonly before: string | null;
}

/** The change of a row, and those of the documents that are related to it. They share the id of the row. */
export function changesOf({ related, ...row }: ChangeColumns): readonly LoggedChange[] {
  const change = { ...row, id: Number(row.id), before: row.before === null ? null : JSON.parse(row.before) };
  const others: readonly Partial<LoggedChange>[] = related === null ? [] : JSON.parse(related);
  const absent = { locale: null, status: null, version: null };
  return [
    change,
    ...others.map((other) => ({ ...change, ...absent, ...other, event: 'related' as const, before: null })),
  ];
}
