import type { Attribute } from '../../../model/model.js';
import type { Change, Owner } from '../../change.js';
import { ofAttribute } from '../../subjects.js';

/** Whether the locales of a document have values of their own. */
export function attributeLocalizationChanged(owner: Owner, attribute: Attribute, isOwn: boolean): Change {
  return {
    code: 'attribute-localization-changed',
    severity: 'dangerous',
    ...ofAttribute(owner, attribute, ['create', 'update']),
    message: isOwn
      ? `each locale has its own ${owner.name}.${attribute.name}, so a write changes one locale alone`
      : `all locales share ${owner.name}.${attribute.name}, so a write changes every locale`,
  };
}
