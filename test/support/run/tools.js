/** Runs the project's tools on its Node, and counts what vitest found. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, toolEnvironment } from '#build/install.js';

/** @typedef {import('./reporter.ts').Counts} Counts */

/**
 * Runs a script on the project's Node.
 * @param {string} cwd
 * @param {string[]} args the script and its arguments
 * @param {'pipe' | 'inherit'} stdout `pipe` collects what it prints, `inherit` shows it
 * @param {Record<string, string>} [extra] of the environment
 * @returns {Promise<{ ok: boolean, output: string }>} never rejects: what does not start has failed
 */
export function run(cwd, args, stdout, extra = {}) {
  return new Promise((resolve) => {
    let output = '';
    // Node before 24.12 announces type stripping in every process.
    const flags = ['--disable-warning=ExperimentalWarning'];
    const env = { ...toolEnvironment(), ...extra };
    const child = spawn('node', [...flags, ...args], { cwd, stdio: ['ignore', stdout, stdout], env });
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({ ok: code === 0, output: signal === null ? output : `${output}Ended by ${signal}.` }),
    );
  });
}

/**
 * Runs vitest and tells its counts. A run that died, or that failed or found nothing without any test failing,
 * is one failure: never a success of zero tests.
 * @param {string} cwd the folder with the tests
 * @param {string[]} args of vitest
 * @param {{ stdout?: 'pipe' | 'inherit', env?: Record<string, string> }} [how] `env` is added to the environment
 * @returns {Promise<Counts>}
 */
export async function runVitest(cwd, args, { stdout = 'inherit', env: more = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-test-'));
  const file = join(folder, 'counts.json');
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(root, 'test/support/run/reporter.ts')}`];
    const env = { ...more, DOSSIER_TEST_COUNTS: file };
    const { ok, output } = await run(cwd, [vitest, 'run', ...reporters, ...args], stdout, env);
    const counts = readCounts(file) ?? { passed: 0, failed: 0, skipped: [] };
    if (counts.failed > 0 || (ok && counts.passed > 0)) return counts;
    if (stdout === 'inherit') console.log(`vitest ended without a result. ${output}`);
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
