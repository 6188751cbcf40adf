interface Wanted {
  readonly name: string;
  readonly number: number;
  readonly scalar: { readonly minLength?: number; readonly maxLength?: number };
}

/** More than enough for patterns that texts of the right length match at all. */
const TRIES = 500;

/** A text that matches a pattern. Different numbers give different texts, where the pattern has many. */
export async function textMatching(regex: string, { name, number, scalar }: Wanted): Promise<string> {
  const { minLength = 0, maxLength = 255 } = scalar;
  // Only such attributes need the library.
  const { sample, stringMatching } = await import('fast-check');
  const found = sample(stringMatching(new RegExp(regex)), { numRuns: TRIES, seed: number }).find(
    (text) => text.length >= minLength && text.length <= maxLength && isPlain(text),
  );
  if (found !== undefined) return found;
  throw new Error(`No text was found for ${name}, which has to match ${regex}. Give the attribute a value`);
}

/** PostgreSQL stores no NUL, and no half of a character. */
function isPlain(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
