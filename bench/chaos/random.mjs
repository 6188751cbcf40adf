/** Random numbers that a seed repeats (mulberry32). What the machine does in between is not repeated. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (list) => list[below(list.length)],
    /** One of the keys; the values say how often each is picked, of a hundred times. */
    weighted: (weights) => {
      let left = below(100);
      return Object.keys(weights).find((key) => (left -= weights[key]) < 0);
    },
    /** Some of a list, in any order. */
    some: (list, most) => {
      const left = [...list];
      return Array.from({ length: below(most + 1) }, () => left.splice(below(left.length), 1)[0]).filter(Boolean);
    },
  };
}
