/** Whether a label has the words of a name and one capital: the studio makes "Blog post" of `blog-post` itself. */
export function isUsualLabel(label: string, name: string): boolean {
  const shortName = name.slice(name.indexOf('.') + 1);
  return /^\P{Ll}\P{Lu}*$/u.test(label) && lettersOf(label) === lettersOf(shortName);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
