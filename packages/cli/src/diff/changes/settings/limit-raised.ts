import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** A limit that allows more than before. */
export function limitRaised(path: readonly string[], { before, now }: Pair<number>): Change {
  return {
    code: 'limit-raised',
    severity: 'dangerous',
    ...ofSetting(path),
    message: `${path.join('.')} is ${now}, and was ${before}: one request may cost more`,
    advice: 'check that the server and the database bear such requests from everybody',
  };
}
