/**
 * `npm run monkey -- --seed N --acts N --walks N`: random walks over the window, from the seed on. Prints the last acts
 * of a walk that fails and ends with 1; `--verbose` prints each act. The same seed draws the same acts.
 */
import { parseArgs } from 'node:util';
import { orExit } from '#build/install.js';
import { buildProducts } from '#build/products.js';
import { installSystemPackages } from '#build/system-packages.js';
import { walk } from './monkey/walk.ts';
import { launchBrowser } from './support/browser.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    acts: { type: 'string', default: '2000' },
    walks: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const [first, acts, walks] = [values.seed, values.acts, values.walks].map((text) => {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new Error(`A whole number from 1 up is needed, not "${text}".`);
  return Number(text);
}) as [number, number, number];

await orExit(() => {
  installSystemPackages();
  return buildProducts();
});
for (const name of ['DOSSIER_TOKEN', 'DOSSIER_HOME', 'DOSSIER_PASSPHRASE']) delete process.env[name];
const browser = await launchBrowser();
try {
  for (let seed = first; seed < first + walks; seed += 1) {
    const startedMs = performance.now();
    const onAct = values.verbose ? (act: string): void => console.log(act) : undefined;
    const made = await walk(browser, { seed, acts, ...(onAct === undefined ? {} : { onAct }) });
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`seed ${String(seed)}: ${String(made.acts)} acts in ${seconds} s`);
    if (made.faults.length === 0) continue;
    console.error([...made.last, ...made.faults].join('\n'));
    process.exitCode = 1;
  }
} finally {
  await browser.close();
}
