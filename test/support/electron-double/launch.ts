import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `… launch.ts EXECUTABLE WORDS`: does with its words what Electron's executable does. Beside a packed archive it runs
 * that; otherwise the first word without a dash names a program's folder, and `-r FILE` loads a module first.
 */

const [executable = '', ...words] = process.argv.slice(2);

// Electron hands these to its Node, which knows them no more.
const refused = words.find((word) => /^--debug(?:=|$)/.test(word));
if (refused !== undefined) {
  process.stderr.write(`${executable}: bad option: ${refused}\n`);
  process.exit(9);
}

const load = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
const mainOf = (folder: string): string =>
  join(folder, (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string }).main);

process.argv = [executable, ...words];
const archive = join(dirname(realpathSync(executable)), 'resources', 'app.asar');
if (existsSync(archive)) {
  // Electron reads files inside of an archive; a Node needs them outside.
  const folder = mkdtempSync(join(tmpdir(), 'electron-double-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const asar = createRequire(import.meta.url)('@electron/asar') as {
    extractAll(archive: string, folder: string): void;
  };
  asar.extractAll(archive, folder);
  await load(mainOf(folder));
} else {
  process.env['ELECTRON_DOUBLE_UNPACKED'] = '1';
  const preloads: string[] = [];
  let at = 0;
  for (; at < words.length && words[at]?.startsWith('-') === true; at += 1) {
    if (words[at] === '-r') preloads.push(resolve(words[(at += 1)] ?? ''));
  }
  for (const path of preloads) await load(path);
  await load(mainOf(resolve(words[at] ?? '.')));
}
