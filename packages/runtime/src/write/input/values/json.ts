import { label } from '../problems.js';
import type { ValueKind } from './kind.js';
import { holdsUnstorable, isTooDeep } from '../../../model/index.js';

/** Any JSON. Strapi parses text that is JSON itself; other text stays text. */
export const json: ValueKind = {
  cast(sent, { path, report }) {
    const value = typeof sent === 'string' ? fromText(sent) : sent;
    if (isTooDeep(value)) return void report.add({ path, message: `${label(path)} is nested too deeply` });
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
