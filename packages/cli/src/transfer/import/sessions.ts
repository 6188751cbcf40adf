import type { TypeLayout } from '../layout.js';
import type { Transaction } from './staging.js';

/** Notes the secrets of users who are signed in, or have got a code, before the import replaces users. */
export async function noteSecrets(tx: Transaction, { table }: TypeLayout): Promise<void> {
  await tx.unsafe(
    `create temp table cg_in_secret on commit drop as select u.document_id, u.password, u.email from ${table} u
     where u.document_id in (select user_id from cg_sessions union select user_id from cg_codes)`,
  );
}

/** Ends sessions and codes as a write of the API does: with another password, another address, or a blocked user. */
export async function endChangedSessions(tx: Transaction, { table }: TypeLayout): Promise<void> {
  const users = (condition: string) =>
    `select u.document_id from ${table} u join cg_in_secret s on s.document_id = u.document_id where ${condition}`;
  const isNewPassword = 'u.password is distinct from s.password';
  await tx.unsafe(`delete from cg_sessions where user_id in (${users(`${isNewPassword} or u.blocked`)})`);
  await tx.unsafe(
    `delete from cg_codes where user_id in (${users(`${isNewPassword} or u.email is distinct from s.email`)})`,
  );
}
