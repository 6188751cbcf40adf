import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that bodies may set from now on. */
export function attributeWritable(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'attribute-writable',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `${owner.name}.${attribute.name} is writable: roles that write the rest may set it, too`,
    advice: 'list the attributes in writable of the roles that must not set it',
  };
}
