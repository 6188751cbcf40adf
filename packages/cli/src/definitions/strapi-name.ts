/** Strapi leaves such names as they are. */
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * The name that Strapi gives an API or a content type by its folder: `blogPost`, `team_member`, `faq2` → `blog-post`,
 * `team-member`, `faq2`. The names are part of uids, which relations and exports of Strapi contain. A name that is no
 * kebab-case is split at its numbers, too: `FAQ2` → `faq-2`.
 */
export function strapiName(folder: string): string {
  if (KEBAB_CASE.test(folder)) return folder;
  const plain = folder
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss');
  const words = plain.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.length === 0 ? folder : words.join('-').toLowerCase();
}
