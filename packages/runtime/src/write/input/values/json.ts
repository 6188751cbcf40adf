import { label } from '../problems.js';
import type { ValueKind } from './kind.js';
import { holdsUnstorable, isTooDeep } from '../../../model/index.js';

/** Any JSON. Strapi parses text that is JSON itself; other text stays text. */
export const jsonKind: ValueKind = {
  cast(sent, { path, report }) {
    const value = typeof sent === 'string' ? fromText(sent) : sent;
    if (isTooDeep(value)) return void report.add({ path, message: `${label(path)} is nested too deeply` });
    if (holdsInfinity(value)) {
      return void report.add({ path, message: `${label(path)} contains a number that is too large` });
    }
    if (!holdsUnstorable(value)) return value;
    return void report.add({ path, message: `${label(path)} contains characters that cannot be stored` });
  },
};

function fromText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}

/** Numbers beyond those of JavaScript are read as infinite, which JSON cannot express. */
function holdsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInfinity);
}
