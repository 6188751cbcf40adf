import { ValidationError } from '../errors.js';

/** `YYYY-MM-DD`; a longer ISO text is cut. */
export function parseDate(text: string): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(text);
  if (found === null) throw new ValidationError('Invalid format, expected yyyy-MM-dd');
  const date = text.slice(0, 10);
  if (!exists(date)) throw new ValidationError('Invalid date');
  return date;
}

/** `HH:mm:ss`, with up to three decimals. */
export function parseTime(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?$/.test(text)) return text;
  throw new ValidationError('Invalid time format, expected HH:mm:ss.SSS');
}

const ISO = /^\d{4}(-\d{2}(-\d{2})?)?(T\d{2}(:\d{2}(:\d{2}(\.\d+)?)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** An ISO text, or milliseconds since 1970; without a zone it is UTC. */
export function parseDatetime(value: string | number): string {
  const moment =
    typeof value === 'number' || /^\s*-?\d{5,}(\.\d+)?\s*$/.test(value) ? new Date(Number(value)) : fromIso(value);
  const year = moment.getUTCFullYear();
  if (Number.isNaN(moment.getTime()) || year < 1 || year > 9999) {
    throw new ValidationError('Invalid format, expected a timestamp or an ISO date');
  }
  return moment.toISOString();
}

function fromIso(text: string): Date {
  if (!ISO.test(text) || (text.length >= 10 && !exists(text.slice(0, 10)))) return new Date(Number.NaN);
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  return new Date(text.length > 10 && !zoned ? `${text}Z` : text);
}

/** Whether a day of that name exists: there is no 30 February, and no year 0. */
function exists(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) && !date.startsWith('0000');
}
