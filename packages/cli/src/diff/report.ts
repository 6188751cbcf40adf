import type { Difference, FoundChange } from './diff.js';

interface SeverityCounts {
  readonly breaking: number;
  readonly dangerous: number;
  readonly safe: number;
  /** Breaking changes that the config allows. */
  readonly allowed: number;
}

export function countsOf({ changes }: Pick<Difference, 'changes'>): SeverityCounts {
  const count = (severity: FoundChange['severity']) =>
    changes.filter((change) => change.severity === severity && !isAllowed(change)).length;
  return {
    breaking: count('breaking'),
    dangerous: count('dangerous'),
    safe: changes.filter(({ severity }) => severity === 'safe').length,
    allowed: changes.filter(isAllowed).length,
  };
}

/** Whether the config accepts a change, so that it fails no check. */
export function isAllowed({ allowed, severity }: FoundChange): boolean {
  return allowed !== undefined && severity !== 'safe';
}

/** `2 breaking, 1 dangerous, 0 safe` */
export function countText({ breaking, dangerous, safe, allowed }: SeverityCounts): string {
  const agreed = allowed === 0 ? '' : `, ${allowed} allowed`;
  return `${breaking} breaking, ${dangerous} dangerous, ${safe} safe${agreed}`;
}

/** What a report says of the allowances that have no effect. */
export function notesOn({ expired, unused }: Pick<Difference, 'expired' | 'unused'>): readonly string[] {
  const name = ({ change, at }: Difference['expired'][number]) => `${change} at ${at}`;
  return [
    ...expired.map((each) => `diff.allow: ${name(each)} ended on ${each.until}. Remove it, or agree on another date.`),
    ...unused
      .filter((each) => !expired.includes(each))
      .map((each) => `diff.allow: ${name(each)} matches no change. Remove it, or correct it.`),
  ];
}
