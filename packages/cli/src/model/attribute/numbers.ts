/** Whether PostgreSQL's bigint can hold the value. A number that a double cannot hold must be text. */
export function isWhole(value: unknown): value is number | string {
  return typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
}

/** Compares numbers exactly, including whole numbers of any size. */
export function compareNumbers(a: number | string, b: number | string): number {
  const exact = isWhole(a) && isWhole(b);
  return exact ? Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b)) : Number(a) - Number(b);
}
