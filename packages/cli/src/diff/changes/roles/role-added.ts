import type { Change } from '../../change.js';
import { ofRole } from '../../subjects.js';

/** A new role. */
export function roleAdded(role: string): Change {
  return {
    code: 'role-added',
    severity: 'dangerous',
    ...ofRole(['permissions', role]),
    message: `the role ${role} is new`,
  };
}
