import type { Tree } from '../query/index.js';

/** A form as the value that JSON would give. Forms have only text, so the flags of relations become booleans here. */
export function formValue(tree: Tree, path: readonly string[] = []): unknown {
  if (typeof tree === 'string') return isFlag(path) && /^(true|false)$/.test(tree) ? tree === 'true' : tree;
  // A form has no null, unlike a query.
  if (tree === null) return '';
  if (isList(tree)) return tree.map((item) => formValue(item, path));
  return Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, formValue(item, [...path, key])]));
}

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** `connect[0][position][start]`, `options[strict]` */
function isFlag(path: readonly string[]): boolean {
  const end = path.slice(-3).join('.');
  return /^connect\.position\.(start|end)$/.test(end) || path.slice(-2).join('.') === 'options.strict';
}
