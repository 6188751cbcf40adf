import { posix } from 'node:path';

import { suggest } from '../diagnostics/suggestion.js';
import type { ClientDefinition, ConfigDefinition } from './define.js';
import type { ConfigReport } from './shape.js';
import type { Path } from './source-position.js';

/** The clients of a config. */
export function clientsOf(
  { client, permissions }: ConfigDefinition,
  report: ConfigReport,
): readonly ClientDefinition[] {
  const clients = client === undefined ? [] : typeof client === 'string' ? [{ file: client }] : [client].flat();
  const roles = [...new Set(['public', 'authenticated', ...Object.keys(permissions ?? {})])];
  const files = new Set<string>();
  for (const [index, { file, role }] of clients.entries()) {
    const path: Path = Array.isArray(client) ? ['client', { index }] : ['client'];
    if (role !== undefined && !roles.includes(role)) {
      const hint = suggest(role, roles) ?? `the roles are ${roles.join(', ')}`;
      report('CG103', [...path, 'role'], `client.role must be a role of the config, not "${role}"`, hint);
    }
    const normal = posix.normalize(file.replaceAll('\\', '/'));
    if (files.has(normal)) {
      report('CG103', [...path, 'file'], `client has the file ${file} twice`, 'give each client a file of its own');
    }
    files.add(normal);
  }
  return clients;
}
