import { plainUsername, roleDocumentId } from '@content-gen/runtime/transfer';

import { isObject } from '../../config/plain-object.js';
import type { TypeLayout } from '../layout.js';
import type { Tally } from './report.js';
import { textOf } from './scalars.js';
import type { Transaction } from './staging.js';

export const USER_UID = 'plugin::users-permissions.user';
const ROLE_UID = 'plugin::users-permissions.role';
export const PERMISSION_UID = 'plugin::users-permissions.permission';
const ADMIN_UID = 'admin::user';

/** The types that the import reads besides the types of the project. */
export const accountTypes: readonly string[] = [USER_UID, ROLE_UID, PERMISSION_UID, ADMIN_UID];

type Values = Readonly<Record<string, unknown>>;

/**
 * A user as registration would store it. Open resets of passwords end, because codes of resets are stored in another
 * way here.
 */
export function accountValues(values: Values): Values {
  const { username, email } = values;
  return {
    ...values,
    ...(typeof username === 'string' ? { username: plainUsername(username) } : {}),
    ...(typeof email === 'string' ? { email: email.trim().toLowerCase() } : {}),
    resetPasswordToken: null,
    confirmationToken: null,
  };
}

/**
 * The roles of the source, by document id. Writes the rows of the roles, and reports the roles, because permissions are
 * in the config.
 */
export async function importRoles(
  tx: Transaction,
  configured: ReadonlySet<string>,
  tally: Tally,
): Promise<ReadonlyMap<string, string>> {
  const staged = await rowsOf(tx, ROLE_UID);
  const permissions = await tx<{ role: string; actions: string[] }[]>`
    select r.document as role, array_agg(distinct p.data::json->>'action') as actions from cg_in_ref r
    join cg_in_entity p on p.type = r.owner_type and p.id = r.owner_id
    where r.owner_type = ${PERMISSION_UID} and r.field = 'role' group by 1`;
  const actions = new Map(permissions.map((row) => [row.role, row.actions]));
  const roles = new Map<string, string>();
  for (const { document, values } of staged) {
    const [type, name, description] = [textOf(values['type']), textOf(values['name']), textOf(values['description'])];
    if (type === '') continue;
    roles.set(document, type);
    const isConfigured = configured.has(type);
    tally.role({ type, name, description, permissions: (actions.get(document) ?? []).toSorted(), isConfigured });
    const id = roleDocumentId(type);
    await tx`insert into cg_documents (id, type) values (${id}, 'role') on conflict do nothing`;
    await tx`
      insert into cg_roles (document_id, type, name, description) values (${id}, ${type}, ${name}, ${description || null})
      on conflict (type) do nothing`;
    if (!isConfigured)
      tally.note(`The role ${type} is not in the config: add it to permissions, or its users can do nothing.`);
  }
  return roles;
}

/** If a role is given, makes a user of each admin, with the password of the admin. */
export async function stageAdmins(tx: Transaction, role: string | undefined): Promise<void> {
  if (role === undefined) return;
  const admins = await rowsOf(tx, ADMIN_UID);
  for (const { id, document, values } of admins) {
    const user = {
      username: textOf(values['username']) || textOf(values['email']),
      email: values['email'],
      password: values['password'],
      provider: 'local',
      confirmed: values['isActive'] ?? true,
      blocked: values['blocked'] ?? false,
      role,
    };
    // Far above the ids of users, because ids must be unique within a type.
    await tx`
      insert into cg_in_entity (n, type, id, document, locale, status, created, updated, published, data)
      select n, ${USER_UID}, ${1e12} + ${id}::bigint, document, '', 'published', created, updated, coalesce(published, created),
        ${JSON.stringify(user)} from cg_in_entity where type = ${ADMIN_UID} and document = ${document}`;
  }
}

/** Names the admins after the import of users, because the import may refuse some admins. */
export async function noteAdmins(
  tx: Transaction,
  { table }: TypeLayout,
  role: string | undefined,
  tally: Tally,
): Promise<void> {
  const admins = await rowsOf(tx, ADMIN_UID);
  const here = await tx.unsafe<{ document_id: string }[]>(
    `select document_id from ${table} where document_id = any($1::text[])`,
    [admins.map(({ document }) => document)],
  );
  const users = new Set(here.map(({ document_id }) => document_id));
  const note = (result: string, noted: typeof admins) => {
    if (noted.length === 0) return;
    const names = noted.map(({ values }) => textOf(values['email'])).filter((email) => email !== '');
    tally.note(`${noted.length} admins ${result}: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`);
  };
  if (role === undefined) return note('were not imported; --admins-as <role> makes users of them', admins);
  note(
    `became users with the role ${role}`,
    admins.filter(({ document }) => users.has(document)),
  );
}

async function rowsOf(tx: Transaction, type: string) {
  const rows = await tx<{ id: string; document: string; data: string }[]>`
    select id, document, data from cg_in_entity where type = ${type} order by id`;
  return rows.map(({ id, document, data }) => {
    const values: unknown = JSON.parse(data);
    return { id: Number(id), document, values: isObject(values) ? values : {} };
  });
}
