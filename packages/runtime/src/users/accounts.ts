import { type Reach, reachOf } from '../access/index.js';
import { noting } from '../changes/index.js';
import type { Caller, Content, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ContentError } from '../errors/index.js';
import { tableOf } from '../sql/index.js';
import {
  type AttributeInput,
  type InputValues,
  type KeyRights,
  inputError,
  keyRights,
  mayRepeat,
  problemsError,
  readInput,
  withoutForeignValues,
  writeDocument,
} from '../write/index.js';
import { type Fields, own, requireEmail, requirePassword } from './body.js';
import { dropCodes } from './codes.js';
import { ensureRoles } from './roles.js';
import { endSessions } from './session.js';
import { refuseTaken } from './taken.js';
import { plainUsername } from './username.js';
import { userModel } from '../model/index.js';

/** The columns of a user that signing in needs. */
export interface Account {
  readonly id: number;
  readonly documentId: string;
  readonly email: string;
  readonly password: string | null;
  readonly confirmed: boolean | null;
  readonly blocked: boolean | null;
  /** The type of the user's role. */
  readonly role: string | null;
}

type Key = 'identifier' | 'email' | 'documentId';

const CONDITION: Readonly<Record<Key, string>> = {
  // A username may look like the address of another user; the owner of the address comes first. An imported database
  // may have usernames in other spellings than `plainUsername` makes.
  identifier:
    '(u.email = $2::text or u.username in ($1::text, $3::text)) order by (u.email = $2::text) desc, (u.username = $1::text) desc',
  email: 'u.email = $1::text',
  documentId: 'u.document_id = $1::text',
};

export async function findAccount(
  content: Content,
  executor: Executor,
  key: Key,
  value: string,
): Promise<Account | undefined> {
  const sent = value.replaceAll('\0', '');
  // As addresses are stored. PostgreSQL may lower-case letters in another way.
  const email = sent.toLowerCase();
  const [account] = await executor.rows<Account>(
    `select u.id, u.document_id as "documentId", u.email, u.password, u.confirmed, u.blocked, r.type as role
     from ${tableOf(userModel(content))} u left join cg_roles r on r.document_id = u.role where ${CONDITION[key]} limit 1`,
    key === 'identifier' ? [sent, email, plainUsername(sent)] : [key === 'email' ? email : sent],
  );
  return account;
}

/** The scope of a user who has just signed in. */
export function scopeOf(scope: Scope, account: Account): Scope {
  const user = { id: account.id, documentId: account.documentId };
  return { ...scope, caller: { kind: 'role', role: account.role ?? 'public', user } };
}

/** Writes that the runtime makes itself need no rights of the caller. */
const SELF: Caller = { kind: 'token', id: 'runtime', name: 'runtime', may: () => true };

export function asRuntime(scope: Scope): Scope {
  return { ...scope, caller: SELF };
}

const SECRETS = ['resetPasswordToken', 'confirmationToken'];

/** Rights that replace the rights of the caller. */
export interface UserRights {
  readonly keys: KeyRights;
  readonly reach: Reach;
}

interface UserWrite {
  readonly fields: Fields;
  /** Absent for a new user. */
  readonly documentId?: string;
  /** The message for an attribute whose value another user has. */
  readonly taken?: (name: string) => string;
  readonly rights?: UserRights;
}

export interface SavedUser {
  readonly documentId: string;
  /** The write says that the address of the user is confirmed. */
  readonly isConfirmed: boolean;
}

/**
 * Creates a user, or updates one. A changed password, or blocking the user, ends all sessions of the user; a changed
 * password also ends the codes that were sent to the user.
 */
export async function saveUser(scope: Scope, executor: Executor, write: UserWrite): Promise<SavedUser> {
  const { content } = scope;
  const { fields, documentId, taken = () => 'Email or Username are already taken', rights } = write;
  const model = userModel(content);
  for (const name of SECRETS) if (Object.hasOwn(fields, name)) throw invalidParameters([name]);
  const creating = documentId === undefined;
  const data = { ...(creating ? { provider: 'local' } : {}), ...fields, ...normalized(content, fields) };

  await ensureRoles(content, executor);
  await refuseTaken(content, executor, data, documentId, taken);
  const keys = rightsToSent(fields, rights?.keys ?? keyRights(scope, model, { creating, publish: true }));
  const { input, problems } = await readInput(scope, model, data, { creating, publish: true }, keys);
  const repeat = mayRepeat(scope, model, (name) => Object.hasOwn(fields, name));
  if (problems !== undefined) throw inputError({ ...problems, all: withoutForeignValues(problems.all, repeat) });
  if (losesRole(input.get('role'), creating))
    throw problemsError([{ path: ['role'], message: 'Users must have a role' }]);
  const reach = { ...(rights?.reach ?? reachOf(scope, model, { publish: true })), mayRepeat: repeat };
  const request = { content, model, locale: '', preferred: [], publish: true, input, ...reach };
  const saved = await writeDocument(noting(scope, executor), creating ? request : { ...request, documentId });
  const isNewPassword = !creating && Object.hasOwn(data, 'password');
  if (isNewPassword) await dropCodes(executor, saved);
  if (isNewPassword || (!creating && isSet(input, 'blocked'))) await endSessions(executor, saved);
  return { documentId: saved, isConfirmed: isSet(input, 'confirmed') };
}

/** The caller needs no right to write the provider, because the caller did not send it. */
function rightsToSent(fields: Fields, keys: KeyRights): KeyRights {
  return { ...keys, mayWrite: (name) => !Object.hasOwn(fields, name) || keys.mayWrite(name) };
}

/** Whether a body sets a flag. The flag is read after parsing, because `"true"` and `1` are true as well. */
function isSet(input: InputValues, name: string): boolean {
  const sent = input.get(name);
  return sent?.kind === 'scalar' && sent.value === true;
}

/** Every user has a role, because a session without a role has no rights. */
function losesRole(sent: AttributeInput | undefined, creating: boolean): boolean {
  if (sent?.kind !== 'relation') return false;
  const { relation } = sent;
  if (relation.kind === 'set') return relation.entries.length === 0;
  return relation.connect.length === 0 && (creating || relation.disconnect.length > 0);
}

/** Addresses and usernames in the spelling that is stored. */
function normalized(content: Content, fields: Fields): Fields {
  const [email, username, password] = ['email', 'username', 'password'].map((name) => own(fields, name));
  return {
    ...(typeof email === 'string' ? { email: requireEmail(email) } : {}),
    ...(typeof username === 'string' ? { username: plainUsername(username) } : {}),
    ...(typeof password === 'string' ? { password: requirePassword(password, passwordLength(content)) } : {}),
  };
}

export function passwordLength(content: Content): number {
  const attribute = userModel(content).attributes['password'];
  return (attribute?.kind === 'scalar' ? attribute.minLength : undefined) ?? 6;
}

export function invalidParameters(names: readonly string[]): ContentError {
  return new ContentError(400, 'ValidationError', `Invalid parameters: ${names.join(', ')}`);
}
