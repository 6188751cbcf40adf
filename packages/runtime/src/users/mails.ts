import type { Content } from '../content/content.js';
import type { Account } from './accounts.js';
import { issueCode } from './codes.js';
import { senderOf } from './sender.js';

/** Only the config names pages, because a client chooses the `Host` of its request. */
function withCode(page: string | undefined, name: string, code: string): string {
  if (page === undefined) return code;
  const url = new URL(page);
  url.searchParams.set(name, code);
  return url.href;
}

export async function sendReset(content: Content, account: Account): Promise<void> {
  const code = await issueCode(content.database, 'reset', account.documentId);
  const { links } = content.usersSettings;
  await send(
    content,
    account,
    'Reset password',
    `We heard that you lost your password. Sorry about that!

But don't worry: for one hour, you can choose a new one here:

${withCode(links.resetPassword, 'code', code)}

If it was not you who asked for this, nothing has changed and nothing will.`,
  );
}

export async function sendConfirmation(content: Content, account: Account): Promise<void> {
  const code = await issueCode(content.database, 'confirm', account.documentId);
  const { links } = content.usersSettings;
  await send(
    content,
    account,
    'Account confirmation',
    `Thank you for registering!

Please confirm that this is your address:

${withCode(links.confirmation, 'confirmation', code)}`,
  );
}

async function send(content: Content, { email }: Account, subject: string, text: string): Promise<void> {
  const { mailFrom } = content.usersSettings;
  await senderOf(content)({ from: mailFrom, to: email, subject, text });
}
