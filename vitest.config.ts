import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// A developer's own connection must never be what a test talks to.
for (const name of ['DOSSIER_TOKEN', 'DOSSIER_HOME', 'DOSSIER_PASSPHRASE']) delete process.env[name];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // One less than there are cores, which is what vitest takes by itself, leaves half of a small machine idle.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
