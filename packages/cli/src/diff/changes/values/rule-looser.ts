import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** A rule that allows values which were refused. */
export function ruleLooser(owner: Owner, attribute: Attribute, rules: readonly string[]): Change {
  return {
    code: 'rule-looser',
    severity: 'safe',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `${owner.name}.${attribute.name} allows more values: ${rules.join(', ')}`,
  };
}
