import type { Content } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { Fields } from './body.js';
import { momentText, tableOf } from '../sql/index.js';
import { roleDocumentId, userModel } from '../model/index.js';

/** A role in answers. */
interface RoleRecord {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly nb_users: number;
}

const STANDARD: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  authenticated: { name: 'Authenticated', description: 'Default role given to authenticated user.' },
  public: { name: 'Public', description: 'Default role given to unauthenticated user.' },
};

/** Every role that a user can have. */
function rolesOf(content: Content): readonly string[] {
  const { permissions } = content.settings;
  return [...new Set(['authenticated', 'public', content.usersSettings.defaultRole, ...Object.keys(permissions)])];
}

/**
 * The data of a user, where `role` may name a role as the config does: only a database knows the row ids of roles. A
 * relation may have the name in each of its spellings.
 */
export function withRoleIds(content: Content, fields: Fields): Fields {
  if (!Object.hasOwn(fields, 'role')) return fields;
  const roles = rolesOf(content);
  const idsIn = (value: unknown): unknown => {
    if (typeof value === 'string') return roles.includes(value) ? roleDocumentId(value) : value;
    if (Array.isArray(value)) return value.map(idsIn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, ['connect', 'set'].includes(key) ? idsIn(inner) : inner]),
    );
  };
  return { ...fields, role: idsIn(fields['role']) };
}

/**
 * Updates the rows of roles to match the config. This update precedes every write of a user, because users refer to
 * roles.
 */
export async function ensureRoles(content: Content, executor: Executor): Promise<void> {
  const roles = rolesOf(content).map((type) => {
    const standard = Object.hasOwn(STANDARD, type) ? STANDARD[type] : undefined;
    const configured = content.usersSettings.roles[type];
    return {
      id: roleDocumentId(type),
      type,
      name: configured?.name ?? standard?.name ?? titled(type),
      description: configured?.description ?? standard?.description ?? '',
    };
  });
  const stored = await executor.rows<{ type: string; name: string; description: string | null }>(
    'select type, name, description from cg_roles',
  );
  const known = new Set(stored.map((row) => JSON.stringify([row.type, row.name, row.description ?? ''])));
  // Even an update without changes would lock the rows, and concurrent registrations would wait.
  if (roles.every((role) => known.has(JSON.stringify([role.type, role.name, role.description])))) return;
  await executor.rows(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as r(id, type, name, description, ord)
     ), documents as (
       insert into cg_documents (id, type) select id, 'role' from given on conflict (id) do nothing
     )
     insert into cg_roles as r (document_id, type, name, description)
     select id, type, name, nullif(description, '') from given order by ord
     on conflict (type) do update set name = excluded.name, description = excluded.description, updated_at = now()
     where (r.name, r.description) is distinct from (excluded.name, excluded.description)`,
    [
      roles.map(({ id }) => id),
      roles.map(({ type }) => type),
      roles.map(({ name }) => name),
      roles.map((role) => role.description),
    ],
  );
}

function titled(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll(/[-_]/g, ' ');
}

/** The roles of the config, each with the number of its users. */
export async function listRoles(content: Content): Promise<readonly RoleRecord[]> {
  await ensureRoles(content, content.database);
  const rows = await content.database.rows<{ data: string }>(
    `select json_build_object('id', r.id, 'documentId', r.document_id, 'name', r.name, 'description', r.description, 'type', r.type,
       'createdAt', ${momentText('r.created_at')}, 'updatedAt', ${momentText('r.updated_at')}, 'publishedAt', ${momentText('r.published_at')},
       'nb_users', (select count(*) from ${tableOf(userModel(content))} u where u.role = r.document_id)) as data
     from cg_roles r where r.type = any($1::text[]) order by r.id`,
    [rolesOf(content)],
  );
  // The statement above builds the object.
  return rows.map(({ data }): RoleRecord => JSON.parse(data));
}
