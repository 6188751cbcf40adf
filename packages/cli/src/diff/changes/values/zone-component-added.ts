import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** Components that are new in a dynamic zone, and that old clients do not know. */
export function zoneComponentAdded(owner: Owner, attribute: Attribute, components: readonly string[]): Change {
  return {
    code: 'zone-component-added',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['find', 'findOne']),
    message: `${owner.name}.${attribute.name} may contain ${components.join(', ')}, which old clients do not know`,
    advice: 'check what clients do with a __component that they do not know',
  };
}
