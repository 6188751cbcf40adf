import { LimitError, invalidKey, ValidationError } from '../errors/index.js';
import type { SortAst } from './ast.js';
import { MAX_NAMES, type Tree, isTreeList } from './tree.js';

/** Every spelling of `sort`: text, comma lists, lists, objects. Empty text means no sorting. */
export function parseSort(tree: Tree, param: string, arrayLimit: number): readonly SortAst[] {
  const terms = termsOf(tree, param, arrayLimit);
  const limit = Math.max(MAX_NAMES, arrayLimit);
  if (terms.length > limit) throw new LimitError(`A sort names at most ${limit} keys`, { source: 'query', param });
  return terms;
}

function termsOf(tree: Tree, param: string, arrayLimit: number): readonly SortAst[] {
  if (tree === null) return [];
  if (typeof tree === 'string') return tree.split(',').flatMap(parseTerm);
  if (isTreeList(tree)) {
    if (tree.length > arrayLimit) throw invalidKey('0', { source: 'query', param, path: null });
    return tree.flatMap((item) => termsOf(item, param, arrayLimit));
  }
  return Object.entries(tree).flatMap(([key, value]) => parseBelow(value, [key]));
}

function parseTerm(term: string): SortAst[] {
  const colon = term.indexOf(':');
  const name = (colon < 0 ? term : term.slice(0, colon)).trim();
  if (name === '') return [];
  const path = name.split('.');
  if (colon < 0) return [{ path, direction: 'asc' }];
  // Strapi leaves out what follows the direction.
  const [sent = ''] = term.slice(colon + 1).split(':', 1);
  return [{ path, direction: directionOf(sent.trim()), sent: sent.trim() }];
}

function parseBelow(value: Tree, path: readonly string[]): SortAst[] {
  if (value === null || typeof value === 'string') {
    const sent = value?.trim() ?? '';
    if (sent === '') return [{ path, direction: 'asc', sent }];
    // Strapi reads other text as a name: the error of `sort[author]=nope` is about the name.
    const direction = directionOf(sent);
    return [{ path: direction === undefined ? [...path, sent] : path, direction: direction ?? 'asc', sent }];
  }
  if (isTreeList(value)) return value.flatMap((item) => parseBelow(item, path));
  return Object.entries(value).flatMap(([key, below]) => parseBelow(below, [...path, key]));
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
