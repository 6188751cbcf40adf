import * as fc from 'fast-check';
import { expect } from 'vitest';

import { times } from './suite.js';

/** How often each of the long properties is tried. */
export const runs = {
  /** Access: rows that rules exclude; answers that do not depend on private values. */
  rowRules: times(20),
  privateValues: times(40, 1_600),
  /** Writes: sequences on relation lists, between documents of one type, one to one, and of shared values. */
  lists: times(4, 120),
  selfRelations: times(6),
  oneToOne: times(8),
  sharedValues: times(12),
  /** Documents in code: queries, per caller and profile; writes, per profile. */
  codeAnswers: times(40),
  codeWrites: times(25),
  /** Writes: bodies of any content, per type. */
  junkBodies: times(8, 400),
} as const;

/** How long that may take, in milliseconds. */
export const PATIENCE_MS = times(400_000);

/** Every sequence of such steps can be followed; one that cannot is shrunk to a short one. */
export async function everySequence<Step>(
  step: fc.Arbitrary<Step>,
  { runs: numRuns, from, to }: { readonly runs: number; readonly from: number; readonly to: number },
  follow: (steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  const sequence = fc.array(step, { minLength: from, maxLength: to });
  await fc.assert(fc.asyncProperty(sequence, follow), { numRuns });
}

/**
 * Tries a property again, each time with another seed, until its runs have done what the test has to see: by chance, all
 * of one try may miss it. The same seed would miss it again.
 */
export async function untilSeen(attempt: () => Promise<void>, isSeen: () => boolean): Promise<void> {
  const settings = fc.readConfigureGlobal();
  try {
    for (let times = 0; times < 5 && !isSeen(); times++) {
      fc.configureGlobal({ ...settings, seed: (settings.seed ?? 0) + times });
      await attempt();
    }
  } finally {
    fc.configureGlobal(settings);
  }
  expect(isSeen()).toBe(true);
}
