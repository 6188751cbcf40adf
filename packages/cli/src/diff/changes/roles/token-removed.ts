import type { Change } from '../../change.js';
import { ofRole } from '../../subjects.js';

/** A token whose secret is refused from now on. */
export function tokenRemoved(name: string, isReplaced: boolean): Change {
  const path = ['tokens', name];
  return {
    code: 'token-removed',
    severity: 'breaking',
    ...ofRole(path, undefined, ['tokens', { item: name }], !isReplaced),
    message: `the token ${name} ${isReplaced ? 'has another secret' : 'is gone'}: requests with its old secret are refused`,
    advice: 'add the new token beside the old one, change the programs, and then remove the old one',
  };
}
