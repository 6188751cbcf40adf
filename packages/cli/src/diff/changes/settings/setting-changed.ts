import type { Change, Severity } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofSetting } from '../../subjects.js';

/** A setting with no kind of its own, and its severity. */
export function settingChanged(
  path: readonly string[],
  { before, now }: Pair<string>,
  severity: Severity,
  isGone = false,
): Change {
  return {
    code: 'setting-changed',
    severity,
    ...ofSetting(path, isGone),
    message: `${path.join('.')} is ${now}, and was ${before}`,
  };
}
