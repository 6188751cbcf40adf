import type { Change, Owner } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofOwner } from '../../subjects.js';

/** A collection type that becomes a single type, or the other way. */
export function typeKindChanged(type: Owner, { before, now }: Pair<string>): Change {
  return {
    code: 'type-kind-changed',
    severity: 'breaking',
    ...ofOwner(type),
    message: `${type.name} was a ${before} and is a ${now}, so its routes and answers have another form`,
    advice: 'add a new content type, and remove the old one when no client uses it',
  };
}
