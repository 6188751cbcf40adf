import type { Change } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** The exact shapes of responses. */
export function responseFormatChanged({ before, now }: Pair<string>): Change {
  return {
    code: 'response-format-changed',
    severity: 'breaking',
    ...ofSetting(['api', 'responses']),
    message: `responses have the format "${now}", and had "${before}"`,
    advice: 'docs/compatibility.md lists the differences; release the clients first',
  };
}
