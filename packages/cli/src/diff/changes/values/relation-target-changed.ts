import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofAttribute } from '../../subjects.js';

/** What a relation points at, or which component an attribute has. */
export function relationTargetChanged(owner: Owner, attribute: Attribute, { before, now }: Pair<string>): Change {
  return {
    code: 'relation-target-changed',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['find', 'findOne', 'create', 'update']),
    message: `${owner.name}.${attribute.name} has ${now}, and had ${before}`,
    advice: 'add a new attribute, and remove the old one when no client uses it',
  };
}
