import { createHash } from 'node:crypto';

/** Strapi shortens names with more characters. */
const LONGEST = 55;

/** Strapi writes names in snake case. Without case and separators, its rules for digits and accents do not matter. */
export function folded(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds the name that Strapi made of parts: `articles`, `coverImage`, `lnk`. In a long name, Strapi replaces the end of
 * each long part by the first five digits of the hash of this part; the last of several parts is a suffix and stays.
 */
export function findIdentifier(names: ReadonlyMap<string, string>, parts: readonly string[]): string | undefined {
  const exact = names.get(folded(parts.join('_')));
  if (exact !== undefined || parts.join('_').length <= LONGEST) return exact;
  const [suffix, compressible] = parts.length > 1 ? [parts.at(-1) ?? '', parts.slice(0, -1)] : ['', parts];
  const forms = compressible.map((part) => `(?:${folded(part)}|(.{2,})${hashOf(part)})`);
  const pattern = new RegExp(`^${forms.join('')}${folded(suffix)}$`, 'u');
  const beginnings = compressible.map(folded);
  const isOfParts = (name: string) =>
    pattern
      .exec(name)
      ?.slice(1)
      .every((start, index) => start === undefined || beginnings[index]?.startsWith(start) === true) === true;
  return [...names].find(([name]) => isOfParts(name))?.[1];
}

function hashOf(part: string): string {
  const words = part.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}]+|\d+/gu) ?? [part];
  return createHash('shake256', { outputLength: 3 }).update(words.join('_').toLowerCase()).digest('hex').slice(0, 5);
}
