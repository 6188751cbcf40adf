import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofRole } from '../../subjects.js';
import { verbsOfRights } from '../../verbs.js';

/** What a role may not do with an attribute any more: read it, use it in filters, or write it. */
export function fieldRightRemoved(role: string, type: Owner, attribute: Attribute, rights: readonly string[]): Change {
  const subject = ['permissions', role, type.name, attribute.name];
  const use = { owner: type.name, verbs: verbsOfRights(rights), attribute: attribute.name };
  return {
    code: 'field-right-removed',
    severity: 'breaking',
    ...ofRole(subject, use, subject.slice(0, -1)),
    message: `${role} may not ${rights.join(', ')} ${type.name}.${attribute.name} any more`,
    advice: 'look for the clients of this role first',
  };
}
