/**
 * The moment of a date such as `2030-01-31`, which may have a time. Undefined for other texts, and for a 31st of
 * February: `Date.parse` would take it for a day in March.
 */
export function momentOf(text: string): number | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (day === undefined || !isInCalendar(day)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

function isInCalendar(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
