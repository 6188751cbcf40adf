import { ValidationError } from '../errors/index.js';
import type { FieldsAst } from './ast.js';
import { type Tree, isTreeList } from './tree.js';

/**
 * `fields`: a name, a comma list or a list; `*` means all fields. An empty name counts as an unknown name, a null as no
 * name.
 */
export function parseFields(tree: Tree, arrayLimit: number): FieldsAst {
  if (tree === null) return { kind: 'all' };
  const parts = typeof tree === 'string' ? [tree] : tree;
  if (!isTreeList(parts) || parts.length > arrayLimit) throw invalidFields();
  const names = parts.flatMap((part) => {
    if (part === null) return [];
    if (typeof part !== 'string') throw invalidFields();
    return part.split(',').map((name) => name.trim());
  });
  const commas = isTreeList(tree) && names.length > parts.length ? { commasInList: true } : {};
  return names.includes('*')
    ? { kind: 'all', names: names.filter((name) => name !== '*'), ...commas }
    : { kind: 'names', names, ...commas };
}

export function invalidFields(): ValidationError {
  return new ValidationError('Invalid fields parameter. Expected a string or an array of strings');
}
