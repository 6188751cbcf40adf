import { randomBytes } from 'node:crypto';

import type { Executor } from '../database/database.js';
import { hashSecret } from '../access/tokens.js';

export type Purpose = 'reset' | 'confirm';

const HOURS: Readonly<Record<Purpose, number>> = { reset: 1, confirm: 72 };

/** Makes a code for a mail, and invalidates the previous one. */
export async function issueCode(executor: Executor, purpose: Purpose, userId: string): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await executor.rows('delete from cg_codes where user_id = $1::text and purpose = $2::text', [userId, purpose]);
  await executor.rows(
    `insert into cg_codes (sha256, purpose, user_id, expires_at) values ($1::text, $2::text, $3::text, now() + make_interval(hours => $4::integer))`,
    [hashSecret(code), purpose, userId, HOURS[purpose]],
  );
  return code;
}

/** The user that a code was sent to. A code works once. */
export async function redeemCode(executor: Executor, purpose: Purpose, code: string): Promise<string | undefined> {
  const [row] = await executor.rows<{ user_id: string }>(
    `delete from cg_codes where sha256 = $1::text and purpose = $2::text and expires_at > now() returning user_id`,
    [hashSecret(code), purpose],
  );
  return row?.user_id;
}
