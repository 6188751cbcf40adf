/** A date, time or point in time, or the reason why the text is no such value. */
export type ParsedMoment = { readonly value: string } | { readonly problem: string };

/** `YYYY-MM-DD`; a longer ISO text is cut. */
export function parseDate(text: string): ParsedMoment {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:$|[T ])/.test(text))
    return { problem: 'Invalid format, expected yyyy-MM-dd' };
  const value = text.slice(0, 10);
  return exists(value) ? { value } : { problem: 'Invalid date' };
}

/** `HH:mm:ss`, with up to three decimals. */
export function parseTime(text: string): ParsedMoment {
  if (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?$/.test(text)) return { value: text };
  return { problem: 'Invalid time format, expected HH:mm:ss.SSS' };
}

const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** An ISO text, also in its short spellings, or milliseconds since 1970. A text without a zone is UTC. */
export function parseDatetime(value: string | number): ParsedMoment {
  const text = String(value);
  const moment = fromIso(text) ?? new Date(/^-?\d+$/.test(text) ? Number(text) : Number.NaN);
  const year = moment.getUTCFullYear();
  if (Number.isNaN(moment.getTime()) || year < 1 || year > 9999) {
    return { problem: 'Invalid format, expected a timestamp or an ISO date' };
  }
  return { value: moment.toISOString() };
}

function fromIso(text: string): Date | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] =
    found;
  const date = `${year}-${month}-${day}`;
  if (!exists(date)) return undefined;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  return new Date(`${date}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
}

/** Whether the calendar has this day: the calendar has no 30 February and no year 0. */
function exists(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) && !date.startsWith('0000');
}
