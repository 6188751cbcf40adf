import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that was private, and that answers contain now. */
export function attributeShown(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'attribute-shown',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `${owner.name}.${attribute.name} was private, and answers contain it now, also its old values`,
    advice: 'check that no old value is a secret',
  };
}
