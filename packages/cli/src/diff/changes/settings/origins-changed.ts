import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** The sites whose pages may read responses (CORS). */
export function originsChanged(path: readonly string[], { before, now }: Pair<string>, isFewer: boolean): Change {
  return {
    code: 'origins-changed',
    severity: isFewer ? 'breaking' : 'dangerous',
    ...ofSetting(path),
    message: `${path.join('.')} is ${now}, and was ${before}: ${isFewer ? 'browsers refuse some pages' : 'more pages may read responses'}`,
    advice: isFewer ? 'look for the pages that call the API' : 'check that these pages may act for their visitors',
  };
}
