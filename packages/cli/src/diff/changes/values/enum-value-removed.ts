import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { inQuotes } from '../../lists.js';
import { ofAttribute } from '../../subjects.js';

/** Values of an enumeration that are not allowed any more. */
export function enumValueRemoved(owner: Owner, attribute: Attribute, values: readonly string[]): Change {
  return {
    code: 'enum-value-removed',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['find', 'findOne', 'create', 'update']),
    message: `${owner.name}.${attribute.name} has no ${inQuotes(values)}: bodies and filters with it are refused`,
    advice: 'release clients that do not send it, change the content, and then remove it',
  };
}
