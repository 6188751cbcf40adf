import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofRole } from '../../subjects.js';
import { verbsOfRights } from '../../verbs.js';

/** What a role may do with an attribute from now on. */
export function fieldRightAdded(role: string, type: Owner, attribute: Attribute, rights: readonly string[]): Change {
  const subject = ['permissions', role, type.name, attribute.name];
  const use = { owner: type.name, verbs: verbsOfRights(rights), attribute: attribute.name };
  return {
    code: 'field-right-added',
    severity: 'dangerous',
    ...ofRole(subject, use, subject.slice(0, -1)),
    message: `${role} may ${rights.join(', ')} ${type.name}.${attribute.name}`,
    advice: 'check that the role must have this right for all rows that it sees',
  };
}
