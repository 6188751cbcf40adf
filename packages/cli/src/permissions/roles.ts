import type { Settings } from '@content-gen/runtime';

import { suggest } from '../diagnostics/suggestion.js';

/** Why a name is not a role of the project. Undefined if the name is a role. */
export function roleProblem({ permissions }: Settings, role: string): string | undefined {
  const roles = [...new Set(['public', 'authenticated', ...Object.keys(permissions)])];
  if (roles.includes(role)) return undefined;
  return `There is no role "${role}" in the config. ${suggest(role, roles) ?? `The roles are ${roles.join(', ')}.`}`;
}
