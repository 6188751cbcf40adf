/** The pool in virtual time: thousands of tasks of random callers, types, times and speeds, and a server that fails. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { isConnectionFailure } from '../../src/database/failures.js';
import { LostBeforeCommit } from '../../src/database/transaction.js';
import { times } from '../harness/suite.js';
import { inVirtualTime, randomOf } from './simulation/virtual-time.js';
import {
  type Random,
  fastWishes,
  firstSlowWishes,
  names,
  pick,
  slowWishes,
  slowWriteWishes,
  writeWishes,
} from './simulation/wishes.js';
import { type Outcome, WAIT_MS, type Wish, World } from './simulation/world.js';

/** The longest that a fast statement waits for slow ones, as long as the kept connections suffice for the fast ones. */
const FAST_WAIT_MS = 300;
/** The same for transactions, which have more time before they count as slow. */
const FAST_WRITE_WAIT_MS = 1_500;
/** The longest that a fast statement waits while others of less than 200 milliseconds take all connections. */
const SHARE_WAIT_MS = 1_000;
/** The longest that the place of a client that has gone stays taken: it may be behind a statement that is slow. */
const GONE_MS = 600;

interface Setting {
  readonly seed: number;
  readonly size: number;
  /** How often slow tasks arrive. */
  readonly slowEveryMs: number;
}

const setting = fc.record({
  seed: fc.integer(),
  size: fc.constantFrom(2, 3, 4, 10),
  slowEveryMs: fc.constantFrom(50, 150, 500),
});

/** Follows random worlds. One that fails is named with its seed; smaller ones would show less. */
async function inWorlds(follow: (random: Random, setting: Setting) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(setting, (each) => inVirtualTime(() => follow(randomOf(each.seed), each)));
  await fc.assert(property, { numRuns: times(4, 100), endOnFailure: true });
}

const waitOf = ({ ms, wish }: Outcome) => ms - wish.ms.reduce((sum, each) => sum + each, 0);
const longest = (outcomes: readonly Outcome[]) => Math.max(0, ...outcomes.map(waitOf));
const named = (outcomes: readonly Outcome[], name: string) => outcomes.filter(({ wish }) => wish.name.startsWith(name));
const errorsOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]));

function expectLimits({ server, pool }: World, size: number): void {
  expect(server.mostOpen).toBeLessThanOrEqual(size);
  expect(server.mostOnOneConnection).toBeLessThanOrEqual(3);
  expect(pool.usage).toMatchObject({ busy: 0, waiting: 0 });
}

/** Each caller has about as many answers as the others. */
function expectShares(outcomes: readonly Outcome[], callers: readonly string[]): void {
  const answered = callers.map(
    (caller) => outcomes.filter(({ wish, error }) => wish.caller === caller && error === undefined).length,
  );
  expect(Math.max(...answered)).toBeLessThanOrEqual(2 * Math.min(...answered) + 2);
}

/** Of writes: none takes place twice, one that succeeds has taken place, and a failed one only if its answer was lost. */
function expectWrites({ server }: World, outcomes: readonly Outcome[]): void {
  for (const { wish, error } of outcomes) {
    const count = server.timesCommitted(wish.name);
    if (error === undefined) expect(count, wish.name).toBe(1);
    else expect(count, `${wish.name}: ${String(error)}`).toBeLessThanOrEqual(isConnectionFailure(error) ? 1 : 0);
  }
}

it('fast statements wait for slow ones no longer than stated, and the callers of slow ones share what is left', () =>
  inWorlds(async (random, { size, slowEveryMs }) => {
    const world = new World({ size, pipelined: true, random });
    const { first, knownAt } = firstSlowWishes();
    const to = knownAt + 5_000;
    const fast = fastWishes(random, size, to);
    const slow = slowWishes(random, knownAt, to, slowEveryMs);
    const outcomes = await world.grant([...first, ...fast, ...slow]);
    expect(errorsOf(named(outcomes, 'fast'))).toEqual([]);
    expect(longest(named(outcomes, 'fast'))).toBeLessThanOrEqual(FAST_WAIT_MS);
    // Where slow ones wait all the time, each of their callers has a share.
    if (slowEveryMs === 50) expectShares(named(outcomes, 'slow'), names('analyst', 3));
    // Where the connections suffice for them, too, each slow one is answered.
    if (slowEveryMs === 500 && size === 10) expect(errorsOf(outcomes)).toEqual([]);
    expectLimits(world, size);
  }));

