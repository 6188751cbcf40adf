/**
 * A moment of a column with milliseconds, as the answer shows it: `2026-01-31T12:00:00.000Z`. `to_char` takes longer, and
 * moments take a fourth of the time of a list. PostgreSQL leaves out zeros at the end of a fraction, so a microsecond is
 * added and cut off. Years have four digits (`model/attributes/moments.ts`).
 */
export function momentText(value: string): string {
  const longer = `timestamp '1970-01-01 00:00:00.000001' + (${value} - timestamptz '1970-01-01 00:00:00Z')`;
  return `substr(to_json(${longer})::text, 2, 23) || 'Z'`;
}
