import type { Config } from '../config/index.js';

/** The roles that users can have: the runtime knows two without the config. */
export function configuredRoles({ settings }: Config): ReadonlySet<string> {
  const { users, permissions } = settings;
  return new Set([
    'authenticated',
    'public',
    ...Object.keys(permissions),
    ...(users?.defaultRole ? [users.defaultRole] : []),
  ]);
}
