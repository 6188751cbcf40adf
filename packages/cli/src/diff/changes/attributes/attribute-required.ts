import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that a body must have from now on. */
export function attributeRequired(owner: Owner, attribute: Attribute, isNew: boolean): Change {
  return {
    code: 'attribute-required',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `${owner.name}.${attribute.name} is ${isNew ? 'new and ' : ''}required: bodies without it are refused`,
    advice: 'give it a default, or require it in a second release, after the clients',
  };
}
