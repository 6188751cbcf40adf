/** `did you mean "title"?` if one of the candidates is a likely spelling of the name. */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.max(1, Math.floor(name.length / 4))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance && distance < candidate.length) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? undefined : `did you mean "${best}"?`;
}

/** The Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const costs = [
        costAt(last, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(last, column - 1) + (same ? 0 : 1),
        swapped ? costAt(beforeLast, column - 2) + 1 : Infinity,
      ];
      current.push(Math.min(...costs));
    }
    [beforeLast, last] = [last, current];
  }
  return costAt(last, b.length);
}

function costAt(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
