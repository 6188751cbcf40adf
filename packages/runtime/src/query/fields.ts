import { ValidationError } from '../errors/index.js';
import type { FieldsAst } from './ast.js';
import { MAX_NAMES, type Tree } from './tree.js';

/** `fields`: names, a comma list or a list; `*` is all of them. An empty name in a list is a name that does not exist. */
export function parseFields(tree: Tree): FieldsAst {
  const parts = typeof tree === 'string' ? [tree] : tree;
  if (!Array.isArray(parts) || parts.length > MAX_NAMES || !parts.every((part) => typeof part === 'string')) {
    throw new ValidationError('Invalid fields parameter. Expected a string or an array of strings');
  }
  const names = (parts as readonly string[]).flatMap((part) => part.split(',')).map((name) => name.trim());
  return names.includes('*') ? { kind: 'all' } : { kind: 'names', names };
}
