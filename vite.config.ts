import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Whoever runs the build (a test runner has a value of its own here): the pages are always those that are shipped.
process.env['NODE_ENV'] = 'production';

/** Builds the pages of the window: `vite build` writes `dist/renderer`, which serve and the shell hand out. */
export default defineConfig({
  root: new URL('renderer', import.meta.url).pathname,
  // Paths relative to the page: the same files are served over loopback and over the shell's own protocol.
  base: './',
  resolve: {
    // Its edition for browsers decodes by making markup of the text, which the page's policy refuses.
    alias: {
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
      // Their own entry reads the files from a disk.
      'dictionary-en': fileURLToPath(new URL('node_modules/dictionary-en', import.meta.url)),
      'dictionary-en-gb': fileURLToPath(new URL('node_modules/dictionary-en-gb', import.meta.url)),
    },
  },
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  // The worker that checks spelling reads a dictionary once it is needed.
  worker: { format: 'es' },
  build: {
    outDir: new URL('dist/renderer', import.meta.url).pathname,
    emptyOutDir: true,
    // The oldest that `public/startup.js` lets in.
    target: ['chrome140', 'firefox135', 'safari18.4'],
    // The content security policy allows files of our own alone: nothing inline, nothing as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file: styles that came with the rest of the window had the browser work those of all rows out anew, in one frame.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Svelte makes an error as it starts, and for the lines in its trace V8 parses the whole file again that it stands in:
        // together with everything else that took 70 ms of each start.
        codeSplitting: { groups: [{ name: 'svelte', test: /\/node_modules\/svelte\// }] },
      },
    },
  },
});
