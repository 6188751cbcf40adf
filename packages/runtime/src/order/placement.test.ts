import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { times } from '../../test/harness/suite.js';
import { changed } from '../../test/write/property/plain-arrays.js';
import { type Connect, type ListChange, applyChange, missingAnchor } from './operations.js';
import { type Placed, place } from './placement.js';
import { keysBetween } from './rank.js';

const ids = [...'abcdefghijkl'];
const id = fc.constantFrom(...ids);
const where: fc.Arbitrary<Connect['place']> = fc.oneof(
  fc.constantFrom('start' as const, 'end' as const),
  id.map((before) => ({ before })),
  id.map((after) => ({ after })),
);
const set = fc.array(id, { maxLength: 14 }).map((chosen) => ({ kind: 'set' as const, ids: chosen }));
const change: fc.Arbitrary<ListChange> = fc.oneof(
  set,
  fc
    .record({
      disconnect: fc.array(id, { maxLength: 4 }),
      connect: fc.uniqueArray(fc.record({ id, place: where }), { selector: (entry) => entry.id, maxLength: 6 }),
      strict: fc.boolean(),
    })
    .map((changes): ListChange => ({ kind: 'change', ...changes })),
);

type Ranks = ReadonlyMap<string, string>;

function order(ranks: Ranks): string[] {
  return [...ranks].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([entry]) => entry);
}

function after(ranks: Ranks, current: readonly Placed[], changes: ListChange): Map<string, string> {
  const { removed, ranked } = place(current, changes);
  const next = new Map(ranks);
  for (const entry of removed) next.delete(entry);
  for (const [entry, rank] of ranked) next.set(entry, rank);
  expect(new Set(next.values()).size).toBe(next.size);
  return next;
}

/** The entries that the database loads for a change: those it names, and the neighbours of the places it names. */
function glimpse(ranks: Ranks, changes: ListChange): Placed[] {
  const list = order(ranks).map((entry) => ({ id: entry, rank: ranks.get(entry)! }));
  if (changes.kind === 'set') return list;
  const { connect, disconnect, strict } = changes;
  const places = connect.map(({ place: at }) => at);
  const anchors = places.flatMap((at) => (typeof at === 'string' ? [] : ['before' in at ? at.before : at.after]));
  const named = new Set([...disconnect, ...connect.map((entry) => entry.id), ...anchors]);
  const others = list.filter((entry) => !named.has(entry.id));
  const seen = new Set<Placed | undefined>();
  if (!strict) seen.add(others.at(-1));
  for (const at of places) {
    if (at === 'start') seen.add(others[0]);
    else if (at === 'end') seen.add(others.at(-1));
    else if ('before' in at) seen.add(others.findLast((other) => other.rank < (ranks.get(at.before) ?? '')));
    else seen.add(others.find((other) => other.rank > (ranks.get(at.after) ?? '~')));
  }
  return list
    .filter((entry) => named.has(entry.id) || seen.has(entry))
    .map((entry) => (named.has(entry.id) ? entry : { rank: entry.rank }));
}

it('a change leaves the list that plain arrays would have', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let list: string[] = [];
      let ranks: Ranks = new Map();
      for (const one of changes) {
        const expected = changed(list, one);
        const seen = glimpse(ranks, one);
        const entries = seen.flatMap((item) => item.id ?? []);
        expect(missingAnchor(list, one) === undefined).toBe(expected !== undefined);
        expect(missingAnchor(entries, one) === undefined).toBe(expected !== undefined);
        if (expected === undefined) continue;
        expect(applyChange(list, one)).toEqual(expected);
        list = expected;
        ranks = after(ranks, seen, one);
        expect(order(ranks)).toEqual(list);
      }
    }),
    { numRuns: times(500) },
  );
});

