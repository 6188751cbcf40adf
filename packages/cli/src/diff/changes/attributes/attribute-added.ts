import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that the old state does not have, and that no body needs. */
export function attributeAdded(owner: Owner, attribute: Attribute, readers: readonly string[]): Change {
  const seen = readers.length === 0 ? '' : `; ${readers.join(', ')} may read it`;
  return {
    code: 'attribute-added',
    severity: 'safe',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `${owner.name}.${attribute.name} is new${seen}`,
  };
}
