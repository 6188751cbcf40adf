import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** Whether `_q` looks into an attribute. */
export function searchChanged(owner: Owner, attribute: Attribute): Change {
  const { searchable } = attribute;
  return {
    code: 'search-changed',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    use: { owner: owner.name, verbs: ['find', 'findOne'], attribute: '_q', isNamed: true },
    message: `a search with _q ${searchable ? 'also looks' : 'does not look'} into ${owner.name}.${attribute.name}`,
  };
}
