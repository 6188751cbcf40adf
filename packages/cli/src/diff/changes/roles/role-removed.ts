import type { Change } from '../../change.js';
import { ofRole } from '../../subjects.js';

/** A role that is gone, with its rights. */
export function roleRemoved(role: string): Change {
  return {
    code: 'role-removed',
    severity: 'breaking',
    ...ofRole(['permissions', role], undefined, ['permissions', role], true),
    message: `the role ${role} is gone: its users may do nothing with it`,
    advice: 'give its users another role first',
  };
}
