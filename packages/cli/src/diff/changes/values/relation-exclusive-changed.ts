import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofAttribute } from '../../subjects.js';

/** A relation that takes its target from another document, or shares it from now on. */
export function relationExclusiveChanged(owner: Owner, attribute: Attribute, { before, now }: Pair<string>): Change {
  return {
    code: 'relation-exclusive-changed',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: `${owner.name}.${attribute.name} was ${before} and is ${now}, so a write may take a target from another document, or leave it`,
    advice: 'check what clients expect of the documents that lose the target',
  };
}
