import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** A rule that refuses values which were allowed: `maxLength 80 (was 120)`. */
export function ruleStricter(owner: Owner, attribute: Attribute, rules: readonly string[]): Change {
  return {
    code: 'rule-stricter',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `${owner.name}.${attribute.name} refuses values that were allowed: ${rules.join(', ')}`,
    advice: 'release clients that send such values no more; "migrate plan" counts the rows that break the rule',
  };
}
