import type { Content, Scope } from '../content/index.js';
import { type Executor, transaction } from '../database/index.js';
import { ContentError } from '../errors/index.js';
import { userModel } from '../model/index.js';
import { tableOf } from '../sql/index.js';
import { type Account, type SavedUser, asRuntime, findAccount, saveUser } from './accounts.js';
import { type Fields, own, requireEmail } from './body.js';
import { dropCodes, issueCode, redeemCode } from './codes.js';

/** A new address that its owner has to confirm. */
export interface PendingAddress {
  readonly email: string;
  readonly code: string;
}

/**
 * Completes a write that may have changed an address. Where addresses have to be confirmed, the account keeps its old
 * address until the owner of the new one confirms it, unless the body says that the new address is confirmed. A changed
 * address invalidates all codes.
 */
export async function settleAddress(
  content: Content,
  executor: Executor,
  before: Account,
  fields: Fields,
  { isConfirmed }: Pick<SavedUser, 'isConfirmed'>,
): Promise<PendingAddress | undefined> {
  const sent = own(fields, 'email');
  if (typeof sent !== 'string') return undefined;
  const [userId, email] = [before.documentId, requireEmail(sent)];
  if (email === before.email) {
    await dropCodes(executor, userId, ['change']);
    return undefined;
  }
  if (!content.usersSettings.emailConfirmation || isConfirmed) {
    await dropCodes(executor, userId);
    return undefined;
  }
  await executor.rows(`update ${tableOf(userModel(content))} set email = $1::text where document_id = $2::text`, [
    before.email,
    userId,
  ]);
  const code = await issueCode(executor, 'change', { userId, email });
  if (code === undefined) {
    throw new ContentError(429, 'RateLimitError', 'Too many requests, please try again later.');
  }
  return { email, code };
}

/** Confirms the address that a code was sent to; `false` if the code is not valid, or no longer. */
export function confirmAddress(scope: Scope, code: string): Promise<boolean> {
  const { content } = scope;
  return transaction(content.database, async (tx) => {
    const redeemed = await redeemCode(tx, ['confirm', 'change'], code);
    const account = redeemed && (await findAccount(content, tx, 'documentId', redeemed.userId));
    if (redeemed === undefined || account === undefined) return false;
    const { purpose, email, userId } = redeemed;
    if (email !== account.email && purpose === 'confirm') return false;
    await saveUser(asRuntime(scope), tx, { fields: { email, confirmed: true }, documentId: userId });
    if (email !== account.email) await dropCodes(tx, userId);
    return true;
  });
}
