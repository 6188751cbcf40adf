import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** The condition under which the rules of an attribute hold. */
export function conditionChanged(owner: Owner, attribute: Attribute): Change {
  return {
    code: 'condition-changed',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `the rules of ${owner.name}.${attribute.name} hold under another condition (visibleIf)`,
    advice: 'check which bodies the new condition refuses',
  };
}
