import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** What a request gets that does not say: the page size, the total, or unknown parameters. */
export function requestDefaultChanged(path: readonly string[], { before, now }: Pair<string>, effect: string): Change {
  return {
    code: 'request-default-changed',
    severity: 'breaking',
    ...ofSetting(path),
    message: `${path.join('.')} is ${now}, and was ${before}: ${effect}`,
    advice: 'clients that rely on the old value must send it',
  };
}