it('writers of other documents wait for slow transactions no longer than stated', () =>
  inWorlds(async (random, { size, slowEveryMs }) => {
    // As many connections as the default has for transactions, or more.
    const most = Math.max(size, 5);
    const world = new World({ size: most, pipelined: false, random });
    const outcomes = await world.grant([
      ...writeWishes(random, most, 4_000),
      ...slowWriteWishes(random, 4_000, slowEveryMs),
    ]);
    expect(errorsOf(named(outcomes, 'write'))).toEqual([]);
    expect(longest(named(outcomes, 'write'))).toBeLessThanOrEqual(FAST_WRITE_WAIT_MS);
    expectWrites(world, outcomes);
    expectLimits(world, most);
  }));

it('a caller that sends many statements at once keeps the others waiting for one turn', () =>
  inWorlds(async (random, { size }) => {
    const world = new World({ size, pipelined: true, random });
    const flood = fastWishes(random, size, 4_000).map((wish) => ({ ...wish, name: `flood ${wish.name}`, at: 1_000 }));
    const outcomes = await world.grant([
      ...fastWishes(random, size, 4_000),
      ...flood.map((wish) => ({ ...wish, caller: 'greedy', type: 'type 0' })),
    ]);
    expect(errorsOf(named(outcomes, 'fast'))).toEqual([]);
    expect(longest(named(outcomes, 'fast'))).toBeLessThanOrEqual(FAST_WAIT_MS);
    expectLimits(world, size);
  }));

it('callers whose statements take long leave the others their share of the time', () =>
  inWorlds(async (random, { size }) => {
    const world = new World({ size, pipelined: true, random });
    const fast = fastWishes(random, size, 4_000).map((wish) => ({ ...wish, caller: 'website', type: 'type 0' }));
    // They do not count as slow, and are more than the connections can take.
    const long = fastWishes(random, size, 4_000).map((wish) => ({
      ...wish,
      name: `long ${wish.name}`,
      caller: pick(random, names('reporter', 2)),
      type: 'type 1',
      text: `long ${wish.text}`,
      ms: [100 + random() * 80],
    }));
    const outcomes = await world.grant([...fast, ...long]);
    expect(errorsOf(named(outcomes, 'fast'))).toEqual([]);
    expect(longest(named(outcomes, 'fast'))).toBeLessThanOrEqual(SHARE_WAIT_MS);
    expectLimits(world, size);
  }));

it('a client that has gone frees its place, and nobody else notices', () =>
  inWorlds(async (random, { size, slowEveryMs }) => {
    const world = new World({ size, pipelined: true, random });
    const leaving = (wish: Wish): Wish => ({ ...wish, name: `gone ${wish.name}`, goneAt: wish.at + random() * 300 });
    const outcomes = await world.grant([
      ...fastWishes(random, size, 4_000),
      ...slowWishes(random, 200, 4_000, slowEveryMs).map(leaving),
    ]);
    expect(errorsOf(named(outcomes, 'fast'))).toEqual([]);
    for (const { wish, ms, error } of named(outcomes, 'gone')) {
      expect(error).toMatchObject({ name: 'ClientClosedRequestError' });
      expect(wish.at + ms - (wish.goneAt ?? 0), wish.name).toBeLessThanOrEqual(GONE_MS);
    }
    expectLimits(world, size);
  }));

it('slow reads that would take the time of each other run in turns, and each is answered', () =>
  inWorlds(async (random) => {
    const size = 10;
    const world = new World({ size, pipelined: true, random, processors: 2 });
    // Alone a search ends in its second, and ten at a time do not. Each client asks again as soon as it has an answer.
    const search = (n: number): Wish => ({
      name: `search ${n}`,
      at: 3_000 + random() * 300 + Math.floor(n / 32) * 6_500,
      caller: `reader ${n % 32}`,
      type: 'type 0',
      text: 'search',
      isRead: true,
      ms: [150 + random() * 150],
      timeoutMs: 1_000,
    });
    const searches = Array.from({ length: 96 }, (_, n) => search(n));
    const outcomes = await world.grant([...fastWishes(random, 2, 20_000), ...searches]);
    expect(errorsOf(outcomes)).toEqual([]);
    expectLimits(world, size);
  }));

