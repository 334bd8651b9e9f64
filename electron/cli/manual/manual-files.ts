import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionScript } from '../completion/scripts.ts';
import { wordTableOf } from '../completion/word-table.ts';
import { commands } from '../definitions/commands.ts';
import { manPage } from './man-page.ts';

/** Writes what a package installs beside the terminal: its manual page, and completions under the names shells look for. */
export function writeManualFiles(folder: string, version: string): void {
  mkdirSync(folder, { recursive: true });
  const table = wordTableOf(commands);
  const files = {
    'dossier.1': manPage(commands, version),
    'dossier.bash': completionScript('bash', table),
    _dossier: completionScript('zsh', table),
    'dossier.fish': completionScript('fish', table),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
