import { randomBytes } from 'node:crypto';

import type { Executor } from '../database/index.js';
import { hashSecret } from '../access/index.js';

/** `reset` a password, `confirm` the address of an account, `change` the address of an account. */
export type CodePurpose = 'reset' | 'confirm' | 'change';

const HOURS: Readonly<Record<CodePurpose, number>> = { reset: 1, confirm: 72, change: 72 };

/** The most codes of one purpose that a user is sent within an hour, because strangers can ask for codes, too. */
const MAX_PER_HOUR = 10;

interface Recipient {
  readonly userId: string;
  readonly email: string;
}

/**
 * Makes a code for a mail, or `undefined` if the user has got enough codes. Earlier codes stay valid, because a
 * stranger who asks for another code must not end the code that the user is about to use. The transaction locks the
 * user, because requests that count at once would all find room for one more code.
 */
export async function issueCode(
  transaction: Executor,
  purpose: CodePurpose,
  { userId, email }: Recipient,
): Promise<string | undefined> {
  const code = randomBytes(32).toString('base64url');
  await transaction.rows('select 1 from cg_documents where id = $1::text for no key update', [userId]);
  await transaction.rows('delete from cg_codes where user_id = $1::text and expires_at <= now()', [userId]);
  const issued = await transaction.rows(
    `insert into cg_codes (sha256, purpose, user_id, email, expires_at)
     select $1::text, $2::text, $3::text, $4::text, now() + make_interval(hours => $5::integer)
     where (select count(*) from cg_codes where user_id = $3::text and purpose = $2::text and expires_at > now() + make_interval(hours => $5::integer - 1)) < $6::integer
     returning 1 as issued`,
    [hashSecret(code), purpose, userId, email, HOURS[purpose], MAX_PER_HOUR],
  );
  return issued.length > 0 ? code : undefined;
}

interface Redeemed extends Recipient {
  readonly purpose: CodePurpose;
}

/** The user and the address that a code was sent to. A code works once. */
export async function redeemCode(
  executor: Executor,
  purposes: readonly CodePurpose[],
  code: string,
): Promise<Redeemed | undefined> {
  const [row] = await executor.rows<Redeemed>(
    `delete from cg_codes where sha256 = $1::text and purpose = any($2::text[]) and expires_at > now() returning user_id as "userId", email, purpose`,
    [hashSecret(code), purposes],
  );
  return row;
}

/** Invalidates the codes of a user. */
export async function dropCodes(
  executor: Executor,
  userId: string,
  purposes: readonly CodePurpose[] = ['reset', 'confirm', 'change'],
): Promise<void> {
  await executor.rows('delete from cg_codes where user_id = $1::text and purpose = any($2::text[])', [
    userId,
    purposes,
  ]);
}
