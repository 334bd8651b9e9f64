import { BrokenPromise } from '../promises/broken.ts';
import { playSeed } from '../simulate.ts';

/**
 * Plays seeds until one fails and prints it as JSON: `{"seed", "promise", "message"}`, promise 0 if the program
 * itself broke, or `null` if none failed. Arguments: how many seeds, then seeds that fail without a mutation.
 */
const [seeds = '2000', ...known] = process.argv.slice(2);
const skipped = new Set(known.map(Number));
let caught: { seed: number; promise: number; message: string } | null = null;
for (let seed = 1; seed <= Number(seeds) && caught === null; seed += 1) {
  if (skipped.has(seed)) continue;
  const { failure } = await playSeed(seed);
  if (failure === null) continue;
  const promise = failure instanceof BrokenPromise ? failure.promise : 0;
  caught = { seed, promise, message: failure.message.split('\n', 1)[0] ?? '' };
}
process.stdout.write(JSON.stringify(caught));
