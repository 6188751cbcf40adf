import { meetsRowRules } from '../access/index.js';
import { noting } from '../changes/index.js';
import type { Scope } from '../content/index.js';
import { type Executor, afterCommit, transaction } from '../database/index.js';
import { ContentError, ForbiddenError, NotFoundError } from '../errors/index.js';
import { userModel } from '../model/index.js';
import { removeDocument } from '../write/index.js';
import { findAccount, saveUser } from './accounts.js';
import { type PendingAddress, settleAddress } from './address.js';
import { type Fields, checkText, requireFields } from './body.js';
import { withRoleIds } from './roles.js';

/** The parts of a write that differ between REST and code. */
export interface UserAnswer<T> {
  /** Reads the user in the transaction of the write. */
  readonly show: (executor: Executor, documentId: string) => Promise<T>;
  /** After the commit, sends a mail to a new address that waits for confirmation. */
  readonly mail: (pending: PendingAddress) => void | Promise<void>;
}

/** Creates a user with the rights of the caller. `role` may be the name of a role. */
export function createUser<T>(scope: Scope, fields: Fields, answer: UserAnswer<T>): Promise<T> {
  requireFields(fields, ['email', 'username', 'password'], ['role']);
  return writeUser(scope, withRoleIds(scope.content, fields), undefined, answer);
}

/** The body is checked after the row rules, so that errors of the body do not tell hidden users from missing ones. */
export async function updateUser<T>(
  scope: Scope,
  documentId: string | undefined,
  fields: Fields,
  answer: UserAnswer<T>,
): Promise<T> {
  const { content } = scope;
  const isReached =
    documentId !== undefined &&
    (await meetsRowRules(scope, content.database, userModel(content), 'update', documentId));
  if (!isReached) throw new NotFoundError('User not found');
  checkText(fields, ['email', 'username', 'password']);
  return writeUser(scope, withRoleIds(content, fields), documentId, answer);
}

/** Deletes a user, and returns what `show` read before; `undefined` if the row rules of the caller hide the user. */
export function removeUser<T>(scope: Scope, documentId: string, show: UserAnswer<T>['show']): Promise<T | undefined> {
  const { content } = scope;
  const model = userModel(content);
  return transaction(content.database, async (tx) => {
    if (!(await meetsRowRules(scope, tx, model, 'destroy', documentId))) return undefined;
    const shown = await show(tx, documentId);
    await removeDocument(noting(scope, tx), { content, model, documentId, locale: undefined });
    return shown;
  });
}

/** Writes a user, and checks the row rules before and after the write: the caller must reach the user both times. */
function writeUser<T>(
  scope: Scope,
  fields: Fields,
  documentId: string | undefined,
  { show, mail }: UserAnswer<T>,
): Promise<T> {
  const { content } = scope;
  const model = userModel(content);
  const action = documentId === undefined ? 'create' : 'update';
  return transaction(content.database, async (tx) => {
    if (documentId !== undefined && !(await meetsRowRules(scope, tx, model, action, documentId))) {
      throw new NotFoundError('User not found');
    }
    const isAddressed = documentId !== undefined && Object.hasOwn(fields, 'email');
    const before = isAddressed ? await findAccount(content, tx, 'documentId', documentId) : undefined;
    const write = { fields, taken: taken(action) };
    const saved = await (documentId === undefined
      ? saveUser(scope, tx, write).catch(withoutDetails)
      : saveUser(scope, tx, { ...write, documentId }));
    if (!(await meetsRowRules(scope, tx, model, action, saved.documentId))) throw new ForbiddenError();
    const pending = before && (await settleAddress(content, tx, before, fields, saved));
    if (pending !== undefined) afterCommit(tx, () => mail(pending));
    return show(tx, saved.documentId);
  });
}

/** The messages of Strapi for a name or address that is taken. */
function taken(action: 'create' | 'update'): (name: string) => string {
  if (action === 'update') return (name) => (name === 'email' ? 'Email already taken' : 'Username already taken');
  return (name) => (name === 'email' ? 'Email already taken' : 'This attribute must be unique');
}

/** Strapi answers a refused attribute of a new user, except `email`, with the message alone. */
function withoutDetails(error: unknown): never {
  // `problemsError` makes the details of such errors.
  const details = error instanceof ContentError ? (error.details as { errors?: readonly { path?: unknown[] }[] }) : {};
  const [first] = details?.errors ?? [];
  if (!(error instanceof ContentError) || first === undefined || first.path?.[0] === 'email') throw error;
  throw new ContentError(400, 'ApplicationError', error.message);
}
