/** `npm run manual`: the manual page and the completions of the terminal in `dist/manual`, as packages install them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeManualFiles } from '../cli/manual/manual-files.ts';
import { root } from './install.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeManualFiles(join(root, 'dist', 'manual'), version);
