/**
 * The value of a query parameter: `a[b][0]=v` is `a` → `b` → `0` → `v`. Objects are maps, because a name of a link may be
 * `__proto__`.
 */
export type Tree = string | readonly Tree[] | ReadonlyMap<string, Tree>;

export type TreeMap = ReadonlyMap<string, Tree>;

export function isMap(tree: Tree | undefined): tree is TreeMap {
  return tree instanceof Map;
}

export function isList(tree: Tree | undefined): tree is readonly Tree[] {
  return Array.isArray(tree);
}

interface Branch {
  readonly values: string[];
  readonly below: Map<string, Branch>;
}

export function parseBrackets(text: string): TreeMap {
  const root = newBranch();
  for (const pair of text.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
    branchAt(root, keysOf(decoded(name))).values.push(decoded(value));
  }
  return new Map([...root.below].map(([key, branch]) => [key, treeOf(branch)]));
}

/** `a[b][c]` is `a`, `b`, `c`. A name with other brackets is one key. */
function keysOf(name: string): readonly string[] {
  const [, first = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name) ?? [];
  return [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key)];
}

function branchAt(root: Branch, keys: readonly string[]): Branch {
  let branch = root;
  for (const [index, key] of keys.entries()) {
    // `a[]=1&a[]=2` is a list of two values, and `a[][b]=1&a[][c]=2` is a list of one entry, as for the API.
    const isValue = index === keys.length - 1 || (branch.below.get('0')?.values.length ?? 0) > 0;
    const name = key === '' ? String(isValue ? branch.below.size : 0) : key;
    const next = branch.below.get(name) ?? newBranch();
    branch.below.set(name, next);
    branch = next;
  }
  return branch;
}

function treeOf({ values, below }: Branch): Tree {
  if (below.size === 0) return values.length === 1 ? (values[0] ?? '') : values;
  const entries = [...below].map(([key, branch]): [string, Tree] => [key, treeOf(branch)]);
  const isIndexed = entries.every(([key]) => /^\d+$/.test(key));
  if (!isIndexed) return new Map(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, tree]) => tree);
}

/** A query string that people can read: brackets stay as they are, because no server needs them encoded. */
export function writeBrackets(tree: TreeMap): string {
  return [...tree].flatMap(([key, value]) => pairsOf(encoded(key), value)).join('&');
}

function pairsOf(name: string, tree: Tree): readonly string[] {
  if (typeof tree === 'string') return [`${name}=${encoded(tree)}`];
  const entries: readonly (readonly [string, Tree])[] = isMap(tree)
    ? [...tree]
    : tree.map((item, index) => [String(index), item]);
  return entries.flatMap(([key, value]) => pairsOf(`${name}[${encoded(key)}]`, value));
}

function encoded(text: string): string {
  // Half of a surrogate pair has no encoding.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll(
    /%(24|2C|3A|40)/g,
    decodeURIComponent,
  );
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function newBranch(): Branch {
  return { values: [], below: new Map() };
}
