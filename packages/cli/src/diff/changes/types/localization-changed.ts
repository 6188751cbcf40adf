import type { Change, Owner } from '../../change.js';
import { ofOwner } from '../../subjects.js';

/** Whether the documents of a content type have locales. */
export function localizationChanged(type: Owner, isOn: boolean): Change {
  return {
    code: 'localization-changed',
    severity: isOn ? 'dangerous' : 'breaking',
    ...ofOwner(type),
    message: isOn
      ? `${type.name} has locales, so a request without one reads and writes the default locale alone`
      : `${type.name} has no locales, so requests with one are refused and one language remains`,
    advice: isOn
      ? 'check that the default locale is the language of the content so far'
      : 'export the other locales first',
  };
}
