/** Few enough levels for recursion, and more than content needs. */
const MAX_DEPTH = 500;

export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (levels < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

/** Text that PostgreSQL cannot hold: NUL characters and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export function hasUnstorable(text: string): boolean {
  return UNSTORABLE.test(text);
}

/** The same for any JSON value, keys included. */
export function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return hasUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsUnstorable);
  return Object.entries(value).some(([key, item]) => hasUnstorable(key) || holdsUnstorable(item));
}
