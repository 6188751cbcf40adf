import type { Content, Scope } from '../content/index.js';
import { type Executor, transaction } from '../database/index.js';
import { ContentError, NotFoundError, ValidationError } from '../errors/index.js';
import { allows, permits, verifyPassword } from '../access/index.js';
import { tableOf } from '../sql/index.js';
import {
  type Account,
  asRuntime,
  findAccount,
  invalidParameters,
  passwordLength,
  saveUser,
  scopeOf,
} from './accounts.js';
import { type Fields, requireEmail, requirePassword, requireText } from './body.js';
import { redeemCode } from './codes.js';
import { sendConfirmation } from './mails.js';
import { registrationRights } from './registration.js';
import { type Session, startSession } from './session.js';
import { showOwn, unauthorized } from './shown.js';
import { roleDocumentId, userModel } from '../model/index.js';

/** The result of signing in. There is no session if the address must be confirmed first. */
export interface SignIn {
  readonly session?: Session;
  /** As JSON. */
  readonly user: string;
}

export async function signIn(scope: Scope, fields: Fields): Promise<SignIn> {
  const { identifier, password } = requireText(fields, ['identifier', 'password']);
  const { content } = scope;
  const account = await findAccount(content, content.database, 'identifier', identifier);
  const { valid, replacement } = await verifyPassword(password, account?.password);
  if (account === undefined || !valid) throw new ValidationError('Invalid identifier or password');
  refuseClosed(content, account);
  if (replacement !== undefined) await replaceHash(scope, account, replacement);
  return begin(scope, content.database, account);
}

/** Begins a session for a user whom other code has recognised, such as a provider of OAuth. */
export async function signInAs(scope: Scope, documentId: string): Promise<SignIn> {
  const { content } = scope;
  const account = await findAccount(content, content.database, 'documentId', documentId);
  if (account === undefined) throw new NotFoundError('User not found');
  refuseClosed(content, account);
  return begin(scope, content.database, account);
}

function refuseClosed(content: Content, account: Account): void {
  if (isUnconfirmed(content, account)) throw refused('Your account email is not confirmed');
  if (account.blocked === true) throw refused('Your account has been blocked by an administrator');
}

/** Replaces a bcrypt hash, unless the password was changed meanwhile. */
async function replaceHash({ content }: Scope, account: Account, replacement: string): Promise<void> {
  await content.database.rows(
    `update ${tableOf(userModel(content))} set password = $1::text where document_id = $2::text and password = $3::text`,
    [replacement, account.documentId, account.password],
  );
}

const REGISTERED = ['username', 'email', 'password'];

export async function register(scope: Scope, fields: Fields): Promise<SignIn> {
  const { content } = scope;
  const { registration, defaultRole, emailConfirmation } = content.usersSettings;
  const allowed = [...REGISTERED, ...registration.fields];
  const foreign = Object.keys(fields).filter((name) => !allowed.includes(name));
  if (foreign.length > 0) throw invalidParameters(foreign);
  const { username, email, password } = requireText(fields, ['email', 'username', 'password']);
  const data = {
    ...fields,
    username,
    email: requireEmail(email),
    password,
    confirmed: !emailConfirmation,
    blocked: false,
    role: roleDocumentId(defaultRole),
  };
  const rights = registrationRights(scope, defaultRole);
  const { documentId } = await transaction(content.database, (tx) =>
    saveUser(asRuntime(scope), tx, { fields: data, rights }),
  );
  const account = await savedAccount(content, content.database, documentId);
  const shown = readsRoles(scope) ? 'role' : undefined;
  if (!isUnconfirmed(content, account)) return begin(scope, content.database, account, shown);
  // The account exists, so the client can request another mail.
  await sendConfirmation(content, account).catch((cause: unknown) => {
    throw new ContentError(400, 'ApplicationError', 'Error sending confirmation email', {}, { cause });
  });
  return begin(scope, content.database, account, shown);
}

/** As in Strapi, the rights of the caller who registers decide, and not the rights of the new user. */
function readsRoles(scope: Scope): boolean {
  const { content } = scope;
  return permits(scope, 'role', 'find') && allows(scope, userModel(content), 'role', 'read');
}

export async function changePassword(scope: Scope, fields: Fields): Promise<SignIn> {
  const { content, caller } = scope;
  const user = caller.kind === 'role' ? caller.user : undefined;
  if (user === undefined) throw unauthorized('Missing or invalid credentials');
  const { currentPassword, password } = requireText(fields, ['password', 'passwordConfirmation', 'currentPassword']);
  const account = await findAccount(content, content.database, 'documentId', user.documentId);
  const { valid } = await verifyPassword(currentPassword, account?.password);
  if (account === undefined || !valid) {
    throw new ValidationError('The provided current password is invalid');
  }
  if (password === currentPassword) {
    throw new ValidationError('Your new password must be different than your current password');
  }
  return transaction(content.database, (tx) => replacePassword(scope, tx, account.documentId, password));
}

export async function resetPassword(scope: Scope, fields: Fields): Promise<SignIn> {
  const { code, password } = requireText(fields, ['password', 'passwordConfirmation', 'code']);
  const { content } = scope;
  requirePassword(password, passwordLength(content));
  return transaction(content.database, async (tx) => {
    const redeemed = await redeemCode(tx, ['reset'], code);
    const account = redeemed && (await findAccount(content, tx, 'documentId', redeemed.userId));
    if (account === undefined || account.email !== redeemed?.email) {
      throw new ValidationError('Incorrect code provided');
    }
    if (account.blocked === true) throw refused('Your account has been blocked by an administrator');
    return replacePassword(scope, tx, account.documentId, password);
  });
}

/** Ends all sessions and codes of the user, and begins a new session. */
async function replacePassword(
  scope: Scope,
  executor: Executor,
  documentId: string,
  password: string,
): Promise<SignIn> {
  await saveUser(asRuntime(scope), executor, { fields: { password }, documentId });
  return begin(scope, executor, await savedAccount(scope.content, executor, documentId));
}

async function savedAccount(content: Content, executor: Executor, documentId: string): Promise<Account> {
  const account = await findAccount(content, executor, 'documentId', documentId);
  if (account === undefined) throw new Error(`The user ${documentId} was deleted while it signed in`);
  return account;
}

/** Shows the user, with a session unless the address must be confirmed first. */
async function begin(scope: Scope, executor: Executor, account: Account, populate?: string): Promise<SignIn> {
  const { content } = scope;
  const session = isUnconfirmed(content, account) ? {} : { session: await startSession(content, executor, account) };
  const user = await showOwn(scopeOf(scope, account), executor, account.documentId, populate, scope);
  return { ...session, user };
}

function isUnconfirmed({ usersSettings }: Content, { confirmed }: Account): boolean {
  return usersSettings.emailConfirmation && confirmed !== true;
}

function refused(message: string): ContentError {
  return new ContentError(400, 'ApplicationError', message);
}
