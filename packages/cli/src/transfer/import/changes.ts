import { CHANGE_POINT } from '@content-gen/runtime/transfer';

import type { Config } from '../../config/index.js';
import type { ContentType } from '../../model/model.js';
import type { Transaction } from './staging.js';

/** Whether the project logs the changes of a type. */
export function isLogged({ settings }: Config, { name }: ContentType): boolean {
  return settings.events !== undefined && settings.events.types?.includes(name) !== false;
}

const INSERT = `insert into cg_changes (cluster, point, event, type, document_id, locale, status, version, caller, request_id) select ${CHANGE_POINT}`;

/** Logs the versions that an import has written. `text`: as `remember` gets it. */
export async function logWritten(tx: Transaction, { name, draftAndPublish }: ContentType, text: string): Promise<void> {
  await tx.unsafe(
    `${INSERT}, case when $3 and s = 'published' then 'published' when v = 1 then 'created' else 'updated' end,
       $2, d, l, s, v, 'import', 'import' from json_to_recordset($1::text::json) as x(d text, l text, s text, v integer)`,
    [text, name, draftAndPublish],
  );
}

/** SQL that deletes versions `t` and logs this. `remove`: the DELETE; $3 is the name of the type. */
export function loggedRemoval(remove: string, { draftAndPublish }: ContentType): string {
  const event = draftAndPublish
    ? `case when cg_status = 'published' then 'unpublished' else 'deleted' end`
    : `'deleted'`;
  return `with gone as (${remove} returning t.document_id, t.locale, t.cg_status, t.cg_version)
    ${INSERT}, ${event}, $3, document_id, locale, cg_status, cg_version, 'import', 'import' from gone`;
}
