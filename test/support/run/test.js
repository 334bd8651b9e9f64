/**
 * `npm test` and `npm run test:all` (`--all`): installs what is missing, builds the window, checks format, lint and
 * types, and runs the tests. The last line is `N passed, N failed, N skipped`, in which every check counts as one.
 * Words after `--` go to vitest: those that name files choose among all tests, in either command.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { install, Obstacle, root } from '#build/install.js';
import { installSystemPackages } from '#build/system-packages.js';
import { planOf } from './plan.js';
import { run, runVitest } from './tools.js';
import { buildProducts } from '#build/products.js';

/** @typedef {{ name: string, script: string, args: string[] }} Check */
/** @typedef {import('./reporter.ts').Counts} Counts */

const everything = process.argv[2] === '--all';
const words = process.argv.slice(everything ? 3 : 2);

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

/**
 * In two parts, since one ESLint leaves the other core idle for a minute. Its cache knows only that a file is
 * unchanged, not that another one changed its types: with everything, all is checked anew.
 * @param {string} what
 * @param {string[]} files
 */
const lint = (what, files) => ({
  name: `lint (${what})`,
  script: 'eslint/bin/eslint.js',
  args: [...files, '--max-warnings=0', ...(everything ? [] : cached(`eslint-${what.replace(/\W+/g, '-')}`))],
});

/** @param {string} name @returns {string[]} the options by which ESLint and Prettier pass over files that are as they were */
function cached(name) {
  return ['--cache', '--cache-strategy=content', `--cache-location=${cacheFile(name)}`];
}

/** @param {string} name */
const cacheFile = (name) => join(root, 'node_modules', '.cache', 'dossier', name);

/** The slowest first, so that two at a time end together. @type {Check[]} */
const CHECKS = [
  lint('the rest', ['.', '--ignore-pattern', 'renderer/**']),
  lint('renderer', ['renderer']),
  types('test/tsconfig.json'),
  types('tsconfig.json'),
  {
    name: 'format',
    script: 'prettier/bin/prettier.cjs',
    args: ['--check', '.', ...cached('prettier')],
  },
  {
    name: 'types (renderer)',
    script: 'svelte-check/bin/svelte-check',
    args: ['--workspace', 'renderer', '--tsconfig', 'tsconfig.json', '--fail-on-warnings'],
  },
  types('electron/domain/tsconfig.json'),
  types('electron/contract/tsconfig.json'),
  types('docs/site/tsconfig.json'),
];

/** @type {Counts[]} */
const results = [];
const started = Date.now();

console.log(
  everything
    ? 'All checks and all tests, nothing taken from a cache that can be wrong: some thirty minutes on two cores.'
    : 'All checks, and the tests of every run: some five minutes on two cores, more the first time.\n' +
        '"npm run test:all" runs everything.',
);
try {
  install();
  installSystemPackages();
  await buildProducts();
  await runChecks();
  const { args, env } = await planOf(everything, words);
  results.push(await runVitest(root, args, { env }));
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
      const { ok, output } = await run(
        root,
        [join(root, 'node_modules', check.script), ...check.args],
        'pipe',
      );
      const seconds = ((Date.now() - from) / 1000).toFixed(1);
      console.log(
        ok ? `${check.name}: ok (${seconds} s)` : `${check.name}: FAILED (${seconds} s)\n${output}`,
      );
      results.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [] });
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
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
