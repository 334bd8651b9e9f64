/**
 * Puts the terminal into a packed program, in a folder of its own beside the archive: a Node cannot read the archive, and
 * the packed Electron is none (its fuse `runAsNode` is off). electron-builder calls it for every kind of package, before it
 * signs.
 */
import { extractAll } from '@electron/asar';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { carriedNodes } from '../cli/carried-node.js';
import { root } from './install.js';

/** What is data alone and lies unpacked beside the archive: the terminal reads it there. */
const shared = ['@expo-google-fonts', '@fontsource', 'dejavu-fonts-ttf'];
const sources = [
  'electron/cli/dossier.js',
  'electron/cli/carried-node.js',
  'electron/build/build-if-stale.js',
];

const forUnix = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/electron/cli/dossier.js" "$@"
`;
const forWindows = '@"%~dp0node.exe" "%~dp0electron\\cli\\dossier.js" %*\r\n';

/**
 * @param {string} resources the folder of the archive
 * @param {string} platform as Node names it
 */
export function addTerminal(resources, platform) {
  const carried = carriedNodes.get(`${platform}-${process.arch}`);
  const node = carried && join(root, 'node_modules', carried.name, carried.binary);
  if (node === undefined || !existsSync(node)) {
    console.log(
      `No terminal in the package: there is no Node for ${platform} on ${process.arch} to put beside it.`,
    );
    return;
  }
  const folder = join(resources, 'terminal');
  const archive = join(resources, 'app.asar');
  const extracted = join(resources, 'extracted');
  extractAll(archive, extracted);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  renameSync(join(extracted, 'node_modules'), join(folder, 'node_modules'));
  renameSync(join(extracted, 'dist', 'renderer'), join(folder, 'dist', 'renderer'));
  rmSync(extracted, { recursive: true });
  cpSync(join(root, 'dist', 'program'), join(folder, 'dist', 'program'), { recursive: true });
  for (const source of sources) {
    mkdirSync(dirname(join(folder, source)), { recursive: true });
    copyFileSync(join(root, source), join(folder, source));
  }
  const { name, version, type, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const imports = { '#build/*': './electron/build/*' };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version, license, type, private: true, imports }),
  );
  cpSync(join(root, 'dist', 'manual'), join(folder, 'manual'), { recursive: true });
  const isWindows = platform === 'win32';
  copyFileSync(node, join(folder, isWindows ? 'node.exe' : 'node'));
  writeFileSync(join(folder, isWindows ? 'dossier.cmd' : 'dossier'), isWindows ? forWindows : forUnix);
  if (isWindows) return;
  for (const file of ['node', 'dossier']) chmodSync(join(folder, file), 0o755);
  for (const packages of shared) {
    rmSync(join(folder, 'node_modules', packages), { recursive: true });
    symlinkSync(`../../app.asar.unpacked/node_modules/${packages}`, join(folder, 'node_modules', packages));
  }
}

/**
 * The hook of electron-builder (`afterPack`).
 * @param {{ appOutDir: string, packager: { platform: { nodeName: string }, getResourcesDir: (folder: string) => string } }} packed
 */
export default function afterPack({ appOutDir, packager }) {
  addTerminal(packager.getResourcesDir(appOutDir), packager.platform.nodeName);
}
