import { ValidationError } from '../errors/index.js';
import type { FilterAst, Path } from './ast.js';
import { type Tree, type TreeObject, isTreeList } from './tree.js';

/** `filters` as conditions. Only the planner knows which keys are attributes and which operators fit them. */
export function parseFilters(tree: Tree, param: string): FilterAst | undefined {
  // Below `populate`, Strapi takes empty text for no filters.
  if (tree === null || (tree === '' && param === 'populate')) return undefined;
  if (typeof tree === 'string' || isTreeList(tree)) {
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
    if (!isTreeList(value)) throw expected(key, 'an array', path, param);
    const items = value.map((item, index) => parseCondition(item, [...path, String(index)], param));
    return { kind: key === '$and' ? 'and' : 'or', items };
  }
  if (key === '$not') {
    const areConditions = isTreeList(value) && value.some((item) => typeof item !== 'string');
    const items = areConditions ? value : [value];
    return { kind: 'not', item: all(items.map((item) => parseCondition(item, path, param))) };
  }
  if (key === '$null' || key === '$notNull') return presenceOf(key, path, parseFlags(value).every(parseFlag));
  if (key.startsWith('$')) return parseOperator(key, value, path);
  return { kind: 'attribute', name: key, path, item: parseCondition(value, path, param) };
}

/** A single value means `$eq`; several values mean any of them. */
function parseCondition(value: Tree, path: Path, param: string): FilterAst {
  if (value === null || typeof value === 'string') return parseOperator('$eq', value, path);
  if (!isTreeList(value)) return parseObject(value, path, param);
  const items = value.map((item) =>
    item === null ? parseOperator('$in', item, path) : parseCondition(item, path, param),
  );
  return { kind: 'or', items };
}

/** The operators that ask for null itself. */
const PRESENCE = new Map<string, '$null' | '$notNull'>([
  ['$eq', '$null'],
  ['$eqi', '$null'],
  ['$ne', '$notNull'],
  ['$nei', '$notNull'],
  ['$notContains', '$notNull'],
  ['$notContainsi', '$notNull'],
]);

function parseOperator(operator: string, value: Tree, path: Path): FilterAst {
  const presence = value === null ? PRESENCE.get(operator) : undefined;
  if (presence !== undefined) return presenceOf(presence, path, true);
  return { kind: 'operator', operator, path, ...parseValues(value) };
}

function presenceOf(operator: '$null' | '$notNull', path: Path, isOn: boolean): FilterAst {
  return { kind: 'presence', operator, path, isPresent: (operator === '$notNull') === isOn };
}

/** The operand of `$null` and `$notNull`. Strapi takes every other text for true. */
export function parseFlag(text: string): boolean {
  return !['', 'false', 'f', '0'].includes(text);
}

function parseValues(value: Tree): { values: readonly string[]; isNull?: boolean; key?: string } {
  if (value === null) return { values: [], isNull: true };
  if (typeof value === 'string') return { values: [value] };
  const texts = isTreeList(value) ? value.filter((item) => item !== null) : [value];
  if (texts.every((item) => typeof item === 'string')) {
    return { values: texts, isNull: isTreeList(value) && value.length > 0 && texts.length === 0 };
  }
  return { values: [], key: Object.keys(value)[0] ?? '' };
}

/** Strapi reads any value as a flag; an object is true. */
function parseFlags(value: Tree): readonly string[] {
  if (value === null) return [''];
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
