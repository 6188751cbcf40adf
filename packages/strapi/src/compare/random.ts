/** Random choices that a seed decides. */
export interface Random {
  /** From 0 to 1, 1 excluded. */
  readonly next: () => number;
  readonly pick: <T>(list: readonly T[]) => T | undefined;
  readonly shuffled: <T>(list: readonly T[]) => readonly T[];
}

/** The generator mulberry32: small, fast, and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)];
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map((value) => ({ value, rank: next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ value }) => value);
  return { next, pick, shuffled };
}
