import { type Change, everyVerb } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofRole } from '../../subjects.js';
import { verbsOfActions } from '../../verbs.js';

/** The rows of a type that a role reaches: `where`, or `whereTo` of an action. */
export function rowRuleChanged(
  role: string,
  type: string,
  rule: readonly string[],
  { before, now }: Pair<unknown>,
): Change {
  const path = ['permissions', role, type, ...rule];
  const isGone = now === undefined;
  const name = `the row rule ${rule.join('.')} of ${role} for ${type}`;
  const message =
    before === undefined
      ? `${name} is new, so the role misses rows that it had: ${JSON.stringify(now)}`
      : isGone
        ? `${name} is gone, so the role reaches all rows; it was ${JSON.stringify(before)}`
        : `${name} is ${JSON.stringify(now)}, and was ${JSON.stringify(before)}`;
  return {
    code: 'row-rule-changed',
    severity: 'dangerous',
    ...ofRole(
      path,
      { owner: type, verbs: rule.length === 1 ? everyVerb : verbsOfActions(rule.slice(1)) },
      path,
      isGone,
    ),
    message,
    advice:
      before === undefined
        ? 'check that no client needs the other rows'
        : 'check that the role must see the rows that it gains',
  };
}
