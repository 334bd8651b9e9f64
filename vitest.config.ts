import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patienceMs } from '#test/support/patience.ts';
import { diskVariable, folderInMemory } from '#test/support/run/memory.ts';
import { projects } from '#test/support/run/projects.js';

// A developer's own connection must never be what a test talks to.
for (const name of ['DOSSIER_TOKEN', 'DOSSIER_HOME', 'DOSSIER_PASSPHRASE']) delete process.env[name];

// Threads and programs that tests start do not compile again what an earlier one has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  'node_modules',
  '.cache',
  'dossier',
  'compiled',
);

/** Files that take longest, in their order. Begun last, one of them would run on alone while every other core idles. */
const slowest = ['e2e/hostile', 'faults/kills', 'simulation/'];

/** Project by project, since a worker (and its browser) goes on to files of its own project alone. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projectAt = ({ project }: TestSpecification): number =>
      projects.findIndex(({ name }) => name === project.name);
    const place = ({ moduleId }: TestSpecification): number => {
      const found = slowest.findIndex((part) => moduleId.includes(`/test/${part}`));
      return found === -1 ? slowest.length : found;
    };
    return (await super.sort(files)).toSorted(
      (one, other) => projectAt(one) - projectAt(other) || place(one) - place(other),
    );
  }
}

/** What the window holds is tested without a page: its runes are compiled as for a server, to plain values. */
const runes: Plugin = {
  name: 'runes',
  async transform(code, id) {
    if (!id.endsWith('.svelte.ts')) return null;
    const { compileModule } = await import('svelte/compiler');
    return compileModule(code, { filename: id, generate: 'server' }).js;
  },
};

const inMemory = folderInMemory();

export default defineConfig({
  plugins: [runes],
  test: {
    pool: 'forks',
    // One for each core: what they start (programs, browsers) takes its share of them too.
    maxWorkers: availableParallelism(),
    // Files share their modules: to load zod and the contract for each took a quarter of the quick ones' time.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // A golden file that is missing is a failure; only `npx vitest -u` writes one.
    update: 'none',
    testTimeout: 4 * patienceMs,
    hookTimeout: 4 * patienceMs,
    env: inMemory === null ? {} : { TMPDIR: inMemory, [diskVariable]: tmpdir() },
    expect: { poll: { timeout: patienceMs } },
    projects: projects.map(({ name, files }) => ({
      extends: true,
      test: { name, include: files.map((glob) => `test/${glob}`) },
    })),
  },
});
