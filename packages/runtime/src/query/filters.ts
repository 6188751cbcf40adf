import { ValidationError } from '../errors/index.js';
import type { FilterAst, Path } from './ast.js';
import { type Tree, type TreeObject, isList } from './tree.js';

/** `filters` as conditions. Only the planner knows which keys are attributes and which operators fit them. */
export function parseFilters(tree: Tree, param: string): FilterAst | undefined {
  // Below `populate`, Strapi takes empty text for no filters.
  if (tree === '' && param === 'populate') return undefined;
  if (typeof tree === 'string' || isList(tree)) {
    throw new ValidationError('The filters parameter must be an object or an array');
  }
  return parseObject(tree, [], param);
}

function parseObject(tree: TreeObject, path: Path, param: string): FilterAst {
  return all(Object.entries(tree).map(([key, value]) => parseEntry(key, value, [...path, key], param)));
}

function all(items: readonly FilterAst[]): FilterAst {
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only : { kind: 'and', items };
}

function parseEntry(key: string, value: Tree, path: Path, param: string): FilterAst {
  if (key === '$and' || key === '$or') {
    if (!isList(value)) throw expected(key, 'an array', path, param);
    const items = value.map((item, index) => parseCondition(item, [...path, String(index)], param));
    return { kind: key === '$and' ? 'and' : 'or', items };
  }
  if (key === '$not') {
    const areConditions = isList(value) && value.some((item) => typeof item !== 'string');
    const items = areConditions ? value : [value];
    return { kind: 'not', item: all(items.map((item) => parseCondition(item, path, param))) };
  }
  if (key === '$null' || key === '$notNull')
    return { kind: 'operator', operator: key, path, values: parseFlags(value) };
  if (key.startsWith('$')) return { kind: 'operator', operator: key, path, ...parseValues(value) };
  return { kind: 'attribute', name: key, path, item: parseCondition(value, path, param) };
}

/** A single value means `$eq`; several values mean any of them. */
function parseCondition(value: Tree, path: Path, param: string): FilterAst {
  if (typeof value === 'string') return { kind: 'operator', operator: '$eq', path, values: [value] };
  if (!isList(value)) return parseObject(value, path, param);
  return { kind: 'or', items: value.map((item) => parseCondition(item, path, param)) };
}

function parseValues(value: Tree): { values: readonly string[]; key?: string } {
  if (typeof value === 'string') return { values: [value] };
  if (isList(value) && value.every((item) => typeof item === 'string')) return { values: value };
  return { values: [], key: Object.keys(value)[0] ?? '' };
}

/** Strapi reads any value as a flag; an object is true. */
function parseFlags(value: Tree): readonly string[] {
  return parseValues(value).key === undefined ? parseValues(value).values : ['true'];
}

function expected(key: string, what: string, path: Path, param: string): ValidationError {
  return new ValidationError(`Invalid value for ${key} at ${path.join('.')}. Expected ${what}`, {
    key,
    path: path.join('.'),
    source: 'query',
    param,
  });
}
