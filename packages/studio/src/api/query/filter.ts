import { type Tree, type TreeMap, isList, isMap } from './bracket-tree.js';

/** One comparison, or a group of them. */
export type Filter = FilterCondition | FilterGroup;

export interface FilterCondition {
  readonly kind: 'condition';
  /** From the type or the group to the attribute, through relations and components. */
  readonly path: readonly string[];
  /** `$eq` */
  readonly operator: string;
  /** One value, or several for the operators of `listOperators`. */
  readonly values: readonly string[];
}

/** With the logic `not`, at least one item does not match. */
export interface FilterGroup {
  readonly kind: 'group';
  readonly logic: 'and' | 'or' | 'not';
  /** The relation whose documents the items are about: one document has to match all of them. */
  readonly path: readonly string[];
  readonly items: readonly Filter[];
}

export const noFilter: FilterGroup = { kind: 'group', logic: 'and', path: [], items: [] };

export const listOperators: ReadonlySet<string> = new Set(['$in', '$notIn', '$between']);

/** The object of the parameter `filters`; undefined if nothing is compared. */
export function writeFilter(filter: Filter): TreeMap | undefined {
  if (filter.kind === 'condition') return writeCondition(filter);
  const { logic, path, items } = filter;
  const written = items.flatMap((item) => writeFilter(item) ?? []);
  if (written.length === 0) return undefined;
  if (logic === 'or') return nested(path, new Map([['$or', written]]));
  return nested(path, logic === 'not' ? new Map([['$not', together(written)]]) : together(written));
}

function writeCondition({ path, operator, values }: FilterCondition): TreeMap | undefined {
  if (path.length === 0) return undefined;
  const value = listOperators.has(operator) ? values : (values[0] ?? '');
  return nested(path, new Map([[operator, value]]));
}

function nested(path: readonly string[], inner: TreeMap): TreeMap {
  return path.reduceRight<TreeMap>((below, key) => new Map([[key, below]]), inner);
}

/**
 * One object for conditions that all have to match. Conditions on one relation stay apart in `$and`, because in one
 * object they would be about one related document.
 */
function together(written: readonly TreeMap[]): TreeMap {
  const keys = written.flatMap((item) => [...item.keys()]);
  if (new Set(keys).size < keys.length) return new Map([['$and', written]]);
  return new Map(written.flatMap((item) => [...item]));
}

/** The filters of a parameter; undefined for a form that the builder does not know. */
export function parseFilter(tree: Tree): FilterGroup | undefined {
  const items = isMap(tree) ? parseItems(tree) : undefined;
  if (items === undefined) return undefined;
  const [only, ...others] = items;
  if (only?.kind === 'group' && others.length === 0 && only.path.length === 0) return only;
  return { ...noFilter, items };
}

function parseItems(tree: TreeMap): readonly Filter[] | undefined {
  return allOf([...tree].map(([key, value]) => parseEntry(key, value)))?.flat();
}

function parseEntry(key: string, value: Tree): readonly Filter[] | undefined {
  if (key === '$and' || key === '$or') return groupOf(key === '$and' ? 'and' : 'or', value);
  if (key === '$not') {
    const items = isMap(value) ? parseItems(value) : undefined;
    return items === undefined ? undefined : [{ kind: 'group', logic: 'not', path: [], items }];
  }
  if (key.startsWith('$')) return undefined;
  if (typeof value === 'string') return [{ kind: 'condition', path: [key], operator: '$eq', values: [value] }];
  if (!isMap(value)) return undefined;
  const isCompared = [...value.keys()].every((name) => name.startsWith('$') && !logical.has(name));
  if (isCompared) return allOf([...value].map(([operator, operand]) => conditionOf(key, operator, operand)));
  const items = parseItems(value);
  if (items === undefined) return undefined;
  const [only, ...others] = items;
  if (only === undefined) return [];
  if (others.length === 0) return [{ ...only, path: [key, ...only.path] }];
  return [{ kind: 'group', logic: 'and', path: [key], items }];
}

const logical = new Set(['$and', '$or', '$not']);

function groupOf(logic: 'and' | 'or', value: Tree): readonly Filter[] | undefined {
  if (!isList(value)) return undefined;
  const items = allOf(value.map((item) => (isMap(item) ? parseItems(item) : undefined)));
  if (items === undefined) return undefined;
  return [{ kind: 'group', logic, path: [], items: items.map(single) }];
}

function single(items: readonly Filter[]): Filter {
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only : { ...noFilter, items };
}

function conditionOf(name: string, operator: string, operand: Tree): FilterCondition | undefined {
  const values = typeof operand === 'string' ? [operand] : isList(operand) ? operand : undefined;
  const texts = values?.filter((value) => typeof value === 'string');
  if (texts === undefined || texts.length !== values?.length) return undefined;
  if (!listOperators.has(operator) && texts.length !== 1) return undefined;
  return { kind: 'condition', path: [name], operator, values: texts };
}

function allOf<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}
