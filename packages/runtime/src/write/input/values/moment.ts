import { type ParsedMoment, parseDate, parseDatetime, parseTime } from '../../../model/index.js';
import { ValidationError } from '../../../errors/index.js';
import type { At, ValueKind } from './kind.js';

export const dateKind: ValueKind = {
  cast: (value, at) => accepted(at, parseDate(typeof value === 'string' ? value : '')),
};

export const datetimeKind: ValueKind = {
  cast: (value, at) => accepted(at, parseDatetime(typeof value === 'string' || typeof value === 'number' ? value : '')),
};

/** A time is stored as PostgreSQL prints times: with three decimals at most, and without trailing zeros. */
export const timeKind: ValueKind = {
  cast: (value, at) => {
    if (typeof value !== 'string') return accepted(at, { problem: `Expected a string, got a ${typeof value}` });
    return accepted(at, parseTime(value))
      ?.replace(/(\.\d{0,3}?)0{1,3}$/, '$1')
      .replace(/\.$/, '');
  },
};

/** Strapi reports a wrong date or time without its path, and after all other problems. */
function accepted(at: At, parsed: ParsedMoment): string | undefined {
  if ('value' in parsed) return parsed.value;
  at.report.addLate(at.path, new ValidationError(parsed.problem));
  return undefined;
}
