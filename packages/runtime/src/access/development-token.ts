/**
 * The slot of this process for the tokens of `content-gen serve`: names by the hashes of their secrets. `serve` and the
 * project may have copies of this package, and no other process can read the slot: a token that was written to a database
 * would open every server of that database, and outlive a `serve` that is killed.
 */
const SLOT = Symbol.for('content-gen.developmentTokens');

/** The name of a token that the `serve` of this very process has printed. */
export function developmentToken(sha256: string): string | undefined {
  const tokens: unknown = Reflect.get(globalThis, SLOT);
  const name: unknown = tokens instanceof Map ? tokens.get(sha256) : undefined;
  return typeof name === 'string' ? name : undefined;
}
