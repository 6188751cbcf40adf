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
