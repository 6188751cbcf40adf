import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** The locale of requests that name none. */
export function defaultLocaleChanged({ before, now }: Pair<string>): Change {
  return {
    code: 'default-locale-changed',
    severity: 'breaking',
    ...ofSetting(['locales', 'default']),
    message: `a request without a locale reads and writes ${now}, and did so with ${before}`,
    advice: `clients that mean ${before} must send it`,
  };
}
