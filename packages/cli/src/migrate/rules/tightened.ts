import { isSame, type AttributeState } from '../state/state.js';
import type { Rule } from './rule.js';
import { type Holder, rulesOf } from './rules.js';

/**
 * The rules that stored values may break, because they are new or stricter than before. `before` is undefined if no row
 * has a value yet. The types of a holder with drafts promise less than those of the same holder without.
 */
export function tightenedRules(
  before: AttributeState | undefined,
  now: AttributeState,
  holder: Holder,
  formerHolder: Holder = holder,
): readonly Rule[] {
  const rules = rulesOf(now, holder);
  if (before === undefined) return rules.filter(({ name }) => name === 'required');
  const former = rulesOf(before, formerHolder);
  return rules.filter((rule) => isKnown(rule, before) && isStricter(rule, former));
}

/** A snapshot of an older release does not have all rules, and must not cause a migration. */
function isKnown({ name }: Rule, before: AttributeState): boolean {
  switch (name) {
    case 'required':
      return before.required !== undefined;
    case 'values':
      return before.kind !== 'scalar' || before.type !== 'enumeration' || before.values !== undefined;
    case 'richText':
      // A text becomes a paragraph, and other values do not stay.
      return before.kind === 'scalar' && ['json', 'blocks'].includes(before.type);
    case 'format':
      return before.kind === 'scalar';
    default:
      return (before.kind === 'scalar' || before.kind === 'entries') && before.limits !== undefined;
  }
}

function isStricter(rule: Rule, former: readonly Rule[]): boolean {
  const before = former.find(({ name }) => name === rule.name);
  if (before === undefined || (rule.isPromised && !before.isPromised)) return true;
  const [now, then] = [rule.limit, before.limit];
  if (isSame(now, then)) return false;
  switch (rule.name) {
    case 'min':
    case 'minLength':
    case 'fewest':
      return Number(now) > Number(then);
    case 'max':
    case 'maxLength':
    case 'most':
      return Number(now) < Number(then);
    case 'values':
      return Array.isArray(now) && Array.isArray(then) && then.some((value) => !now.includes(value));
    default:
      return true;
  }
}
