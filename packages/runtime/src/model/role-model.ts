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
