import { typeProblem } from '../problems.js';
import type { ValueKind } from './kind.js';

export const boolean: ValueKind = {
  cast(value, { path, report }) {
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
    report.add(typeProblem(path, 'boolean', value));
    return undefined;
  },
};
