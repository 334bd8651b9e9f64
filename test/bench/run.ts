/**
 * `npm run bench`: measures what the design promises of speed and memory and prints it beside its targets;
 * `npm run bench -- NAME…` only those named. Nothing here fails a build: figures of a busy machine prove little, so
 * both sides of every ratio run by turns and the median counts.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { orExit } from '#build/install.js';
import { buildProducts } from '#build/products.js';
import { installSystemPackages } from '#build/system-packages.js';
import { realData } from './support/data.ts';
import { hostAnswers } from './host-answers.ts';
import { hundredThousand } from './hundred-thousand.ts';
import { scansOf100000 } from './intake.ts';
import { reportOfLargeImages } from './large-images.ts';
import { replayOfEdits } from './replay.ts';
import { reportOf500 } from './report.ts';
import { reviewOf2000 } from './review.ts';
import { soakOfServe } from './soak.ts';
import { firstSyncOverNetwork, syncOnLoopback } from './sync.ts';
import { windowWithQueue } from './window-waiting.ts';
import { windowOver100000 } from './window.ts';
import { typingInLongText } from './writing.ts';

const benches: Readonly<Record<string, { about: string; run: (scratch: string) => Promise<void> }>> = {
  network: { about: 'First sync of 20,000 findings at 40 ms a request', run: firstSyncOverNetwork },
  loopback: { about: 'First and unchanged sync of 20,000 findings on loopback', run: syncOnLoopback },
  replay: { about: 'Replay of 500 edits', run: replayOfEdits },
  large: { about: 'Memory and queries with 100,000 findings', run: hundredThousand },
  window: { about: 'The window over 100,000 findings in a browser', run: windowOver100000 },
  waiting: { about: 'The window over 100,000 findings, 5,000 operations waiting', run: windowWithQueue },
  review: { about: 'Review of 2,000 candidates, 5,000 operations waiting', run: reviewOf2000 },
  writing: { about: 'Typing in a text of 69 kB beside its preview', run: typingInLongText },
  answers: { about: 'Answers to a window, 100,000 findings, sync and none', run: hostAnswers },
  soak: { about: 'Memory of a program that runs for long', run: soakOfServe },
  report: { about: 'Report of 500 findings', run: reportOf500 },
  import: { about: 'A Nessus file of 100,000 items and 500 MB', run: scansOf100000 },
  images: { about: 'Report with two images of 99.8 megapixels', run: reportOfLargeImages },
};

const load = (): string => (loadavg()[0] ?? 0).toFixed(1);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`,
  );
  process.exit(2);
}

// What is stale would be built within the first start that is measured.
await orExit(() => {
  installSystemPackages();
  return buildProducts();
});

for (const name of ['DOSSIER_TOKEN', 'DOSSIER_HOME', 'DOSSIER_PASSPHRASE']) delete process.env[name];
const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

console.log(
  `${String(availableParallelism())} × ${cpus()[0]?.model ?? 'processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ` +
    `Node ${process.version}, load ${load()}`,
);
console.log(
  realData
    ? 'Real findings, repeated with ids of their own.'
    : 'The real findings are not on this machine (DOSSIER_DATA names their folder): generated ones are measured.',
);
const started = performance.now();
for (const [name, { about, run }] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}: ${about} (load ${load()})`);
  const folder = join(scratch, name);
  mkdirSync(folder);
  try {
    await run(folder);
  } catch (error) {
    console.log(`  FAILED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s, load ${load()}`);
