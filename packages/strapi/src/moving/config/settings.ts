import type { Finding } from '../finding.js';
import { type Literal, variablesOf } from '../sources/literal.js';
import type { Surveyor } from '../survey/surveyor.js';
import type { Proposal } from './proposal.js';

/** A config file that is read, and the proposal that gets its settings. */
export interface Reading {
  readonly surveyor: Surveyor;
  readonly proposal: Proposal;
  readonly file: string;
}

type Said = Pick<Finding, 'outcome' | 'name'> & Partial<Pick<Finding, 'note' | 'kind'>>;

/** Reports a setting at its line. A value that depends on the environment is the value in `.env`, or the default. */
export function say({ surveyor, file }: Reading, literal: Literal | undefined, said: Said): void {
  const variables = variablesOf(literal);
  const origin =
    variables.length === 0
      ? ''
      : `depends on ${variables.join(', ')}; the config has the value of .env, or the default`;
  const note = [said.note, said.outcome === 'translated' ? origin : ''].filter(Boolean).join('; ');
  surveyor.findings.push({
    kind: 'setting',
    ...said,
    file: literal?.file ?? file,
    line: literal?.line ?? 1,
    ...(note === '' ? {} : { note }),
  });
}

/** Reports keys that no reader knows. */
export function sayUnknown(
  reading: Reading,
  entries: readonly (readonly [string, Literal])[],
  known: readonly string[],
  at: string,
): void {
  for (const [key, literal] of entries) {
    if (known.includes(key)) continue;
    say(reading, literal, { outcome: 'hand', name: `${at}${key}`, note: 'content-gen has no such setting' });
  }
}
