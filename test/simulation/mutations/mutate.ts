import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mutations, type Mutation } from './mutations.ts';

/**
 * `npm run mutate` breaks the shipped code on purpose, one rule at a time, in a copy of the tree. The simulator must
 * notice within 4,000 seeds, or the tests that a mutation names. Prints who noticed what; exit 1 if one
 * survives. Words after `--` choose mutations by what they break.
 */
const seeds = 4_000;
const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

interface Caught {
  readonly seed: number;
  readonly promise: number;
  readonly message: string;
}

/** A copy of what the simulator needs, with the packages of the original. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'dossier-mutant-'));
  for (const part of ['electron', 'db', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function play(
  copy: string,
  count: number,
  skipped: readonly number[],
  patienceMs: number,
): Promise<Caught | null> {
  const args = [join(copy, 'test/simulation/mutations/mutant.ts'), String(count), ...skipped.map(String)];
  try {
    const { stdout } = await run(process.execPath, args, { cwd: copy, timeout: patienceMs });
    const caught = JSON.parse(stdout) as Caught | null;
    // What is no program breaks no rule.
    if (caught?.message.includes('is not defined') === true) throw new Error(caught.message);
    return caught;
  } catch (error) {
    // The mutant does not even start, or never ends: noticed as well, by nobody's promise.
    if (!(error instanceof Error && 'killed' in error)) throw error;
    const line = error.message.split('\n').find((one) => one.includes('Error'));
    const told = error.killed === true ? 'it never ends' : (line ?? 'it ends');
    return { seed: 0, promise: 0, message: told };
  }
}

/** Runs the tests that have to notice; answers the first that does. */
async function test(copy: string, file: string): Promise<Caught | null> {
  const args = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', file];
  try {
    await run(process.execPath, args, { cwd: copy, timeout: 300_000, maxBuffer: 1e8 });
    return null;
  } catch (error) {
    const stdout = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    const title = /"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/u
      .exec(stdout)?.[1]
      ?.replaceAll('\\"', '"');
    if (title === undefined) throw new Error(`${file} does not run`, { cause: error });
    return { seed: 0, promise: 0, message: `“${title}”` };
  }
}

/** Applies a mutation and answers how to undo it. */
function apply(copy: string, { file, find, replace }: Mutation): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  return () => {
    writeFileSync(path, text);
  };
}

/** What the code does as it stands. */
interface Unbroken {
  /** Seeds that fail anyway prove nothing about a mutation. */
  readonly failing: readonly number[];
  /** So long all seeds take: a mutant that takes several times as long never ends. */
  readonly tookMs: number;
}

async function playUnbroken(): Promise<Unbroken> {
  const copy = copyTree();
  const failing: number[] = [];
  try {
    for (;;) {
      const begun = performance.now();
      const caught = await play(copy, seeds, failing, 0);
      if (caught === null) return { failing, tookMs: performance.now() - begun };
      if (caught.seed === 0) throw new Error(`the simulator does not run: ${caught.message}`);
      failing.push(caught.seed);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function told(where: NodeJS.WriteStream, line: string): void {
  where.write(`${line}\n`);
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const chosen = mutations.filter(
    (one) => words.length === 0 || words.some((word) => one.breaks.includes(word)),
  );
  const outdated = chosen.filter(
    ({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2,
  );
  if (outdated.length > 0) {
    const list = outdated.map(({ file, find }) => `${file} does not hold exactly once: ${find}`);
    told(
      process.stderr,
      `The code has moved on; correct test/simulation/mutations/mutations.ts:\n${list.join('\n')}`,
    );
    process.exitCode = 1;
    return;
  }
  const isPlayed = chosen.some(({ by }) => by === undefined);
  const { failing: skipped, tookMs } = isPlayed ? await playUnbroken() : { failing: [], tookMs: 0 };
  // Two play at once from here on.
  const patienceMs = Math.ceil(60_000 + 6 * tookMs);
  if (skipped.length > 0)
    told(process.stdout, `These seeds fail without any mutation: ${skipped.join(', ')}`);
  const waiting = [...chosen];
  const rows = new Map<Mutation, Caught | null>();
  const lane = async (): Promise<void> => {
    const copy = copyTree();
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const undo = apply(copy, next);
        const caught = await (next.by === undefined
          ? play(copy, seeds, skipped, patienceMs)
          : test(copy, next.by));
        undo();
        rows.set(next, caught);
        told(
          process.stderr,
          `${caught === null ? 'SURVIVED' : caught.seed === 0 ? caught.message : `seed ${String(caught.seed)}`}: ${next.breaks}`,
        );
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), chosen.length) }, lane));
  told(process.stdout, '| Broken on purpose | Caught by | At seed |\n| --- | --- | --- |');
  for (const one of chosen) {
    const caught = rows.get(one) ?? null;
    const by =
      caught === null
        ? '**nothing**'
        : caught.promise === 0
          ? `${one.by === undefined ? 'the program' : 'a test'}: ${caught.message}`
          : caught.message;
    told(
      process.stdout,
      `| ${one.breaks} | ${by.replaceAll('|', '\\|').slice(0, 140)} | ${caught === null || caught.seed === 0 ? '–' : String(caught.seed)} |`,
    );
  }
  if ([...rows.values()].includes(null)) process.exitCode = 1;
}

await main();
