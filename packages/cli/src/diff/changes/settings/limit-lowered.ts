import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** A limit under which some requests that were answered are refused. */
export function limitLowered(path: readonly string[], { before, now }: Pair<number>): Change {
  return {
    code: 'limit-lowered',
    severity: 'breaking',
    ...ofSetting(path),
    message: `${path.join('.')} is ${now}, and was ${before}: requests above it are refused or cut`,
    advice: `look for requests between ${now} and ${before} in the log of the server first`,
  };
}
