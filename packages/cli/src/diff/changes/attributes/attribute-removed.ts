import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** An attribute that only the old state has. */
export function attributeRemoved(owner: Owner, attribute: Attribute): Change {
  const isKnown = attribute.visible && !attribute.private;
  return {
    code: 'attribute-removed',
    severity: isKnown || attribute.writable ? 'breaking' : 'safe',
    ...ofAttribute(owner, attribute, isKnown ? ['find', 'findOne', 'create', 'update'] : ['create', 'update'], {
      isOld: true,
    }),
    message: `${owner.name}.${attribute.name} is gone: answers lack it, and requests that name it are refused`,
    advice: 'remove it in a second release, after the clients; if it has another name now, set renamedFrom',
  };
}
