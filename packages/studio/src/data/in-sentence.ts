/** A label inside of a sentence: "New blog post", but "New FAQ". */
export function inSentence(label: string): string {
  return /^\p{Lu}\P{Lu}*$/u.test(label) ? label.toLowerCase() : label;
}
