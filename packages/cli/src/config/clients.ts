import { suggest } from '../diagnostics/suggestion.js';
import type { ClientDefinition, ConfigDefinition } from './define.js';
import type { ConfigReport } from './shape.js';

/** The clients of a config. */
export function clientsOf(
  { client, permissions }: ConfigDefinition,
  report: ConfigReport,
): readonly ClientDefinition[] {
  const clients = client === undefined ? [] : typeof client === 'string' ? [{ file: client }] : [client].flat();
  const roles = [...new Set(['public', 'authenticated', ...Object.keys(permissions ?? {})])];
  for (const { file, role } of clients) {
    if (role !== undefined && !roles.includes(role)) {
      const hint = suggest(role, roles) ?? `the roles are ${roles.join(', ')}`;
      report('CG103', ['client'], `client.role must be a role of the config, not "${role}"`, hint);
    }
    if (clients.filter((one) => one.file === file).length > 1) {
      report('CG103', ['client'], `client has the file ${file} twice`, 'give each client a file of its own');
    }
  }
  return clients;
}
