/**
 * `npm test`: installs what is missing, checks format, lint and types, runs the tests, and ends with one line
 * `N passed, N failed, N skipped` in which every check counts as one. Words after `npm test --` go to vitest.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, Obstacle, root, toolEnvironment } from './install.js';
import { installSystemPackages } from './system-packages.js';

/** @typedef {{ name: string, script: string, args: string[] }} Check */
/** @typedef {import('./reporter.ts').Counts} Counts */

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

/** @param {string} project */
const types = (project) => ({
  name: `types (${project})`,
  script: 'typescript/bin/tsc',
  args: [
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    cacheFile(`types-${project.replace(/\W+/g, '-')}`),
  ],
});

/** @param {string} name */
const cacheFile = (name) => join(root, 'node_modules', '.cache', 'dossier', name);

/** The slowest first, so that two at a time end together. @type {Check[]} */
const CHECKS = [
  { name: 'lint', script: 'eslint/bin/eslint.js', args: ['.', '--max-warnings=0'] },
  types('test/tsconfig.json'),
  types('tsconfig.json'),
  {
    name: 'format',
    script: 'prettier/bin/prettier.cjs',
    args: [
      '--check',
      '.',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${cacheFile('prettier')}`,
    ],
  },
  types('electron/core/tsconfig.json'),
  types('electron/contract/tsconfig.json'),
];

/** @type {Counts[]} */
const results = [];
const started = Date.now();

console.log(
  'npm test installs what is missing, checks format, lint and types, then runs all tests.\n' +
    'Usually 1 to 3 minutes on two cores, one more the first time.',
);
try {
  install();
  installSystemPackages();
  await runChecks();
  results.push(await runTests());
} catch (error) {
  console.log(error instanceof Obstacle ? error.message : error);
  results.push({ passed: 0, failed: 1, skipped: [] });
}
finish();

async function runChecks() {
  const waiting = [...CHECKS];
  const lane = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const from = Date.now();
      const { ok, output } = await run([join(root, 'node_modules', check.script), ...check.args], 'pipe', {});
      const seconds = ((Date.now() - from) / 1000).toFixed(1);
      console.log(
        ok ? `${check.name}: ok (${seconds} s)` : `${check.name}: FAILED (${seconds} s)\n${output}`,
      );
      results.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [] });
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
}

/** @returns {Promise<Counts>} */
async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-test-'));
  const file = join(folder, 'counts.json');
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(root, 'test/support/run/reporter.ts')}`];
    const { ok, output } = await run([vitest, 'run', ...reporters, ...process.argv.slice(2)], 'inherit', {
      DOSSIER_TEST_COUNTS: file,
    });
    const counts = readCounts(file);
    if (counts === undefined) throw new Obstacle(`vitest ended without a result. ${output}`);
    if (counts.failed > 0 || (ok && counts.passed > 0)) return counts;
    console.log(ok ? 'Not one test passed.' : `vitest failed although no test did. ${output}`);
    return { ...counts, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @returns {Counts | undefined} undefined when vitest died before it wrote any */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Runs a script on the project's Node.
 * @param {string[]} args
 * @param {'pipe' | 'inherit'} stdout
 * @param {Record<string, string>} extra
 * @returns {Promise<{ ok: boolean, output: string }>} never rejects: what does not start has failed
 */
function run(args, stdout, extra) {
  return new Promise((resolve) => {
    let output = '';
    const env = { ...toolEnvironment(), ...extra };
    const child = spawn('node', [...NODE_FLAGS, ...args], {
      cwd: root,
      stdio: ['ignore', stdout, stdout],
      env,
    });
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({ ok: code === 0, output: signal === null ? output : `${output}Ended by ${signal}.` }),
    );
  });
}

function finish() {
  const skipped = results.flatMap((result) => result.skipped);
  for (const { test, reason } of skipped) console.log(`skipped: ${test}: ${reason}`);
  /** @param {'passed' | 'failed'} what */
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  console.log(`Took ${Math.round((Date.now() - started) / 1000)} s.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}
