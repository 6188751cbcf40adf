import { allows, meetsRowRules } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { transaction } from '../database/index.js';
import { ContentError, ForbiddenError, NotFoundError } from '../errors/index.js';
import { userModel } from '../model/index.js';
import { findAccount, saveUser } from './accounts.js';
import { type PendingAddress, settleAddress } from './address.js';
import type { Fields } from './body.js';
import { type UserJson, showOwn } from './shown.js';

/** A user after a write, and the new address that waits for its confirmation. */
export interface WrittenUser {
  readonly user: UserJson;
  readonly pending?: PendingAddress | undefined;
}

/**
 * Writes a user with the rights of the caller. It checks the row rules before and after the write: the caller must reach
 * the user both times.
 */
export function writeUser(scope: Scope, fields: Fields, documentId?: string): Promise<WrittenUser> {
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
    if (!(await meetsRowRules(scope, tx, model, action, saved))) throw new ForbiddenError();
    const pending = before && (await settleAddress(content, tx, before, fields));
    const user = await showOwn(scope, tx, saved, allows(scope, model, 'role', 'read') ? 'role' : undefined);
    return { user, pending };
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
