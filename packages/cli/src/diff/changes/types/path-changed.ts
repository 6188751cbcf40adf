import type { Change, Owner } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofOwner } from '../../subjects.js';

/** The address of a content type: the plural of a collection type, or the name of a single type. */
export function pathChanged(type: Owner, { before, now }: Pair<string>): Change {
  return {
    code: 'path-changed',
    severity: 'breaking',
    ...ofOwner(type),
    message: `the requests of /${before} go to /${now}`,
    advice: `keep the plural "${before}", or answer /${before} with a handler of your own until no client uses it`,
  };
}
