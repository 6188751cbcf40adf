import { type Tree, isList } from './bracket-tree.js';

export interface SortKey {
  /** Through relations and components to an attribute. */
  readonly path: readonly string[];
  readonly descending: boolean;
}

/** `title,author.name:desc` */
export function writeSort(keys: readonly SortKey[]): string | undefined {
  const chosen = keys.filter(({ path }) => path.length > 0);
  if (chosen.length === 0) return undefined;
  return chosen.map(({ path, descending }) => `${path.join('.')}${descending ? ':desc' : ''}`).join(',');
}

/** Undefined for a form that the builder does not know. */
export function parseSort(tree: Tree): readonly SortKey[] | undefined {
  const keys = parseNames(tree)?.map((term) => {
    const [name = '', direction = 'asc', ...more] = term.split(':').map((part) => part.trim());
    const isKnown = ['asc', 'desc'].includes(direction.toLowerCase()) && more.length === 0 && name !== '';
    return isKnown ? { path: name.split('.'), descending: direction.toLowerCase() === 'desc' } : undefined;
  });
  const known = keys?.filter((key) => key !== undefined);
  return known?.length === keys?.length ? known : undefined;
}

export function writeNames(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(',');
}

/** A name, names with commas between them, or a list. */
export function parseNames(tree: Tree): readonly string[] | undefined {
  const parts = isList(tree) ? tree : [tree];
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  return parts
    .flatMap((part) => part.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
