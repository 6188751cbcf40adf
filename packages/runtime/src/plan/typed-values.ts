/** Checked query strings as values of the types that generated code declares. */
import type { ScalarField, Holder } from '../model/index.js';
import { type DottedPath, type PopulateAst, type PopulateEntryAst, type Tree, parseFlag } from '../query/index.js';
import { singleOperators } from './operators.js';
import { isChild } from './position.js';

type TypedValue = string | number | boolean | null | readonly TypedValue[] | { readonly [key: string]: TypedValue };

/** Filters with numbers and booleans instead of their text. Names and operators have been checked. */
export function filterValue(holder: Holder, tree: Tree): TypedValue {
  if (tree === null || typeof tree === 'string') return tree;
  if (isList(tree)) return tree.map((item) => filterValue(holder, item));
  return mapTree(tree, (key, value) => {
    if (key === '$null' || key === '$notNull') return flag(value);
    if (key.startsWith('$')) return filterValue(holder, value);
    const named = holder.compiled.names.get(key);
    if (named?.kind === 'field') return conditionValue(named.field, value);
    return named?.kind === 'edge' ? filterValue(named.edge.target, value) : value;
  });
}

function conditionValue(field: ScalarField, tree: Tree): TypedValue {
  if (tree === null) return null;
  if (typeof tree === 'string') return fieldValue(field, tree);
  if (isList(tree)) return tree.map((item) => conditionValue(field, item));
  return mapTree(tree, (operator, value) => {
    if (operator === '$null' || operator === '$notNull') return flag(value);
    return isText(operator) ? value : conditionValue(field, value);
  });
}

/** Operators that compare text, whatever the type of the attribute. */
function isText(operator: string): boolean {
  return Object.hasOwn(singleOperators, operator) && !typed.has(operator);
}

const typed: ReadonlySet<string> = new Set(
  Object.entries(singleOperators).flatMap(([operator, kind]) => (kind === 'typed' ? [operator] : [])),
);

/** Decimals and large integers stay text, because they may have more digits than a number. */
function fieldValue({ type }: ScalarField, text: string): string | number | boolean {
  if (type.name === 'boolean') return ['true', 't', '1'].includes(text);
  return type.name === 'integer' || type.name === 'float' ? Number(text) : text;
}

function flag(tree: Tree): boolean {
  return (isList(tree) ? tree : [tree]).every((text) => typeof text === 'string' && parseFlag(text));
}

/** Populate as an object, whatever its spelling. Names and options have been checked. */
export function populateValue(holder: Holder, ast: PopulateAst | undefined): TypedValue {
  if (ast === undefined) return {};
  if (ast.kind === 'all') {
    const names = [...holder.compiled.names].filter(([, { kind }]) => isChild(kind)).map(([name]) => [name, true]);
    return Object.fromEntries(names);
  }
  if (ast.kind === 'names') return nestNames(ast.names);
  return entryValues(ast.entries, (name) => destinationOf(holder, name));
}

/** `a.b` → `{ a: { populate: { b: true } } }` */
function nestNames(names: readonly DottedPath[]): { [key: string]: TypedValue } {
  const nested: { [key: string]: TypedValue } = {};
  for (const first of new Set(names.map(([name]) => name))) {
    const below = names.flatMap(([name, next, ...rest]): DottedPath[] =>
      name === first && next !== undefined ? [[next, ...rest]] : [],
    );
    nested[first] = below.length === 0 ? true : { populate: nestNames(below) };
  }
  return nested;
}

function entryValues(entries: readonly PopulateEntryAst[], find: Destination['arm']): TypedValue {
  const values: { [key: string]: TypedValue } = {};
  for (const { name, value } of entries) {
    if (value.kind === 'flag') values[name] = value.on;
    if (value.kind === 'nested') values[name] = optionValues(value.nested, find(name));
  }
  return values;
}

type Nested = Extract<PopulateEntryAst['value'], { kind: 'nested' }>['nested'];

/** The options of a populated name; `target` is absent if the name leads to several types. */
function optionValues(nested: Nested, { target, arm }: Destination): TypedValue {
  return mapTree(nested.sent, (key, value) => {
    if (key === 'count') return nested.count ?? false;
    if (key === 'fields' || key === 'sort') return typeof value === 'string' ? value.split(',') : value;
    if (key === 'pagination') return mapTree(value, (_, number) => Number(number));
    if (key === 'start' || key === 'limit') return Number(value);
    if (key === 'on' && nested.on !== undefined && nested.on !== 'unreadable') return entryValues(nested.on, arm);
    if (target === undefined) return value;
    return key === 'filters' ? filterValue(target, value) : populateValue(target, nested.populate);
  });
}

/** The type behind a name, or the types that `on` tells apart. */
interface Destination {
  readonly target?: Holder;
  readonly arm: (name: string) => Destination;
}

const UNKNOWN: Destination = { arm: () => UNKNOWN };

function destinationOf(holder: Holder, name: string): Destination {
  const named = holder.compiled.names.get(name);
  if (named?.kind === 'edge') return { ...UNKNOWN, target: named.edge.target };
  if (named?.kind !== 'zone') return UNKNOWN;
  return {
    arm: (component) => {
      const target = named.attribute.components().find((one) => one.name === component);
      return target === undefined ? UNKNOWN : { ...UNKNOWN, target };
    },
  };
}

function mapTree(tree: Tree, map: (key: string, value: Tree) => TypedValue): TypedValue {
  if (tree === null || typeof tree === 'string' || isList(tree)) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, map(key, value)]));
}

/** `Array.isArray` does not narrow a union with a readonly array. */
function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}
