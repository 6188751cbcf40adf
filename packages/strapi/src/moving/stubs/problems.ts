/**
 * Messages without quotes, which a formatter may change, and without line numbers of the old code, which change with
 * every edit.
 */
export function spelling(text: string): string {
  return text.replaceAll(/['"`\\]/g, '').replaceAll(/:\d+(?= is not ported yet)/g, '');
}

/** The messages of the stubs in the source of a file, each as `spelling` gives it. */
export function problemsIn(source: string): readonly string[] {
  return [...source.matchAll(/(['"])((?:\\.|(?!\1).)* is not ported yet)\1/g)].map(([, , problem]) =>
    spelling(problem ?? ''),
  );
}
