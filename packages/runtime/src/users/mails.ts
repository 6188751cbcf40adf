import type { Content } from '../content/index.js';
import { transaction } from '../database/index.js';
import type { Account } from './accounts.js';
import type { PendingAddress } from './address.js';
import { type CodePurpose, issueCode } from './codes.js';
import { senderOf } from './sender.js';

/** Only the config names pages, because a client chooses the `Host` of its request. */
function withCode(page: string | undefined, name: string, code: string): string {
  if (page === undefined) return code;
  const url = new URL(page);
  url.searchParams.set(name, code);
  return url.href;
}

export async function sendReset(content: Content, account: Account): Promise<void> {
  const code = await codeFor(content, 'reset', account);
  if (code === undefined) return;
  const { links } = content.usersSettings;
  await send(
    content,
    account.email,
    'Reset password',
    `We heard that you lost your password. Sorry about that!

But don't worry: for one hour, you can choose a new one here:

${withCode(links.resetPassword, 'code', code)}

If it was not you who asked for this, nothing has changed and nothing will.`,
  );
}

export async function sendConfirmation(content: Content, account: Account): Promise<void> {
  const code = await codeFor(content, 'confirm', account);
  if (code === undefined) return;
  const { links } = content.usersSettings;
  await send(
    content,
    account.email,
    'Account confirmation',
    `Thank you for registering!

Please confirm that this is your address:

${withCode(links.confirmation, 'confirmation', code)}`,
  );
}

export async function sendAddressChange(content: Content, { email, code }: PendingAddress): Promise<void> {
  const { links } = content.usersSettings;
  await send(
    content,
    email,
    'Address confirmation',
    `This shall be the new address of your account.

Please confirm that it is yours:

${withCode(links.confirmation, 'confirmation', code)}

Until then, your account keeps its old address.`,
  );
}

function codeFor(content: Content, purpose: CodePurpose, { documentId, email }: Account): Promise<string | undefined> {
  return transaction(content.database, (tx) => issueCode(tx, purpose, { userId: documentId, email }));
}

async function send(content: Content, email: string, subject: string, text: string): Promise<void> {
  const { mailFrom } = content.usersSettings;
  await senderOf(content)({ from: mailFrom, to: email, subject, text });
}
