import { createHash } from 'node:crypto';

import pluralize from 'pluralize';

/** The uid of the user type, which the users-permissions plugin of Strapi defines. */
export const userUid = 'plugin::users-permissions.user';

/** For path segments, folder names and prefixes of identifiers. No such name can leave the output folder. */
export function isKebabCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

/** Strapi is less strict with components, because their names only become file names: also `2-columns`. */
export function isComponentName(name: string): boolean {
  return /^[A-Za-z0-9]+([-_][A-Za-z0-9]+)*$/.test(name);
}

export function isAttributeName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name);
}

/** Strapi accepts more names in schema files: also `_order`, `2fa`, `meta-title` and `Größe`. */
export function isSchemaAttributeName(name: string): boolean {
  return /^(?!__)(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}_ -]*$/u.test(name);
}

export function isTableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);
}

/** `heroBanner`, `Hero Banner` → `hero-banner` */
export function kebabCase(name: string): string {
  return wordsOf(name).join('-');
}

/** `startsAt`, `HTMLBody`, `blog-post` → `starts_at`, `html_body`, `blog_post` */
export function snakeCase(name: string): string {
  return spaced(name, '_').replace(/-/g, '_').toLowerCase();
}

/** `blog-post` → `blogPost` */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** `blog-post` → `BlogPost` */
export function pascalCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `blog-category` → `blog-categories` */
export function pluralOf(name: string): string {
  return pluralize.plural(name);
}

/** PostgreSQL truncates longer identifiers. */
export function isTooLong(identifier: string): boolean {
  return Buffer.byteLength(identifier) > 63;
}

/** The column that orders the list on the other side of a relation. */
export function rankColumn(column: string): string {
  return fitting(`cg_${column}_rank`);
}

/** The table of a to-many relation. */
export function linkTable(table: string, column: string): string {
  return fitting(`${table}_${column}`);
}

/** PostgreSQL would truncate a longer name, which can make two names equal. A hash at the end keeps them apart. */
export function fitting(identifier: string): string {
  if (!isTooLong(identifier)) return identifier;
  const hash = createHash('sha256').update(identifier).digest('hex').slice(0, 8);
  const start = Buffer.from(identifier).subarray(0, 54).toString();
  return `${start.replace(/\uFFFD+$/u, '')}_${hash}`;
}

/** Compares by code unit, because the order must not depend on the locale of the machine. */
export function byName<T extends { readonly name: string }>(a: T, b: T): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function wordsOf(name: string): string[] {
  return spaced(name, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function spaced(name: string, separator: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, `$1${separator}$2`).replace(/([A-Z])([A-Z][a-z])/g, `$1${separator}$2`);
}
