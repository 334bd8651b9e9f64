/** A seeded source of choices: the same seed gives the same choices on every machine. */
export interface Dice {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number from `from` up to and with `to`. */
  between(from: number, to: number): number;
  /** True once in `n` throws, on average. */
  oneIn(n: number): boolean;
  /** One of the given things. */
  pick<T>(things: readonly T[]): T;
}

/** Dice over a 32-bit state (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    oneIn: (n) => next() * n < 1,
    pick: (things) => {
      const thing = things[between(0, things.length - 1)];
      if (thing === undefined) throw new Error('nothing to pick from');
      return thing;
    },
  };
}
