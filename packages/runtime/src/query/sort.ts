import { invalidKey, ValidationError } from '../errors/index.js';
import type { SortAst } from './ast.js';
import { MAX_NAMES, type Tree, isList } from './tree.js';

/** Every spelling of `sort`: text, comma lists, lists, objects. Empty text means no sorting. */
export function parseSort(tree: Tree, param: string): readonly SortAst[] {
  if (typeof tree === 'string') return tree.split(',').flatMap(parseTerm);
  if (isList(tree)) {
    if (tree.length > MAX_NAMES) throw invalidKey('0', { source: 'query', param, path: null });
    return tree.flatMap((item) => parseSort(item, param));
  }
  return Object.entries(tree).flatMap(([key, value]) => parseBelow(value, [key]));
}

function parseTerm(term: string): SortAst[] {
  const colon = term.indexOf(':');
  const name = (colon < 0 ? term : term.slice(0, colon)).trim();
  if (name === '') return [];
  const path = name.split('.');
  if (colon < 0) return [{ path, direction: 'asc' }];
  const sent = term.slice(colon + 1).trim();
  return [{ path, direction: parseDirection(sent), sent }];
}

function parseBelow(value: Tree, path: readonly string[]): SortAst[] {
  if (typeof value === 'string') {
    const sent = value.trim();
    if (sent === '') return [{ path, direction: 'asc', sent }];
    // Strapi reads other text as a name: the error of `sort[author]=nope` is about the name.
    return isDirection(sent)
      ? [{ path, direction: parseDirection(sent), sent }]
      : [{ path: [...path, sent], direction: 'asc', sent }];
  }
  if (isList(value)) return value.flatMap((item) => parseBelow(item, path));
  return Object.entries(value).flatMap(([key, below]) => parseBelow(below, [...path, key]));
}

function parseDirection(text: string): 'asc' | 'desc' {
  const direction = directionOf(text);
  if (direction === undefined) throw invalidOrder();
  return direction;
}

function directionOf(text: string): 'asc' | 'desc' | undefined {
  return (['asc', 'desc'] as const).find((direction) => direction === text.toLowerCase());
}

export function isDirection(text: string): boolean {
  return directionOf(text) !== undefined;
}

export function invalidOrder(): ValidationError {
  return new ValidationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
}
