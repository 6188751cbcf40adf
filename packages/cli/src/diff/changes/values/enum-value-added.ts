import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { inQuotes } from '../../lists.js';
import { ofAttribute } from '../../subjects.js';

/** New values of an enumeration, which old clients do not know. */
export function enumValueAdded(owner: Owner, attribute: Attribute, values: readonly string[]): Change {
  return {
    code: 'enum-value-added',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `${owner.name}.${attribute.name} may be ${inQuotes(values)}, which old clients do not know`,
    advice: 'check what clients do with a value that they do not know, and write it after their release',
  };
}
