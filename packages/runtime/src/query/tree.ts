/** A query string as a tree: text, lists and null-prototype objects. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree };

/** How many names a list of them may have in `sort`, `fields` and `populate`. */
export const MAX_NAMES = 100;

/** A value written in code as the tree that a query string would give: everything is text in the end. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return String(value);
  const tree: { [key: string]: Tree } = Object.create(null);
  for (const [key, below] of Object.entries(value)) if (below !== undefined) tree[key] = treeOf(below);
  return tree;
}

/** A tree in a message. */
export function shown(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  return Array.isArray(tree) ? (tree as readonly Tree[]).map(shown).join(',') : JSON.stringify(tree);
}
