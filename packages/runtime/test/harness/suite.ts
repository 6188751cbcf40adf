/**
 * Two suites. The quick one, `npm test`, has every rule once. The deep one, `npm run test:deep`, has the files that take
 * long and change rarely (`*.deep.test.ts`), and again those that ask here, with more cases and many more runs.
 */
export const isDeep = process.env['TEST_SUITE'] === 'deep';

/** The deep suite tries a property as many times more often. */
const DEEPER = 20;

/** The first cases of a list, which show the rule, for `npm test`; all of them for the deep suite. */
export function cases<Case>(all: readonly Case[], quick: number): Case[] {
  return isDeep ? [...all] : all.slice(0, quick);
}

/** How often a property is tried, by the number for `npm test`. */
export function times(quick: number, deep = quick * DEEPER): number {
  return isDeep ? deep : quick;
}

/** Declares tests that the deep suite alone has. */
export function inDeepSuite(declare: () => void): void {
  if (isDeep) declare();
}
