/** `2026-01-31T13:45:00.000Z` as the text of a local date and time control: `2026-01-31T14:45`. */
export function localText(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, local.endsWith(':00.000Z') ? 16 : 23);
}

/** The moment of a local date and time; an incomplete text stays as it is. */
export function momentOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}

/** `13:45` as the API writes times: `13:45:00.000`. */
export function timeOf(text: string): string {
  const [, hours, minutes, seconds = '00', rest = ''] =
    /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours}:${minutes}:${seconds}.${rest.padEnd(3, '0')}`;
}
