import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** The path below which the API answers. */
export function prefixChanged({ before, now }: Pair<string>): Change {
  return {
    code: 'prefix-changed',
    severity: 'breaking',
    ...ofSetting(['api', 'prefix']),
    message: `the API answers below ${now}, and answered below ${before}`,
    advice: `keep ${before}, or mount the routes twice until no client uses it`,
  };
}
