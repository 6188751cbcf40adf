import { keptOf } from '../../../src/database/pool/priority.js';
import type { Wish } from './world.js';

export type Random = () => number;

export const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
export const names = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`);

const types = names('type', 4);
const slowTexts = names('slow', 6);

/** Moments of a Poisson process. */
function* arrivals(random: Random, from: number, to: number, everyMs: number): Generator<number> {
  for (let at = from; ;) {
    at += -Math.log(1 - random()) * everyMs;
    if (at > to) return;
    yield at;
  }
}

/** Statements of 1 to 9 milliseconds. They take half of the connections that slow tasks leave to them. */
export function fastWishes(random: Random, size: number, to: number): Wish[] {
  return [...arrivals(random, 0, to, 10 / keptOf(size))].map((at, n) => ({
    name: `fast ${n}`,
    at,
    caller: pick(random, names('visitor', 20)),
    type: pick(random, types),
    text: pick(random, names('fast', 30)),
    isRead: random() < 0.9,
    ms: [1 + random() * 8],
  }));
}

/** Each slow statement once, so that all of them are known, and the time until then. */
export function firstSlowWishes(): { readonly first: Wish[]; readonly knownAt: number } {
  const first = slowTexts.map((text, n) => ({
    name: `first ${n}`,
    at: n * 700,
    caller: 'analyst 0',
    type: 'type 0',
    text,
    isRead: true,
    ms: [600],
  }));
  return { first, knownAt: slowTexts.length * 700 };
}

/** Statements of seconds. */
export function slowWishes(random: Random, from: number, to: number, everyMs: number): Wish[] {
  return [...arrivals(random, from, to, everyMs)].map((at, n) => ({
    name: `slow ${n}`,
    at,
    caller: pick(random, names('analyst', 3)),
    type: pick(random, types),
    text: pick(random, slowTexts),
    isRead: true,
    ms: [700 + random() * 2_000],
  }));
}

/** Transactions of a few statements that lock a document first. They take half of the kept connections. */
export function writeWishes(random: Random, size: number, to: number): Wish[] {
  return [...arrivals(random, 0, to, 24 / keptOf(size))].map((at, n) => ({
    name: `write ${n}`,
    at,
    caller: pick(random, names('editor', 8)),
    type: pick(random, types),
    document: pick(random, names('document', 200)),
    isRead: false,
    ms: [1 + random(), 1 + random() * 6, 1 + random() * 4],
  }));
}

/** Transactions of seconds that hold the lock of one of few documents. */
export function slowWriteWishes(random: Random, to: number, everyMs: number): Wish[] {
  return [...arrivals(random, 200, to, everyMs)].map((at, n) => ({
    name: `slow write ${n}`,
    at,
    caller: pick(random, names('importer', 2)),
    type: pick(random, types),
    document: pick(random, names('locked', 3)),
    isRead: false,
    ms: [1, 800 + random() * 1_500],
  }));
}
