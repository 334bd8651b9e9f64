import { join } from 'node:path';
import { defineConfig } from 'vite';
import { ownUrls } from './vite.shell.config.ts';

const root = import.meta.dirname;

/**
 * Builds the terminal face and its threads to a few files: `vite build --config vite.program.config.ts` writes
 * `dist/program`. It says the same as its sources; they are some nine hundred files with those of the packages, and to
 * find and load them took a start longer than most commands take. Native packages, and what is found by its path, stay in
 * `node_modules`.
 */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external: ['better-sqlite3'] },
  build: {
    outDir: join(root, 'dist/program'),
    emptyOutDir: true,
    ssr: true,
    emitAssets: true,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: join(root, 'electron/cli/main.ts') },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // A fifth of all that the host's thread reads and checks at its start were comments; those of licences stay.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  plugins: [ownUrls()],
});
