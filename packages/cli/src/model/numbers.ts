/** A whole number as Postgres' bigint takes it; one that a double cannot hold has to be text. */
export function isWhole(value: unknown): value is number | string {
  return typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
}

/** Compares numbers exactly, whole ones of any size included. */
export function compareNumbers(a: number | string, b: number | string): number {
  const exact = isWhole(a) && isWhole(b);
  return exact ? Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b)) : Number(a) - Number(b);
}
