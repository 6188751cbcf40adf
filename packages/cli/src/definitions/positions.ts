import type { Position } from './raw.js';

/** Turns offsets in a text into lines and columns. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [line, start] = [0, 0];
    for (let low = 0, high = starts.length - 1; low <= high;) {
      const middle = (low + high) >> 1;
      const candidate = starts[middle] ?? Infinity;
      if (candidate <= offset) [line, start, low] = [middle, candidate, middle + 1];
      else high = middle - 1;
    }
    return { line: line + 1, column: offset - start + 1 };
  };
}
