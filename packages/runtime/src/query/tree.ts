/** A query string as a tree: text, lists and null-prototype objects. A key without `=` has the value null, as in qs. */
export type Tree = string | null | TreeList | TreeObject;
export type TreeList = readonly Tree[];
export interface TreeObject {
  readonly [key: string]: Tree;
}

/** How many names a list in `sort`, `fields` and `populate` may have, unless `api.rest.arrayLimit` says. */
export const MAX_NAMES = 100;

/** `Array.isArray` does not narrow a union with a readonly array. */
export function isTreeList(tree: Tree): tree is TreeList {
  return Array.isArray(tree);
}

/** A value written in code as the tree of the same query string: all its leaves are text. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (value instanceof Date) return value.toISOString();
  if (value === null) return null;
  if (typeof value !== 'object') return String(value);
  const tree: { [key: string]: Tree } = Object.create(null);
  for (const [key, below] of Object.entries(value)) if (below !== undefined) tree[key] = treeOf(below);
  return tree;
}

/** A tree in a message. */
export function shown(tree: Tree): string {
  if (tree === null || typeof tree === 'string') return tree ?? '';
  return isTreeList(tree) ? tree.map(shown).join(',') : JSON.stringify(tree);
}
