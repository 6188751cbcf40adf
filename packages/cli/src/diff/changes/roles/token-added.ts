import type { Change } from '../../change.js';
import { ofRole } from '../../subjects.js';

/** A new token. */
export function tokenAdded(name: string, rights: string): Change {
  return {
    code: 'token-added',
    severity: 'dangerous',
    ...ofRole(['tokens', name], undefined, ['tokens', { item: name }]),
    message: `the token ${name} is new: ${rights}`,
  };
}
