import { parseDate, parseDatetime, parseTime } from '../../../model/attributes/moments.js';
import { ValidationError } from '../../../errors/index.js';
import type { At, ValueKind } from './kind.js';

export const date: ValueKind = {
  cast: (value, at) => parsed(at, () => parseDate(typeof value === 'string' ? value : '')),
};

export const datetime: ValueKind = {
  cast: (value, at) =>
    parsed(at, () => parseDatetime(typeof value === 'string' || typeof value === 'number' ? value : '')),
};

/** Shown as PostgreSQL prints it: without zeros at the end. */
export const time: ValueKind = {
  cast: (value, at) =>
    parsed(at, () => {
      if (typeof value !== 'string') throw new ValidationError(`Expected a string, got a ${typeof value}`);
      return parseTime(value)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
    }),
};

/** What is wrong with a point in time is said without its path, and after everything else. */
function parsed(at: At, parse: () => string): string | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    at.report.addLate(error);
    return undefined;
  }
}
