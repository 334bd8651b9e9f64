import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patienceMs } from './test/support/patience.ts';

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
const slowest = ['e2e/hostile', 'faults/kills', 'simulation/', 'e2e/', 'faults/', 'shell/', 'cli/'];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = slowest.findIndex((part) => moduleId.includes(`/test/${part}`));
      return found === -1 ? slowest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
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

export default defineConfig({
  plugins: [runes],
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // One more than there are cores, since tests of the program and its pages wait for them a third of the time.
    maxWorkers: availableParallelism() + 1,
    // Files share their modules: to load zod and the contract for each took a quarter of the quick ones' time.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 4 * patienceMs,
    hookTimeout: 4 * patienceMs,
    expect: { poll: { timeout: patienceMs } },
  },
});
