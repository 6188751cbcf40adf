import type { Change } from '../../change.js';
import { ofSetting } from '../../subjects.js';

/** A new locale. */
export function localeAdded(locale: string): Change {
  return {
    code: 'locale-added',
    severity: 'safe',
    ...ofSetting(['locales', 'all', locale]),
    place: { path: ['locales', 'all', { item: locale }] },
    message: `the locale ${locale} is new`,
  };
}
