import { ValidationError } from '../errors/index.js';
import type { FieldsAst } from './ast.js';
import { MAX_NAMES, type Tree, isList } from './tree.js';

/** `fields`: a name, a comma list or a list; `*` is all of them. An empty name counts as an unknown name. */
export function parseFields(tree: Tree): FieldsAst {
  const parts = typeof tree === 'string' ? [tree] : tree;
  if (!isList(parts) || parts.length > MAX_NAMES) throw invalidFields();
  const names = parts.flatMap((part) => {
    if (typeof part !== 'string') throw invalidFields();
    return part.split(',').map((name) => name.trim());
  });
  return names.includes('*') ? { kind: 'all', names: names.filter((name) => name !== '*') } : { kind: 'names', names };
}

function invalidFields(): ValidationError {
  return new ValidationError('Invalid fields parameter. Expected a string or an array of strings');
}
