import type { Change, Owner } from '../../change.js';
import { ofOwner } from '../../subjects.js';

/** A content type or component that only the old state has. */
export function typeRemoved(owner: Owner): Change {
  return {
    code: 'type-removed',
    severity: 'breaking',
    ...ofOwner(owner, { isOld: true }),
    message: `${owner.name} is gone, with everything that clients read and write there`,
    advice: 'keep it for a release in which no client uses it; if it has another name now, set renamedFrom',
  };
}
