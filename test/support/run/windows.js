/**
 * `npm run test:windows`: the tests of the projects unit, engine and app on the Windows build of Node, natively on Windows
 * and through Wine on Debian. Ends with one line `N passed, N failed, N skipped`; words after `--` go to vitest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { install, Obstacle, orExit, root, toolEnvironment } from '#build/install.js';
import { buildProducts } from '#build/products.js';
import { installSystemPackages } from '#build/system-packages.js';
import { runVitest } from './tools.js';
import { obstacleToWine, runOnWine, setUpWine, wineFolder } from './wine.js';

const words = process.argv.slice(2);
const args = ['--project=unit', '--project=engine', '--project=app', ...words];

/** @returns {Promise<import('./reporter.ts').Counts>} */
async function throughWine() {
  const folder = wineFolder();
  setUpWine(folder);
  const results = mkdtempSync(join(tmpdir(), 'dossier-windows-'));
  const file = join(results, 'counts.json');
  const browser = await serveBrowser();
  try {
    const reporters = ['--reporter=default', '--reporter=./test/support/run/reporter.ts'];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, '--maxWorkers=1'];
    await runOnWine(folder, [...vitest, ...args], {
      DOSSIER_TEST_COUNTS: file,
      DOSSIER_TEST_BROWSER: browser.address,
    });
    if (!existsSync(file))
      throw new Obstacle(`vitest ended without a result: see ${folder}/out and ${folder}/err.`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    await browser.close();
    rmSync(results, { recursive: true, force: true });
  }
}

/**
 * Wine has no browser: its programs reach that of this machine on the loopback address, which they share.
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
async function serveBrowser() {
  const script = join(root, 'test/support/run/serve-browser.ts');
  const child = spawn('node', [script], { env: toolEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [address] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  if (typeof address !== 'string') throw new Obstacle('The browser of this machine could not be started.');
  return {
    address,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

await orExit(async () => {
  const isWindows = process.platform === 'win32';
  const machine = {
    platform: process.platform,
    uid: process.getuid?.(),
    hasApt: existsSync('/usr/bin/apt-get'),
  };
  const obstacle = isWindows ? null : obstacleToWine(machine);
  if (obstacle !== null) throw new Obstacle(obstacle);
  install();
  if (!isWindows) installSystemPackages();
  await buildProducts();
  const { passed, failed, skipped } = isWindows ? await runVitest(root, args) : await throughWine();
  for (const { test, reason } of skipped) console.log(`skipped: ${test}: ${reason}`);
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
