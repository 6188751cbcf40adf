import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that bodies could set, and cannot any more. */
export function attributeReadOnly(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'attribute-read-only',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `${owner.name}.${attribute.name} is not writable: bodies that set it are refused`,
    advice: 'release clients that do not send it first',
  };
}
