const LIMIT = 10n ** 10n;

/** Rounds half away from zero to two decimals, as `numeric(10,2)` does; `undefined` where the number does not fit. */
export function roundDecimal(value: number): number | undefined {
  if (!(Math.abs(value) < 1e9)) return undefined;
  if (Math.abs(value) < 1e-6) return 0;
  const [whole = '0', fraction = ''] = String(Math.abs(value)).split('.');
  const digits = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
  const cents = digits + (fraction.charAt(2) >= '5' ? 1n : 0n);
  if (cents >= LIMIT) return undefined;
  return cents === 0n ? 0 : (Math.sign(value) * Number(cents)) / 100;
}
