import * as fc from 'fast-check';
import { expect } from 'vitest';

/** How often each property is tried, and how long that may take in milliseconds. */
export const runs = {
  /** Access: rows that rules exclude; answers that do not depend on private values. */
  rowRules: 60,
  privateValues: 300,
  /** Writes: sequences on relation lists, between documents of one type, one to one, and of shared values. */
  lists: 20,
  selfRelations: 25,
  oneToOne: 25,
  sharedValues: 40,
  /** Documents in code: queries, per caller and profile; writes, per profile. */
  codeAnswers: 120,
  codeWrites: 80,
  /** Writes: bodies of any content, per type. */
  junkBodies: 60,
} as const;

export const PATIENCE_MS = 400_000;

/** Every sequence of such steps can be followed; one that cannot is shrunk to a short one. */
export async function everySequence<Step>(
  step: fc.Arbitrary<Step>,
  { runs: numRuns, from, to }: { readonly runs: number; readonly from: number; readonly to: number },
  follow: (steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  const sequence = fc.array(step, { minLength: from, maxLength: to });
  await fc.assert(fc.asyncProperty(sequence, follow), { numRuns });
}

/** Tries a property again until its runs have done what the test has to see: by chance, all of one try may miss it. */
export async function untilSeen(attempt: () => Promise<void>, isSeen: () => boolean): Promise<void> {
  for (let times = 0; times < 5 && !isSeen(); times++) await attempt();
  expect(isSeen()).toBe(true);
}
