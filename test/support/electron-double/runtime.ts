import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standInMark } from '../../../electron/desktop/start.js';

/** What Electron's executable has before its fuses: the tool that sets them looks for it. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Makes a folder that stands where Electron's runtime does: its executable runs a program on the double, by the words and
 * from the places of Electron's own. Fuses can be set in it, and a file beside it says that it is no Electron.
 */
export function makeStandInRuntime(folder: string): void {
  const here = import.meta.dirname;
  const command = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--import',
    join(here, 'register.ts'),
    join(here, 'launch.ts'),
  ];
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const script = [
    Buffer.from(`#!/bin/sh\n# ${fuseSentinel}`),
    Buffer.from([1, 9]),
    Buffer.from('101100111\n'),
    Buffer.from(`exec ${command.map((word) => `'${word}'`).join(' ')} "$0" "$@"\n`),
  ];
  writeFileSync(join(folder, 'electron'), Buffer.concat(script), { mode: 0o755 });
  for (const [name, text] of [
    ['version', '0.0.0'],
    ['LICENSE', 'None: this is no Electron.\n'],
    ['LICENSES.chromium.html', 'None: this is no Electron.\n'],
    [standInMark, ''],
  ] as const) {
    writeFileSync(join(folder, name), text);
  }
}
