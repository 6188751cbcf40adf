import type { Change } from '../../change.js';
import { ofSetting } from '../../subjects.js';

/** A locale that the project does not have any more. */
export function localeRemoved(locale: string): Change {
  return {
    code: 'locale-removed',
    severity: 'breaking',
    ...ofSetting(['locales', 'all', locale]),
    place: { path: ['locales', 'all', { item: locale }], isOld: true },
    message: `the locale ${locale} is gone: requests for it are refused`,
    advice: 'keep it until no client asks for it, and export its content first',
  };
}
