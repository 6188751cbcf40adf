/** The name that people read where a definition gives no label: `blogPost` and `blog-post` are "Blog post". */
export function humanName(name: string): string {
  const words = name
    .replace(/^[^.]+\./, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
