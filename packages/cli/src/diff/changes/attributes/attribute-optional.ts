import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute whose value may be missing from now on. */
export function attributeOptional(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'attribute-optional',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `${owner.name}.${attribute.name} may be null in answers`,
    advice: 'check that clients expect null',
  };
}
