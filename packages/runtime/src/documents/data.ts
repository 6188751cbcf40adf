/** `data` of code as JSON would carry it: without properties that are undefined, and with dates as text. */
export function plainData(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : plainData(item)));
  if (typeof value !== 'object' || value === null) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, below] of Object.entries(value)) {
    if (below !== undefined) Object.defineProperty(plain, key, { value: plainData(below), ...OWN });
  }
  return plain;
}

/** Defined and not assigned, because an assignment to `__proto__` would set the prototype. */
const OWN = { enumerable: true, writable: true, configurable: true };
