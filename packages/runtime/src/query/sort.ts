import { ValidationError, invalidKey } from '../errors/index.js';
import type { SortAst } from './ast.js';
import { MAX_NAMES, type Tree } from './tree.js';

/** Every spelling of `sort`: text, comma lists, lists, objects. Empty text means nothing. */
export function parseSort(tree: Tree, param: string): readonly SortAst[] {
  if (typeof tree === 'string') return tree.split(',').flatMap(parseTerm);
  if (Array.isArray(tree)) {
    if (tree.length > MAX_NAMES) throw invalidKey('0', { source: 'query', param, path: null });
    return (tree as readonly Tree[]).flatMap((item) => parseSort(item, param));
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
    // What is no direction may still be read as a name: `sort[author]=nope` complains of the name.
    return isDirection(sent)
      ? [{ path, direction: parseDirection(sent), sent }]
      : [{ path: [...path, sent], direction: 'asc', sent }];
  }
  if (Array.isArray(value)) return (value as readonly Tree[]).flatMap((item) => parseBelow(item, path));
  return Object.entries(value).flatMap(([key, below]) => parseBelow(below, [...path, key]));
}

function parseDirection(text: string): 'asc' | 'desc' {
  if (isDirection(text)) return text.toLowerCase() as 'asc' | 'desc';
  throw invalidOrder();
}

export function isDirection(text: string): boolean {
  return /^(asc|desc)$/i.test(text);
}

export function invalidOrder(): ValidationError {
  return new ValidationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
}
