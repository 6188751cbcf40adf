/** The value of a date or a time in a form while its control has a part of it only. A body never has this value. */
export const HALF = 'not complete';

/** `2026-01-31T13:45:00.000Z` as the text of a local date and time control: `2026-01-31T14:45`. */
export function localText(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  // The offset of a zone in minutes would not do: before 1972, zones also had seconds.
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())].join('-');
  const minute = `${day}T${padded(date.getHours())}:${padded(date.getMinutes())}`;
  const [seconds, rest] = [date.getSeconds(), date.getMilliseconds()];
  return seconds === 0 && rest === 0 ? minute : `${minute}:${padded(seconds)}.${padded(rest, 3)}`;
}

function padded(part: number, length = 2): string {
  return String(part).padStart(length, '0');
}

/**
 * The moment of a local date and time; an incomplete text stays as it is. The end of summer time repeats an hour: a
 * text within that hour means the pass with the UTC offset that the moment before the change had.
 */
export function momentOf(local: string, before = ''): string {
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) return local;
  const moment = date.toISOString();
  const shift = offsetAt(moment) - offsetAt(before);
  const other = Number.isNaN(shift) ? moment : new Date(date.getTime() + shift).toISOString();
  return localText(other) === localText(moment) ? other : moment;
}

/** How far the local clock is before UTC, in milliseconds. */
function offsetAt(moment: string): number {
  return Date.parse(`${localText(moment)}Z`) - Date.parse(moment);
}

/** `13:45` as the API writes times: `13:45:00.000`. */
export function timeOf(text: string): string {
  const [, hours, minutes, seconds = '00', rest = ''] =
    /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours}:${minutes}:${seconds}.${rest.padEnd(3, '0')}`;
}
