import { ValidationError } from '../errors/index.js';
import type { FilterAst, Path } from './ast.js';
import type { Tree } from './tree.js';

/** `filters` as conditions. Which keys are attributes and which operators fit them is not known here. */
export function parseFilters(tree: Tree, param: string): FilterAst | undefined {
  // Below `populate`, empty text is as good as none.
  if (tree === '' && param === 'populate') return undefined;
  if (typeof tree === 'string' || Array.isArray(tree)) {
    throw new ValidationError('The filters parameter must be an object or an array');
  }
  return parseObject(tree as Readonly<Record<string, Tree>>, [], param);
}

function parseObject(tree: Readonly<Record<string, Tree>>, path: Path, param: string): FilterAst {
  const items = Object.entries(tree).map(([key, value]) => parseEntry(key, value, [...path, key], param));
  return items.length === 1 ? items[0]! : { kind: 'and', items };
}

function parseEntry(key: string, value: Tree, path: Path, param: string): FilterAst {
  if (key === '$and' || key === '$or') {
    if (!Array.isArray(value)) throw expected(key, 'an array', path, param);
    const items = (value as readonly Tree[]).map((item, index) =>
      parseCondition(item, [...path, String(index)], param),
    );
    return { kind: key === '$and' ? 'and' : 'or', items };
  }
  if (key === '$not') {
    const items = Array.isArray(value) ? (value as readonly Tree[]) : [value];
    const parts = items.map((item) => parseCondition(item, path, param));
    return { kind: 'not', item: parts.length === 1 ? parts[0]! : { kind: 'and', items: parts } };
  }
  if (key.startsWith('$')) return { kind: 'operator', operator: key, path, ...parseValues(value) };
  return { kind: 'attribute', name: key, path, item: parseCondition(value, path, param) };
}

/** A value on its own is `$eq`; several values are any of them. */
function parseCondition(value: Tree, path: Path, param: string): FilterAst {
  if (typeof value === 'string') return { kind: 'operator', operator: '$eq', path, values: [value] };
  if (!Array.isArray(value)) return parseObject(value as Readonly<Record<string, Tree>>, path, param);
  const items = (value as readonly Tree[]).map((item) => parseCondition(item, path, param));
  return { kind: 'or', items };
}

function parseValues(value: Tree): { values: readonly string[]; key?: string } {
  if (typeof value === 'string') return { values: [value] };
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return { values: value as readonly string[] };
  return { values: [], key: Object.keys(value)[0] ?? '' };
}

function expected(key: string, what: string, path: Path, param: string): ValidationError {
  return new ValidationError(`Invalid value for ${key} at ${path.join('.')}. Expected ${what}`, {
    key,
    path: path.join('.'),
    source: 'query',
    param,
  });
}
