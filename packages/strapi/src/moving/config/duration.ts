/** The seconds of a duration as Strapi's sessions write it: `7d`, `12h`, `3600` (seconds), `2 days`. */
export function secondsOf(written: string | number | undefined): number | undefined {
  if (typeof written === 'number') return written;
  const [, count, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(written ?? '') ?? [];
  if (count === undefined) return undefined;
  // The library behind `expiresIn` takes a text without a unit for milliseconds.
  const seconds = unit === '' ? 0.001 : UNITS.find(([names]) => names.test(unit))?.[1];
  return seconds === undefined ? undefined : Number(count) * seconds;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milliseconds?|msecs?)$/i, 0.001],
  [/^(s|secs?|seconds?)$/i, 1],
  [/^(m|mins?|minutes?)$/i, 60],
  [/^(h|hrs?|hours?)$/i, 3600],
  [/^(d|days?)$/i, 86_400],
  [/^(w|weeks?)$/i, 604_800],
  [/^(y|yrs?|years?)$/i, 31_557_600],
];

/** The bytes of a size: `256mb`, `1gb`, `2048`. */
export function bytesOf(written: string | number | undefined): number | undefined {
  if (typeof written === 'number') return written;
  const [, count, unit = 'b'] = /^\s*(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)?\s*$/i.exec(written ?? '') ?? [];
  if (count === undefined) return undefined;
  return Math.round(Number(count) * 1024 ** ['b', 'kb', 'mb', 'gb'].indexOf(unit.toLowerCase()));
}