it('a read that takes longer than its time ends, although others with its text are answered', () =>
  inWorlds(async (random) => {
    const world = new World({ size: 10, pipelined: true, random, processors: 2 });
    const search = (name: string, n: number, ms: number): Wish => ({
      name: `${name} ${n}`,
      at: n * 150,
      caller: `reader ${n % 32}`,
      type: 'type 0',
      text: 'search',
      isRead: true,
      ms: [ms],
      timeoutMs: 1_000,
    });
    const outcomes = await world.grant([
      ...Array.from({ length: 100 }, (_, n) => search('short', n, 100 + random() * 100)),
      ...Array.from({ length: 4 }, (_, n) => search('endless', 20 * n + 10, 60_000)),
    ]);
    expect(errorsOf(named(outcomes, 'short'))).toEqual([]);
    for (const { error, ms, wish } of named(outcomes, 'endless')) {
      expect(error, wish.name).toMatchObject({ code: '57014' });
      // Its time, what it had more of it, and the turns before.
      expect(ms, wish.name).toBeLessThan(6_000);
    }
    expectLimits(world, 10);
  }));

it('a slow read that has no hope is refused at once while many others wait', () =>
  inWorlds(async (random) => {
    const world = new World({ size: 4, pipelined: true, random, processors: 1 });
    const wishes = Array.from({ length: 600 }, (_, n): Wish => ({
      name: `search ${n}`,
      at: n * 20,
      caller: `reader ${n % 50}`,
      type: 'type 0',
      text: 'search',
      isRead: true,
      ms: [400],
      timeoutMs: 1_000,
    }));
    const outcomes = await world.grant(wishes);
    const answered = outcomes.filter(({ error }) => error === undefined);
    const refused = errorsOf(outcomes);
    // The processor is never idle, and nearly all that it does is answered.
    expect(answered.length).toBeGreaterThan(30);
    expect(refused.length).toBeGreaterThan(400);
    for (const error of refused) expect(error).toMatchObject({ status: 503 });
    const early = outcomes.filter(({ wish, error, ms }) => error !== undefined && wish.at > 10_000 && ms < 1);
    expect(early.length).toBeGreaterThan(50);
    expectLimits(world, 4);
  }));

/** Cuts connections, and lets some fall silent, while a world has wishes. */
function disturb({ server }: World, random: Random): () => void {
  const timer = setInterval(() => (random() < 0.8 ? server.any()?.cut() : server.any()?.fallSilent()), 250);
  return () => clearInterval(timer);
}

it.each([true, false])('lost connections lose no read and repeat no write; pipelined: %s', (pipelined) =>
  inWorlds(async (random, { size, slowEveryMs }) => {
    const world = new World({ size, pipelined, random });
    const hurried = (wish: Wish): Wish => ({ ...wish, timeoutMs: pick(random, [300, 1_000, 3_000]) });
    const wishes = pipelined
      ? [...fastWishes(random, size, 4_000), ...slowWishes(random, 200, 4_000, 4 * slowEveryMs)]
      : [...writeWishes(random, size, 4_000), ...slowWriteWishes(random, 4_000, 4 * slowEveryMs)];
    const calm = disturb(world, random);
    const outcomes = await world.grant(wishes.map((wish) => (random() < 0.2 ? hurried(wish) : wish)));
    calm();
    expectWrites(
      world,
      outcomes.filter(({ wish }) => !wish.isRead),
    );
    for (const { wish, ms, error } of outcomes) {
      // After the time for a connection, the database counts as unreachable if no connection has answered yet.
      if (!isConnectionFailure(error) || ms >= WAIT_MS) continue;
      // This transaction has begun again as often as its caller allows.
      if (error instanceof LostBeforeCommit) continue;
      // A read is sent again, and its second attempt may be lost, too.
      expect(world.server.timesLost(wish.name), wish.name).toBeGreaterThanOrEqual(wish.isRead ? 2 : 1);
    }
    expectLimits(world, size);
  }),
);
