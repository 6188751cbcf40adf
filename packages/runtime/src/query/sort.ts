import { ValidationError } from '../errors.js';
import type { SortAst } from './ast.js';
import type { Tree } from './tree.js';

/** Every spelling of `sort`: text, comma lists, lists, objects. Empty text means nothing. */
export function parseSort(tree: Tree): readonly SortAst[] {
  if (typeof tree === 'string') return tree.split(',').flatMap(parseTerm);
  if (Array.isArray(tree)) return (tree as readonly Tree[]).flatMap(parseSort);
  return Object.entries(tree).flatMap(([key, value]) => parseBelow(value, [key]));
}

function parseTerm(term: string): SortAst[] {
  const colon = term.indexOf(':');
  const name = (colon < 0 ? term : term.slice(0, colon)).trim();
  if (name === '') return [];
  return [{ path: name.split('.'), direction: colon < 0 ? 'asc' : parseDirection(term.slice(colon + 1).trim()) }];
}

function parseBelow(value: Tree, path: readonly string[]): SortAst[] {
  if (typeof value === 'string') {
    // Whether `sort[author]=name` names a field of the relation is for the model to say.
    const known = /^(asc|desc)$/i.test(value);
    return known
      ? [{ path, direction: parseDirection(value), sent: value }]
      : [{ path: [...path, value], direction: 'asc', sent: value }];
  }
  if (Array.isArray(value)) return (value as readonly Tree[]).flatMap((item) => parseBelow(item, path));
  return Object.entries(value).flatMap(([key, below]) => parseBelow(below, [...path, key]));
}

function parseDirection(text: string): 'asc' | 'desc' {
  const direction = text.toLowerCase();
  if (direction === 'asc' || direction === 'desc') return direction;
  throw invalidOrder();
}

export function invalidOrder(): ValidationError {
  return new ValidationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
}
