/**
 * Whether the desktop application can be opened on this machine, in plain JavaScript, because `npm start` and the
 * tests ask before anything newer is there. Nothing here downloads: the package `electron` would, if it was imported.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ kind: 'ready', executable: string, args: string[] } | { kind: 'none', why: string }} Desktop
 * `why` is a sentence for a person.
 */

/**
 * The executable of Electron, where npm or the person put one.
 * @param {string} root of the project
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findRuntime(root, env) {
  const folder = join(root, 'node_modules', 'electron');
  const usual = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const named = textOf(join(folder, 'path.txt'));
  const name =
    named ?? (process.platform in usual ? usual[/** @type {keyof usual} */ (process.platform)] : 'electron');
  const executable = join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name);
  return existsSync(executable) ? executable : undefined;
}

/**
 * @param {string} root of the project
 * @param {NodeJS.ProcessEnv} [env]
 * @param {{ platform?: NodeJS.Platform, uid?: number | undefined }} [machine]
 * @returns {Desktop}
 */
export function findDesktop(root, env = process.env, machine = {}) {
  const { platform = process.platform, uid = process.getuid?.() } = machine;
  const executable = findRuntime(root, env);
  if (executable === undefined) {
    return {
      kind: 'none',
      why: "Electron's runtime is not on this machine (npx install-electron fetches it).",
    };
  }
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return { kind: 'none', why: 'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).' };
  }
  if (platform === 'linux' && uid === 0) {
    return {
      kind: 'none',
      why: "Chromium's sandbox does not run for root, and without it no window is opened.",
    };
  }
  // The folder, not its main script: so the program has its own name and version, and not Electron's.
  return { kind: 'ready', executable, args: [root] };
}

/** @param {string} path @returns {string | undefined} */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
