import { readFileSync } from 'node:fs';

import postgres from 'postgres';
import { describe, expect, it } from 'vitest';

import { driverProblem, problemOf } from './driver-internals.js';

const NEEDED =
  '@content-gen/runtime works only with postgres 3.4.9, because it relies on private parts of that version';

/** A statement that is never sent. */
const statement = () => postgres({ max: 1 }).unsafe('');

describe('the driver', () => {
  it('that is installed has the private parts that this package relies on', () => {
    expect(driverProblem()).toBeUndefined();
    expect(problemOf(statement(), '3.4.9')).toBeUndefined();
    // A bundle does not tell its version.
    expect(problemOf(statement(), undefined)).toBeUndefined();
  });

  it.each(['runtime', 'cli'])('is pinned in the package %s, because a range would bring others', (name) => {
    const file = new URL(`../../../${name}/package.json`, import.meta.url);
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
    expect(dependencies['postgres']).toBe('3.4.9');
  });

  it('of another version is refused with one sentence', () => {
    expect(problemOf(statement(), '3.4.10')).toBe(`${NEEDED}, but the installed one is postgres 3.4.10`);
  });

  it.each([
    ['canceller', null],
    ['canceller', undefined],
    ['state', undefined],
    ['args', undefined],
    ['retried', undefined],
  ])('whose statements have %s as %j is refused, also if it does not tell its version', (part, value) => {
    const other = Object.assign(statement(), { [part]: value });
    if (part === 'retried') Object.defineProperty(other, part, { value });
    expect(problemOf(other, undefined)).toBe(`${NEEDED}, but the installed one is a postgres with another ${part}`);
  });
});
