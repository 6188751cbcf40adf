/**
 * Two suites. The quick one, `npm test`, has every rule once. The deep one, `npm run test:deep`, has the files that take
 * long and change rarely (`*.deep.test.ts`), and again those that ask here, with more cases and many more runs.
 */
export const isDeep = process.env['TEST_SUITE'] === 'deep';

/** The deep suite tries a property as many times more often. */
const DEEPER = 20;

/** How often a property is tried, by the number for `npm test`. */
export function times(quick: number): number {
  return isDeep ? quick * DEEPER : quick;
}
