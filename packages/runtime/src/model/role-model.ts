import { createHash } from 'node:crypto';

import { contentType } from './attributes/definitions.js';
import { string } from './attributes/scalars.js';
import type { AnyModel } from './model.js';
import { cgRoles } from './tables.js';

/** Roles as populate, filters and sort see them. The permissions of roles are in the settings. */
export const roleModel: AnyModel = contentType<Record<string, unknown>>({
  name: 'role',
  plural: 'roles',
  uid: 'plugin::users-permissions.role',
  table: cgRoles,
  attributes: { name: string(), description: string(), type: string() },
});

/** The id derives from the type, so that a role has the same id in every environment. */
export function roleDocumentId(type: string): string {
  return `r${createHash('sha256').update(`role ${type}`).digest('hex').slice(0, 23)}`;
}
