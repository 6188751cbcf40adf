import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute with another name. The content follows, and clients do not. */
export function attributeRenamed(owner: Owner, attribute: Attribute, before: string): Change {
  return {
    code: 'attribute-renamed',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['find', 'findOne', 'create', 'update']),
    use: { owner: owner.name, verbs: ['find', 'findOne', 'create', 'update'], attribute: before },
    message: `${owner.name}.${before} is called ${attribute.name}: requests that name ${before} are refused`,
    advice: 'rename in two releases: add the new name beside the old one, and remove the old one after the clients',
  };
}
