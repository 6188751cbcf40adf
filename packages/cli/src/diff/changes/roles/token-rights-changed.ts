import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofRole } from '../../subjects.js';

/** What a token may do, and for how long. */
export function tokenRightsChanged(name: string, { before, now }: Pair<string>, isLess: boolean): Change {
  return {
    code: 'token-rights-changed',
    severity: isLess ? 'breaking' : 'dangerous',
    ...ofRole(['tokens', name], undefined, ['tokens', { item: name }]),
    message: `the token ${name} has ${now}, and had ${before}`,
    advice: isLess ? 'look for the programs that use it' : 'check that its programs need this',
  };
}
