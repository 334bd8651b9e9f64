/**
 * Whether the desktop application can be opened on this machine, in plain JavaScript, because `npm start` and the
 * tests ask before anything newer is there. Nothing here downloads: the package `electron` would, if it was imported.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `why` is a sentence for a person, with what to do about it. `no-runtime`: everything else is there, so it can be fetched.
 * `standIn`: the executable is the tests' stand-in for Electron, which needs neither display nor sandbox.
 * @typedef {{ kind: 'ready', executable: string, args: string[], standIn: boolean }
 *   | { kind: 'no-runtime' | 'none', why: string }} Desktop
 */

/** A file of this name beside the executable says that this is no Electron. */
export const standInMark = 'stand-in-for-electron';

/**
 * The executable of Electron, if its package has put one here completely, or the user named a folder.
 * @param {string} root of the project
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findRuntime(root, env) {
  const folder = join(root, 'node_modules', 'electron');
  const usual = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const named = textOf(join(folder, 'path.txt'));
  const own = env['ELECTRON_OVERRIDE_DIST_PATH'];
  // Its name is written last: without it the runtime was fetched by halves, or not at all.
  if (!own && (named === undefined || !isCurrentRuntime(folder))) return undefined;
  const name =
    named ?? (process.platform in usual ? usual[/** @type {keyof usual} */ (process.platform)] : 'electron');
  const executable = join(own ?? join(folder, 'dist'), name);
  return existsSync(executable) ? executable : undefined;
}

/** @param {string} folder of the package `electron` */
function isCurrentRuntime(folder) {
  const version = textOf(join(folder, 'dist', 'version'))
    ?.trim()
    .replace(/^v/, '');
  return version !== undefined && version === versionOf(folder);
}

/** @param {string} folder of the package `electron` @returns {string | undefined} */
function versionOf(folder) {
  const manifest = textOf(join(folder, 'package.json'));
  if (manifest === undefined) return undefined;
  /** @type {unknown} */
  const parsed = JSON.parse(manifest);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : undefined;
}

/**
 * @param {string} root of the project
 * @param {NodeJS.ProcessEnv} [env]
 * @param {{ platform?: NodeJS.Platform, uid?: number | undefined, sandbox?: (executable: string) => string | null }} [machine]
 *   `sandbox` says why Chromium's sandbox cannot work; null if it can
 * @returns {Desktop}
 */
export function findDesktop(root, env = process.env, machine = {}) {
  const { platform = process.platform, uid = process.getuid?.(), sandbox = whyNoSandbox } = machine;
  const executable = findRuntime(root, env);
  // The folder, not its main script: so the program has its own name and version, and not Electron's.
  const args = [root];
  if (executable !== undefined && existsSync(join(dirname(executable), standInMark))) {
    return { kind: 'ready', executable, args, standIn: true };
  }
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return { kind: 'none', why: 'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).' };
  }
  if (platform === 'linux' && uid === 0) {
    return {
      kind: 'none',
      why: "Chromium's sandbox does not run for root, and without it no window is opened. Start it as another user.",
    };
  }
  if (executable === undefined) {
    return {
      kind: 'no-runtime',
      why: 'Electron\'s runtime is not on this machine; "npm run runtime" fetches it.',
    };
  }
  const why = platform === 'linux' ? sandbox(executable) : null;
  if (why !== null) return { kind: 'none', why };
  if (platform === 'linux') args.push(...displaySwitch(env));
  return { kind: 'ready', executable, args, standIn: false };
}

/**
 * Names the display if there is only one. Chromium may go by the type of the session alone, and end without the other one.
 * @param {NodeJS.ProcessEnv} env @returns {string[]}
 */
function displaySwitch(env) {
  if (env['DISPLAY'] && env['WAYLAND_DISPLAY']) return [];
  return [`--ozone-platform=${env['DISPLAY'] ? 'x11' : 'wayland'}`];
}

/**
 * Why Chromium's sandbox cannot work here: without it the program would be aborted before its first line. Null if it can.
 * @param {string} executable
 * @param {{ canUnshare?: () => boolean | null, profiles?: string }} [machine] whether a user may make a namespace, null if
 *   that cannot be tried; the folder of AppArmor's profiles
 * @returns {string | null} with the two remedies
 */
export function whyNoSandbox(executable, machine = {}) {
  const { canUnshare = tryUnshare, profiles = '/etc/apparmor.d' } = machine;
  const helper = join(dirname(executable), 'chrome-sandbox');
  if (isSetuidRoot(helper) || hasProfile(profiles, executable) || canUnshare() !== false) return null;
  return (
    "Chromium's sandbox needs user namespaces, which this system does not allow. Allow them " +
    '(sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0), or give the sandbox its own helper ' +
    `(sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}').`
  );
}

/** @param {string} path */
function isSetuidRoot(path) {
  try {
    const { uid, mode } = statSync(path);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

/** Whether a profile of AppArmor allows this executable its namespaces. @param {string} folder @param {string} executable */
function hasProfile(folder, executable) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => textOf(join(folder, name)) ?? '')
      .some((text) => text.includes(executable) && /^\s*userns\b/m.test(text));
  } catch {
    return false;
  }
}

/** @returns {boolean | null} null if the tool that tries it is not there */
function tryUnshare() {
  const tried = spawnSync('unshare', ['--user', '--map-root-user', 'true'], {
    stdio: 'ignore',
    timeout: 5_000,
  });
  return tried.error === undefined ? tried.status === 0 : null;
}

/** @param {string} path @returns {string | undefined} */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
