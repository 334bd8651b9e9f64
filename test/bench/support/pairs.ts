/** Runs of the two sides of a comparison, in the order in which they took turns. */
export interface Pairs<A, B> {
  readonly ours: readonly A[];
  readonly theirs: readonly B[];
}

/** A busy machine must not make the benchmarks endless: after this time no further round begins. */
const enoughMs = 45_000;

/** The numbers of the rounds to go: `max` of them, fewer if they take long, but never less than two. */
export function* roundsOf(max: number): Generator<number> {
  const startedAt = performance.now();
  for (let round = 0; round < max; round += 1) {
    if (round >= 2 && performance.now() - startedAt > enoughMs) return;
    yield round;
  }
}

/** Runs both sides in turns, so that what else the machine does falls on both alike. */
export async function takeTurns<A, B>(
  rounds: number,
  ours: () => Promise<A>,
  theirs: () => Promise<B>,
): Promise<Pairs<A, B>> {
  const pairs: { ours: A[]; theirs: B[] } = { ours: [], theirs: [] };
  for (const _ of roundsOf(rounds)) {
    pairs.theirs.push(await theirs());
    pairs.ours.push(await ours());
  }
  return pairs;
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, two) => one - two);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** The middle of the ratios of each pair, and the smallest and largest. */
export function ratios(
  ours: readonly number[],
  theirs: readonly number[],
): { middle: number; least: number; max: number } {
  const each = ours.map((value, at) => value / (theirs[at] ?? NaN));
  return { middle: median(each), least: Math.min(...each), max: Math.max(...each) };
}
