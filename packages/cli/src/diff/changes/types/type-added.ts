import type { Change, Owner } from '../../change.js';
import { ofOwner } from '../../subjects.js';

/** A content type or component that the old state does not have. */
export function typeAdded(owner: Owner): Change {
  return { code: 'type-added', severity: 'safe', ...ofOwner(owner), message: `${owner.name} is new` };
}