it('a change writes only the entries that moved', () => {
  const ranks = new Map(keysBetween(undefined, undefined, ids.length).map((rank, index) => [ids[index]!, rank]));
  const current = order(ranks).map((entry) => ({ id: entry, rank: ranks.get(entry)! }));
  const moved = [...ids.slice(1), ids[0]!];
  expect([...place(current, { kind: 'set', ids: moved }).ranked.keys()]).toEqual([ids[0]]);
  expect(place(current, { kind: 'set', ids }).ranked.size).toBe(0);
});

it('a list that is shuffled again and again takes the same two sets of ranks in turn', () => {
  const many = Array.from({ length: 200 }, (_, index) => `entry ${index}`);
  let ranks: Ranks = new Map();
  const used = new Set<string>();
  for (let round = 0; round < 20; round++) {
    // Steps without a common divisor with 200.
    const shuffled = many.map((_, index) => many[(index * [77, 3, 199][round % 3]! + round) % 200]!);
    ranks = after(ranks, glimpse(ranks, { kind: 'set', ids: shuffled }), { kind: 'set', ids: shuffled });
    expect(order(ranks)).toEqual(shuffled);
    for (const rank of ranks.values()) used.add(rank);
  }
  expect(used.size).toBe(400);
});

it('a change never takes the rank of another entry', () => {
  const others: Placed[] = [{ rank: '50' }, { rank: '515' }, { rank: '52' }];
  const current: Placed[] = [others[0]!, { id: 'a', rank: '51' }, others[1]!, others[2]!];
  const { ranked } = place(current, { kind: 'set', ids: ['a', 'b'] });
  expect(ranked.get('b')! > '51' && ranked.get('b')! < '515').toBe(true);
});

it('entries of one rank are told apart by the change that puts others between them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1 }), fc.array(fc.nat({ max: 2 })), set, (list, ties, changes) => {
      const ranks = keysBetween(undefined, undefined, list.length);
      // Each tie gives an entry the rank of the one before it.
      for (const tie of ties) if (tie + 1 < ranks.length) ranks[tie + 1] = ranks[tie]!;
      const current = list
        .map((entry, at) => ({ id: entry, rank: ranks[at]! }))
        .sort((a, b) => (a.rank < b.rank ? -1 : 1));
      const { removed, ranked } = place(current, changes);
      const next = new Map(current.map((entry) => [entry.id, entry.rank]));
      for (const entry of removed) next.delete(entry);
      for (const [entry, rank] of ranked) next.set(entry, rank);
      expect(order(next)).toEqual([...new Set(changes.ids)]);
    }),
  );
  const [rank, next] = keysBetween(undefined, undefined, 2) as [string, string];
  const [a, b] = ['a', 'b'].map((entry) => ({ id: entry, rank })) as [Placed, Placed];
  const connect = [
    { id: 'x', place: { after: 'a' } },
    { id: 'y', place: { before: 'b' } },
  ];
  const { ranked } = place([a, b, { rank: next }], { kind: 'change', disconnect: [], connect, strict: true });
  expect([...ranked].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([entry]) => entry)).toEqual([
    'x',
    'y',
    'b',
  ]);
});

it('new ranks can be written in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 12 }), change, (list, one) => {
      const keys = keysBetween(undefined, undefined, list.length);
      const current = list.map((entry, index) => ({ id: entry, rank: keys[index]! }));
      const fresh = [...place(current, one).ranked.values()];
      expect(fresh.filter((rank) => keys.includes(rank))).toEqual([]);
    }),
  );
});

it('a change takes as many entries as a body can hold', () => {
  const many = Array.from({ length: 35_000 }, (_, index) => `entry ${index}`);
  const connect = many.map((entry, index): Connect => {
    return { id: entry, place: index % 2 === 0 ? 'end' : { before: many[index - 1]! } };
  });
  const changes: ListChange = { kind: 'change', disconnect: many, connect, strict: true };
  const list = applyChange(many, changes);
  expect(list.slice(0, 4)).toEqual(['entry 1', 'entry 0', 'entry 3', 'entry 2']);
  expect(order(place([], changes).ranked)).toEqual(list);
});
