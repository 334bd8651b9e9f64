/**
 * The projects of the tests and their places. Plain JavaScript: the commands read it on the machine's old Node, and
 * `vitest.config.ts` makes its projects of it.
 */

/**
 * @typedef {object} TestProject
 * @property {string} name as vitest's `--project` takes it
 * @property {readonly string[]} files globs of its test files under `test/`
 * @property {boolean} inEveryRun whether `npm test` runs it; `npm run test:all` runs each
 */

/** @param {readonly string[]} names of folders @returns {string[]} globs of the test files in them, at any depth */
const all = (...names) => names.map((name) => `${name}/**/*.test.ts`);

/**
 * A folder belongs to one project alone, so that every file says by its place which. What takes longest stands first: begun
 * last, one file of it would run on alone while every other core idles.
 * @type {readonly TestProject[]}
 */
export const projects = [
  { name: 'proof', files: all('faults', 'simulation/crashes'), inEveryRun: false },
  { name: 'e2e', files: all('e2e'), inEveryRun: false },
  { name: 'app', files: all('app', 'cli', 'desktop', 'web'), inEveryRun: false },
  { name: 'day', files: all('day'), inEveryRun: true },
  { name: 'report', files: all('report'), inEveryRun: true },
  {
    name: 'engine',
    files: [...all('engine', 'features', 'simulation/mutations'), 'simulation/*.test.ts'],
    inEveryRun: true,
  },
  {
    name: 'unit',
    files: all('domain', 'db', 'docs', 'ground', 'remote', 'renderer', 'sample', 'scans'),
    inEveryRun: true,
  },
];

/** Set to `all` by `npm run test:all`: what draws its cases draws as many as it can afford (`test/support/extent.ts`). */
export const extentVariable = 'DOSSIER_TEST_EXTENT';
