import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { build, defineConfig } from 'vite';

const root = import.meta.dirname;
const from = (path: string): string => join(root, path);

/**
 * Builds the desktop application with its packages to plain JavaScript in one folder: `vite build --config
 * vite.shell.config.ts` writes `dist/shell`. Native packages, and what is found by its path, stay in `node_modules`;
 * `electron-builder.yml` names them.
 */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external: ['better-sqlite3', 'electron'] },
  build: {
    outDir: from('dist/shell'),
    emptyOutDir: true,
    ssr: true,
    emitAssets: true,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: from('electron/desktop/main.ts') },
      external: ['electron'],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  plugins: [ownUrls(), besideMain()],
});

/**
 * Follows `new URL('./x.ts', import.meta.url)`: the entry of a thread or a child process becomes a file of its own in
 * the same folder, and a folder of texts that is read by name is copied beside it. What a file two folders deep names from
 * the root (`../../package.json`) stays, since what is built lies as deep. Any other form ends the build, since it would
 * point nowhere in what was built.
 */
export function ownUrls(): Plugin {
  const form = /new URL\(\s*(['"`])(\.{1,2}\/[^'"`]+)\1\s*,\s*import\.meta\.url\s*\)/g;
  return {
    name: 'own-urls',
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('/node_modules/')) return null;
      return code.replace(form, (whole, _quote: string, path: string) => {
        if (path.startsWith('../../') && relative(root, dirname(id)).split(sep).length === 2) return whole;
        const template = /^\.\/([a-z]+)\/\$\{[A-Za-z]+\}\.txt$/.exec(path);
        if (template !== null) {
          const [, folder = ''] = template;
          for (const name of readdirSync(join(dirname(id), folder))) {
            const source = readFileSync(join(dirname(id), folder, name));
            this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
          }
          return `new URL(\`${path}\`, import.meta.url)`;
        }
        if (!path.endsWith('.ts')) this.error(`${id} points to ${path}, which is not built.`);
        const target = fileURLToPath(new URL(path, pathToFileURL(id)));
        // Two entries may have the same name in two folders: the folder's name tells them apart.
        const name = `${basename(dirname(target))}-${basename(target, '.ts')}`;
        this.emitFile({ type: 'chunk', id: target, fileName: `${name}.js` });
        return `new URL('./${name}.js', import.meta.url)`;
      });
    },
  };
}

/**
 * Puts beside the main script what it names by path: the window's icon, and the preload script, which has to be one
 * CommonJS file because it runs in a sandbox without modules.
 */
function besideMain(): Plugin {
  let outDir = '';
  return {
    name: 'beside-main',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle(error) {
      if (error !== undefined) return;
      copyFileSync(from('electron/desktop/packaging/icons/512x512.png'), join(outDir, 'icon.png'));
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir,
          emptyOutDir: false,
          ssr: true,
          minify: false,
          rolldownOptions: {
            input: { preload: from('electron/desktop/preload.ts') },
            external: ['electron'],
            output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
          },
        },
      });
    },
  };
}
