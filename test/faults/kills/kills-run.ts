import { parseArgs } from 'node:util';
import { playChain } from './kills-chain.ts';
import { openKillsDesk } from './kills-desk.ts';

/*
 * `npm run kills -- --count N --seed S`: any number of real kills, as many homes at once as asked for. Every chain
 * of kills is told by its seed; a failing one with its whole story.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    homes: { type: 'string', default: '2' },
  },
});
const [count, seed, homes] = [values.count, values.seed, values.homes].map(Number);
if (![count, seed, homes].every((number) => Number.isSafeInteger(number))) {
  throw new Error('--count, --seed and --homes take whole numbers.');
}

const KILLS_A_CHAIN = 4;
/** After so many chains a home gets few untouched findings: a new one is opened. */
const CHAINS_A_HOME = 8;
let nextSeed = seed ?? 1;
let done = 0;
let failures = 0;

async function work(): Promise<void> {
  while (done < (count ?? 0)) {
    const desk = await openKillsDesk({ seed: nextSeed, findings: 160 });
    try {
      for (let chain = 0; chain < CHAINS_A_HOME && done < (count ?? 0); chain += 1) {
        const result = await playChain(desk, nextSeed++, KILLS_A_CHAIN);
        done += result.kills;
        if (result.wrong.length === 0) continue;
        failures += 1;
        process.stdout.write(`seed ${String(result.seed)}: ${result.story.join(' → ')}\n`);
        for (const wrong of result.wrong) process.stdout.write(`  ${wrong}\n`);
        // What went wrong may spoil what follows in this home.
        break;
      }
    } finally {
      await desk.clear();
    }
    process.stderr.write(`${String(done)} of ${String(count)} kills, ${String(failures)} failures\n`);
  }
}

await Promise.all(Array.from({ length: homes ?? 1 }, work));
process.stdout.write(`${String(done)} kills, ${String(failures)} failures\n`);
process.exitCode = failures > 0 ? 1 : 0;
