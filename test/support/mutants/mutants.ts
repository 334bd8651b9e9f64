import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { drawnVariable, fingerprintOf, testsVariable, untilVariable } from './drawn.ts';

/**
 * `npm run mutants -- FOLDER` changes the code of a folder at random places, one at a time, and lists the changes that no
 * test of its layer notices. Exit 1 only if the run itself fails. `docs/develop/testing.md` names the options.
 */
const root = resolve(import.meta.dirname, '..', '..', '..');
const usage =
  'npm run mutants -- FOLDER [--count 100 | --all] [--seed 1] [--tests FOLDER,FOLDER] [--minutes 30]';

/** Texts are judged by readers, and a changed pattern mostly means the same. */
const excludedMutations = ['StringLiteral', 'Regex'];

interface Order {
  readonly folder: string;
  readonly count: number;
  readonly seed: string;
  /** Folders under `test/`. */
  readonly tests: readonly string[];
  readonly minutes: number;
}

function orderFrom(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100' },
      all: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string' },
      minutes: { type: 'string', default: '30' },
    },
  });
  const [given, ...more] = positionals;
  const [count, minutes] = [values.all ? Infinity : Number(values.count), Number(values.minutes)];
  if (given === undefined || more.length > 0 || !(count > 0) || !(minutes > 0)) throw new Error(usage);
  const folder = nameInTree(resolve(given));
  const [layer = ''] = folder.replace(/^electron\//u, '').split('/');
  const tests = values.tests?.split(',') ?? [layer];
  for (const name of tests)
    if (!existsSync(join(root, 'test', name))) throw new Error(`There is no test/${name}.`);
  return { folder, count, seed: values.seed, tests, minutes };
}

function nameInTree(path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

/** Every change that can be made to the code of a folder. */
async function mutantsIn(folder: string): Promise<readonly Mutant[]> {
  const names = globSync(`${folder}/**/*.ts`, { cwd: root }).map((path) => join(root, path));
  if (names.length === 0) throw new Error(`There is no code in ${folder}.`);
  const ignore = (): void => undefined;
  const off = (): boolean => false;
  const logger = {
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    isTraceEnabled: off,
    isDebugEnabled: off,
    isInfoEnabled: off,
    isWarnEnabled: off,
    isErrorEnabled: off,
    isFatalEnabled: off,
  };
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { plugins: null, excludedMutations, ignorers: [] };
  const { mutants } = await new Instrumenter(logger).instrument(files, options);
  return mutants.filter(({ status }) => status === undefined);
}

/** The same seed draws the same mutants of the same code. */
function draw(mutants: readonly Mutant[], { count, seed }: Order): readonly Mutant[] {
  if (count >= mutants.length) return mutants;
  const placed = mutants.map((mutant) => {
    const name = fingerprintOf({ ...mutant, fileName: nameInTree(mutant.fileName) });
    return { mutant, place: hash('sha256', `${seed} ${name}`) };
  });
  placed.sort((one, other) => (one.place < other.place ? -1 : 1));
  return placed.slice(0, count).map(({ mutant }) => mutant);
}

/** A range as Stryker reads it: lines from 1, columns from 0. */
function rangeOf({ fileName, location: { start, end } }: Mutant): string {
  const from = `${String(start.line + 1)}:${String(start.column)}`;
  return `${nameInTree(fileName)}:${from}-${String(end.line + 1)}:${String(end.column)}`;
}

/** Runs the tests with each of the mutants. Others that lie within the range of one are left out of the answer. */
async function run(
  order: Order,
  mutants: readonly Mutant[],
  isSample: boolean,
): Promise<readonly MutantResult[]> {
  const drawn = new Set(mutants.map(fingerprintOf));
  Object.assign(process.env, {
    [drawnVariable]: isSample ? [...drawn].join(',') : '',
    [testsVariable]: order.tests.join(','),
    [untilVariable]: String(Date.now() + order.minutes * 60_000),
  });
  const stryker = new Stryker({
    mutate: isSample ? mutants.map(rangeOf) : [`${order.folder}/**/*.ts`],
    mutator: { excludedMutations, plugins: null },
    plugins: [join(import.meta.dirname, 'sampled-runner.ts'), '@stryker-mutator/vitest-runner'],
    testRunner: 'sampled',
    vitest: { configFile: 'test/support/mutants/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    // What runs once, when a file is loaded, would take every test for each mutant.
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 20_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 30,
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    tempDirName: join(tmpdir(), 'dossier-mutants'),
    ignorePatterns: ['dist'],
    buildCommand: 'node test/support/mutants/as-repository.js',
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  return results.map(asInstrumented).filter((result) => drawn.has(fingerprintOf(result)));
}

/** A result counts lines and columns from 1. */
function asInstrumented(result: MutantResult): MutantResult {
  const { start, end } = result.location;
  const location = {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  };
  return { ...result, fileName: resolve(root, result.fileName), location };
}

/** A change in one line: its place, what stood there, what stands there instead. */
function lineOf({ fileName, location, mutatorName, replacement, status }: MutantResult): string {
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const isOneLine = start.line === end.line;
  const before = lines[start.line]?.slice(start.column, isOneLine ? end.column : undefined) ?? '';
  const short = (text: string): string => text.replace(/\s+/gu, ' ').trim().slice(0, 90);
  const change = `${mutatorName}: ${short(before)}${isOneLine ? '' : ' …'} → ${short(replacement)}`;
  const place = `${nameInTree(fileName)}:${String(start.line + 1)}`;
  return `${place}  ${change}${status === 'NoCoverage' ? '  (no test runs it)' : ''}`;
}

function tell(order: Order, total: number, results: readonly MutantResult[]): void {
  const has = (status: MutantResult['status']): MutantResult[] =>
    results.filter((result) => result.status === status);
  const [atLoad, unreached] = [has('Ignored'), has('NoCoverage')];
  const late = has('Survived').filter(({ testsCompleted }) => testsCompleted === 0);
  const survived = has('Survived').filter(({ testsCompleted }) => testsCompleted !== 0);
  const reached = results.length - atLoad.length - unreached.length;
  const ran = reached - late.length;
  // Only what tests reach can be left for want of time: each part counts by its share of the sample.
  const share = ran <= 0 ? 0 : ((1 - survived.length / ran) * reached) / (reached + unreached.length);
  const sample = ran + unreached.length;
  // Two successes and two failures are added, else a small sample without a failure would look certain.
  const centre = (share * sample + 2) / (sample + 4);
  const error = 1.96 * Math.sqrt((centre * (1 - centre)) / (sample + 4));
  const percent = (value: number): string => `${String(Math.round(value * 100))} %`;
  const lines = [
    '',
    ...[...survived, ...unreached].map(lineOf).toSorted(),
    '',
    ran <= 0 && reached > 0
      ? `${order.folder}: there was no time to run any; give it more --minutes.`
      : `${order.folder}: ${percent(share)} noticed (95 %: ± ${percent(error)}): ${String(ran - survived.length)} of ${String(ran)} that tests reach; ${String(unreached.length)} are reached by none.`,
    `Drawn with seed ${order.seed} from ${String(total)}, run by the tests of ${order.tests.join(', ')}.`,
    `Left out: ${String(atLoad.length)} that run when a file is loaded, ${String(late.length)} for want of time.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const order = orderFrom(process.argv.slice(2));
process.chdir(root);
const all = await mutantsIn(order.folder);
const drawn = draw(all, order);
tell(order, all.length, await run(order, drawn, drawn.length < all.length));
