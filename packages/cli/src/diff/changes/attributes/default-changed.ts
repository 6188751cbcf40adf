import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofAttribute } from '../../subjects.js';

/** The value that a body without the attribute stores. */
export function defaultChanged(owner: Owner, attribute: Attribute, { before, now }: Pair<string>): Change {
  return {
    code: 'default-changed',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['create']),
    message: `a body without ${owner.name}.${attribute.name} stores ${now}, and stored ${before}`,
    advice: 'clients that rely on the old value must send it',
  };
}
