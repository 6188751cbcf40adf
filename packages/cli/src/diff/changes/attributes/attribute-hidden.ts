import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that answers contained, and that is private now. */
export function attributeHidden(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'attribute-hidden',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `${owner.name}.${attribute.name} is private: answers lack it, and filters that name it are refused`,
    advice: 'if only some roles must not read it, list the others in readable of their permissions',
  };
}
