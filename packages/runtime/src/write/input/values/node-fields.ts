import { type ValuePath, type Report, label, typeProblem } from '../problems.js';

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads one field of a node: returns the value to store, `undefined` where the field has no value, and reports
 * problems.
 */
export type ReadField = (value: unknown, path: ValuePath, report: Report) => unknown;
export type NodeFields = Readonly<Record<string, ReadField>>;

/** Reads the fields that the type of a node requires. Other fields stay as they are. */
export function readFields(fields: NodeFields, value: unknown, path: ValuePath, report: Report): Node | undefined {
  if (!isNode(value)) return void report.add(typeProblem(path, 'object', null, value));
  const read = Object.entries(fields).map(([name, field]) => [name, field(value[name], [...path, name], report)]);
  return { ...value, ...Object.fromEntries(read.filter(([, one]) => one !== undefined)) };
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const textField: ReadField = (value, path, report) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || typeof value === 'string') return value;
  return void report.add(typeProblem(path, 'string', value));
};

export const number: ReadField = (value, path, report) => {
  if (value === undefined || typeof value === 'number') return value;
  const digits = typeof value === 'string' ? value.replace(/\s/g, '') : '';
  const read = digits === '' ? Number.NaN : Number(digits);
  return Number.isNaN(read) ? void report.add(typeProblem(path, 'number', read, value)) : read;
};

export const flag: ReadField = (value, path, report) => {
  if (value === undefined || typeof value === 'boolean') return value;
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  return void report.add(typeProblem(path, 'boolean', value));
};

/** The given field, or null. */
export function nullable(field: ReadField): ReadField {
  return (value, path, report) => (value === null ? null : field(value, path, report));
}

export function required(field: ReadField): ReadField {
  return (value, path, report) => {
    const read = field(value, path, report);
    if (value === undefined || read === '') report.add(missing(path, read));
    return read;
  };
}

/** One of the given values; a value of the wrong type also reports that it is not one of the given values. */
export function oneOf(values: readonly (string | number)[], field: ReadField): ReadField {
  return (value, path, report) => {
    if (value === undefined) return void report.add(missing(path, value));
    const read = field(value, path, report);
    if (values.some((one) => one === read)) return read;
    const shown = read ?? (field === number ? null : value);
    report.add({
      path,
      message: `${label(path)} must be one of the following values: ${values.join(', ')}`,
      value: shown,
    });
    return undefined;
  };
}

export function list(item: ReadField, whenEmpty?: string): ReadField {
  return (value, path, report) => {
    if (value === undefined) return void report.add(missing(path, value));
    if (!Array.isArray(value)) return void report.add(typeProblem(path, 'array', null, value));
    if (value.length === 0 && whenEmpty !== undefined) report.add({ path, message: whenEmpty, value });
    return value.map((node, index) => item(node, [...path, index], report));
  };
}

function missing(path: ValuePath, value: unknown) {
  const problem = { path, message: `${label(path)} is a required field` };
  return value === undefined ? problem : { ...problem, value };
}
