import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** The place where links and their order are stored. */
export function relationOrderChanged(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'relation-order-changed',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `the links of ${owner.name}.${attribute.name} and their order are stored at another place`,
    advice: 'compare the order of a few lists after the migration, if clients show the order',
  };
}
