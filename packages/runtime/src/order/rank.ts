/**
 * A fractional index: keys sort as text in any collation and leave room between any two of them, so that moving one
 * entry of a list writes one row. A key has digits only: a whole number, whose first digits encode its length so that
 * appending keeps keys short, followed by a fraction without trailing zeros.
 */

const FIRST = '50';
const MAX_DIGITS = 14;

/** A longer key makes the list rebalance around it. */
export const MAX_RANK_LENGTH = 64;

/** `count` keys in ascending order, all of them after `low` and before `high`; either end may be open. */
export function keysBetween(low: string | undefined, high: string | undefined, count: number): string[] {
  if (count === 0) return [];
  if (low === undefined && high === undefined) return Array.from({ length: count }, (_, index) => rankAt(index));
  if (high === undefined) return chain(count, low, (key) => keyBetween(key, undefined));
  if (low === undefined) return chain(count, high, (key) => keyBetween(undefined, key)).toReversed();
  const middle = keyBetween(low, high);
  const before = Math.floor(count / 2);
  return [...keysBetween(low, middle, before), middle, ...keysBetween(middle, high, count - before - 1)];
}

/** The key of the entry at an index of a new list: the key that `keysBetween` makes, without making the keys before. */
export function rankAt(index: number): string {
  let rest = index;
  for (let digits = 1; digits <= MAX_DIGITS; rest -= 10 ** digits, digits++) {
    if (rest < 10 ** digits) return prefix(digits, true) + String(rest).padStart(digits, '0');
  }
  throw new Error('a list has no more keys');
}

/** The key of an entry that goes behind the last entry of a list. */
export function keyAfter(last: string | null | undefined): string {
  return keyBetween(last ?? undefined, undefined);
}

function chain(count: number, from: string | undefined, next: (key: string | undefined) => string): string[] {
  const keys: string[] = [];
  for (let key = from; keys.length < count;) keys.push((key = next(key)));
  return keys;
}

function keyBetween(low: string | undefined, high: string | undefined): string {
  if (low !== undefined && high !== undefined && low >= high) throw new Error(`no key between ${low} and ${high}`);
  if (low === undefined) {
    if (high === undefined) return FIRST;
    const [whole, fraction] = split(high);
    return fraction === '' ? step(whole, -1) : whole;
  }
  const [whole, fraction] = split(low);
  if (high === undefined) return step(whole, 1);

  const [highWhole, highFraction] = split(high);
  if (whole === highWhole) return whole + middle(fraction, highFraction);
  const next = step(whole, 1);
  return next < high ? next : whole + middle(fraction, undefined);
}

function split(key: string): [whole: string, fraction: string] {
  const end = shape(key).length;
  return [key.slice(0, end), key.slice(end)];
}

/** The layout of the whole number in a key: its digits, its sign, its start and its end. */
function shape(key: string): { digits: number; positive: boolean; start: number; length: number } {
  const head = Number(key[0]);
  const positive = head >= 5;
  const wide = head === 9 || head === 0;
  const digits = wide ? 5 + (positive ? Number(key[1]) : 9 - Number(key[1])) : positive ? head - 4 : 5 - head;
  const start = wide ? 2 : 1;
  return { digits, positive, start, length: start + digits };
}

function prefix(digits: number, positive: boolean): string {
  if (digits <= 4) return String(positive ? 4 + digits : 5 - digits);
  return positive ? `9${digits - 5}` : `0${MAX_DIGITS - digits}`;
}

/** The next whole number, or the whole number before. Numbers further from zero have more digits. */
function step(whole: string, by: 1 | -1): string {
  const { digits, positive, start } = shape(whole);
  const number = Number(whole.slice(start)) + by;
  if (number >= 0 && number < 10 ** digits) return whole.slice(0, start) + String(number).padStart(digits, '0');

  const fill = by === 1 ? '0' : '9';
  const outwards = positive === (by === 1);
  if (!outwards && digits === 1) return prefix(1, !positive) + fill;
  const width = outwards ? digits + 1 : digits - 1;
  if (width > MAX_DIGITS) throw new Error('a list has no more keys');
  return prefix(width, positive) + fill.repeat(width);
}

/** The shortest fraction between two fractions; `''` is zero, `undefined` one. */
function middle(low: string, high: string | undefined): string {
  if (high !== undefined) {
    let same = 0;
    while ((low[same] ?? '0') === high[same]) same++;
    if (same > 0) return high.slice(0, same) + middle(low.slice(same), high.slice(same));
  }
  const from = low === '' ? 0 : Number(low[0]);
  const to = high === undefined ? 10 : Number(high[0]);
  if (to - from > 1) return String(Math.round((from + to) / 2));
  if (high !== undefined && high.length > 1) return high.slice(0, 1);
  return String(from) + middle(low.slice(1), undefined);
}
