import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Family, asText, gauge, sampleName, sumOf } from './family.js';
import { Metrics } from './metrics.js';

/** Reads the text format by its definition: labels in quotes with the escapes `\\`, `\"` and `\n`, then the value. */
function parse(text: string): readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, list = '', value] = /^[a-z_]+(?:\{(.*)\})? (\S+)$/s.exec(line) ?? [];
    const pairs = [...list.matchAll(/([a-z]+)="((?:[^\\"]|\\[\\"n])*)"(?:,|$)/g)];
    expect(pairs.map(([whole]) => whole).join('')).toBe(list);
    const unescape = (written: string) => written.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
    return {
      labels: Object.fromEntries(pairs.map(([, name, written]) => [name, unescape(written ?? '')])),
      value: Number(value),
    };
  });
}

it('a label may have any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (a, b, n) => {
        // A line ends at \n only; other separators of lines have no meaning in the format.
        const text = asText([gauge('x', 'help', [[sampleName('x', { a, b }), n]])]);
        expect(parse(text)).toEqual([{ labels: { a, b }, value: n === 0 ? 0 : n }]);
      },
    ),
  );
});

const family = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  help: fc.constant('help'),
  type: fc.constant('counter' as const),
  samples: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.integer()),
});

const valuesIn = (families: readonly Family[]) =>
  Object.fromEntries(families.map(({ name, samples }) => [name, { ...samples }]));

it('the sum does not depend on the order of the processes, or on which were added first', () => {
  const processes = fc.array(fc.array(family, { maxLength: 3 }), { maxLength: 4 });
  fc.assert(
    fc.property(processes, (all) => {
      const [first = [], ...rest] = all;
      expect(valuesIn(sumOf(all.toReversed()))).toEqual(valuesIn(sumOf(all)));
      expect(valuesIn(sumOf([first, sumOf(rest)]))).toEqual(valuesIn(sumOf(all)));
    }),
  );
});

it('buckets of a histogram include those before them, and the last one has all durations', () => {
  const durations = fc.array(fc.double({ min: 0, max: 100_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(durations, (all) => {
      const metrics = new Metrics();
      for (const ms of all) metrics.statement({ ms, failed: false });
      const lines = asText(metrics.families()).split('\n');
      const buckets = lines.flatMap((line) => {
        const [, limit, count] = /^content_gen_statement_seconds_bucket\{le="(.+)"\} (\d+)$/.exec(line) ?? [];
        return limit === undefined ? [] : [{ limit: Number(limit.replace('+Inf', 'Infinity')), count: Number(count) }];
      });
      expect(buckets).toEqual(
        buckets.map(({ limit }) => ({ limit, count: all.filter((ms) => ms / 1000 <= limit).length })),
      );
      expect(buckets.at(-1)).toEqual({ limit: Infinity, count: all.length });
    }),
  );
});
