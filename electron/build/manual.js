/**
 * `npm run manual`: the manual page and the completions of the terminal in `dist/manual`, as packages install them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { writeManualFiles } from '../cli/manual/manual-files.ts';
import { root } from './install.js';

/** Writes them, the page also compressed, as systems keep it. */
export function writeManual() {
  const folder = join(root, 'dist', 'manual');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeManualFiles(folder, version);
  writeFileSync(
    join(folder, 'dossier.1.gz'),
    gzipSync(readFileSync(join(folder, 'dossier.1')), { level: 9 }),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) writeManual();
