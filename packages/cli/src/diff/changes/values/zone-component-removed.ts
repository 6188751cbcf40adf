import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** Components that a dynamic zone may not contain any more. */
export function zoneComponentRemoved(owner: Owner, attribute: Attribute, components: readonly string[]): Change {
  return {
    code: 'zone-component-removed',
    severity: 'breaking',
    ...ofAttribute(owner, attribute, ['find', 'findOne', 'create', 'update']),
    message: `${owner.name}.${attribute.name} cannot contain ${components.join(', ')}: bodies with it are refused`,
    advice: 'release clients that do not send it, change the content, and then remove it',
  };
}
