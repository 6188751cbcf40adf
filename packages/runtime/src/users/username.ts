/** Characters without a width of their own, and control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/**
 * The spelling of a username that is stored. Names that look the same get the same spelling, so that nobody signs up
 * under the name of another user with a full-width letter, a zero-width character or a space at the end.
 */
export function plainUsername(username: string): string {
  // Removing a character can join letters that NFKC composes, and trimming happens after NFKC makes plain spaces.
  return username.replaceAll(INVISIBLE, '').normalize('NFKC').replaceAll(INVISIBLE, '').trim().normalize('NFKC');
}

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}
