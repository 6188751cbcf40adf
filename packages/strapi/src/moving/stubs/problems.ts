/** Messages without quotes, which a formatter may change, and without lines of the old code, which move when it is edited. */
export function spelling(text: string): string {
  return text.replaceAll(/['"`\\]/g, '').replaceAll(/:\d+(?= is not ported yet)/g, '');
}

/** The messages of the stubs of a file that was just made, in their spelling. */
export function problemsIn(source: string): readonly string[] {
  return [...source.matchAll(/(['"])((?:\\.|(?!\1).)* is not ported yet)\1/g)].map(([, , problem]) =>
    spelling(problem ?? ''),
  );
}
