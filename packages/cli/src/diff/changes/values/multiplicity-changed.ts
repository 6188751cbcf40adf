import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** One value that becomes a list, or the other way: files, entries of a component, relations. */
export function multiplicityChanged(owner: Owner, attribute: Attribute, isList: boolean): Change {
  return {
    code: 'multiplicity-changed',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['find', 'findOne', 'create', 'update']),
    message: isList
      ? `${owner.name}.${attribute.name} is a list, and was one value`
      : `${owner.name}.${attribute.name} is one value, and was a list`,
    advice: 'add an attribute of the new form, fill both for one release, and then remove the old one',
  };
}
