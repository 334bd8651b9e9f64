/**
 * `npm run pack` builds what is stale and packs the desktop application for this system into `dist/packed`. Linux gets
 * a `.tar.gz` and a `.deb`, Windows an installer, a Mac a disk image. Words after `npm run pack --` go to
 * electron-builder, as in `npm run pack -- --linux AppImage rpm`, whose tools it fetches.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findRuntime } from '../desktop/start.js';
import { makeDebianPackage } from './debian.js';
import { writeOwnFeed } from './feed.js';
import { Obstacle, orExit, root, toolEnvironment } from './install.js';
import { writeManual } from './manual.js';
import { writeNotices } from './notices.js';
import { buildProducts } from './products.js';
import { ensureRuntime } from './runtime.js';

const words = process.argv.slice(2);
const valueOf = (/** @type {string} */ name) =>
  words.find((word) => word.startsWith(`-c.${name}=`))?.slice(`-c.${name}=`.length);
let electronDist = valueOf('electronDist');

await orExit(async () => {
  await buildProducts();
  writeNotices(root);
  writeManual();
  // What this copy checks later versions with. Without it, they are installed by hand on Linux.
  const updateKey = process.env['DOSSIER_UPDATE_PUBLIC_KEY'];
  const keyFile = join(root, 'dist', 'update-key.pem');
  if (updateKey) writeFileSync(keyFile, updateKey);
  else rmSync(keyFile, { force: true });
  if (electronDist !== undefined) return;
  const fetched = await ensureRuntime(root, console.log);
  const executable = findRuntime(root, process.env);
  if (fetched.kind === 'failed') throw new Obstacle(`A program is packed around its runtime. ${fetched.why}`);
  // A Mac's runtime is the folder around its application.
  electronDist = dirname(executable?.replace(/[\\/]Electron\.app[\\/].*$/, '/Electron.app') ?? '');
  words.push(`-c.electronDist=${electronDist}`);
});

// Without a certificate a Mac's program is signed by nobody in particular: unsigned, it would be killed.
const isUnsigned = process.platform === 'darwin' && !process.env['CSC_LINK'] && !process.env['CSC_NAME'];
const adHoc = 'electron/desktop/packaging/entitlements.adhoc.plist';
const signing = isUnsigned
  ? [
      '-c.mac.identity=-',
      '-c.mac.hardenedRuntime=false',
      `-c.mac.entitlements=${adHoc}`,
      `-c.mac.entitlementsInherit=${adHoc}`,
    ]
  : [];
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
const made = spawnSync(process.execPath, [builder, ...signing, ...words], {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.exitCode = made.status ?? 1;

const isCompressed = valueOf('compression') !== 'store';
const out = valueOf('directories.output') ?? join(root, 'dist', 'packed');
/**
 * Archives an unpacked program by the system's own `tar`: electron-builder would fetch a tool for that.
 * @param {string} folder @returns {string | null} the file, null if it could not be made
 */
function makeArchive(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `Dossier-${version}-linux-${process.arch}`;
  const file = join(out, `${name}.tar.gz`);
  const level = isCompressed ? '-9' : '-1';
  const tar = spawnSync(
    'tar',
    [
      ...['--create', '--file', file, `--use-compress-program=gzip ${level}`],
      ...['--owner=0', '--group=0', '--numeric-owner', `--transform=s,^${basename(folder)},${name},`],
      ...['--directory', dirname(folder), basename(folder)],
    ],
    { stdio: 'inherit' },
  );
  return tar.status === 0 ? file : null;
}

const unpacked = join(out, process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked');
if (made.status === 0 && process.platform === 'linux' && existsSync(unpacked)) {
  const archive = makeArchive(unpacked);
  if (archive === null) process.exitCode = 1;
  console.log(archive ?? 'No .tar.gz: tar failed.');
  const compression = isCompressed ? 'xz' : 'none';
  const debian = makeDebianPackage({ unpacked, out, arch: process.arch, compression });
  console.log(debian.kind === 'made' ? debian.path : debian.why);
}
// In the place of electron-builder's own, which know nothing of the Debian package.
if (made.status === 0 && existsSync(out)) writeOwnFeed(out);
