/**
 * Puts the dependencies in place before anything else runs. Plain JavaScript on Node's own modules, because it
 * starts in a fresh clone and on the machine's old Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.dossier-lock-hash');

/** What keeps a command from doing its work, in words for the person who started it. */
export class Obstacle extends Error {}

/**
 * Has in place what a command needs, or ends it with what is in the way.
 * @param {() => void | Promise<void>} prepare
 */
export async function orExit(prepare) {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** @param {string} path @returns {string | undefined} the text of the file, undefined if there is none */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Whether npm itself already installed this lock file, by hand for instance: npm writes down what it put into
 * `node_modules`. Optional packages of other systems are missing there by right.
 * @param {string} lock the text of package-lock.json
 * @returns {boolean}
 */
function installedByNpm(lock) {
  const record = textOf(join(modules, '.package-lock.json'));
  if (record === undefined) return false;
  const wanted = Object.entries(JSON.parse(lock).packages).filter(([path]) => path !== '');
  const present = JSON.parse(record).packages;
  return wanted.every(([path, entry]) => {
    const other = present[path];
    return other === undefined ? entry.optional === true : other.version === entry.version;
  });
}

/**
 * Makes `node_modules` agree with package-lock.json; silent and quick if it does already.
 * @throws {Obstacle} when npm fails or cannot be started
 */
export function install() {
  const lock = textOf(join(root, 'package-lock.json')) ?? '';
  const hash = createHash('sha256').update(`${lock}\n${process.platform}-${process.arch}`).digest('hex');
  if (textOf(stamp) === hash) return;
  if (!installedByNpm(lock)) {
    if (process.platform === 'win32' && process.execPath.startsWith(modules + sep)) {
      throw new Obstacle('The dependencies changed. Run "npm ci" once, then this command again.');
    }
    console.log('Installing the dependencies (npm ci): usually 10 to 60 seconds.');
    const started = Date.now();
    runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  }
  writeFileSync(stamp, hash);
}

/**
 * The npm that started this script, and the Node that it runs on: the one in `node_modules` goes away meanwhile.
 * @param {string[]} args
 */
function runNpm(args) {
  const script = process.env['npm_execpath'];
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  const own = script !== undefined && /\.c?js$/.test(script);
  const result = own
    ? spawnSync(node, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: sep === '\\' });
  if (result.error !== undefined) throw new Obstacle(`npm cannot be started: ${result.error.message}`);
  if (result.status !== 0) throw new Obstacle(`npm ci failed (${result.signal ?? `exit ${result.status}`}).`);
}

/**
 * The environment for the project's own tools: its Node 24 and its commands come first, whichever Node this is.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
  const bin = join(modules, '.bin');
  const { PATH, Path, ...rest } = process.env;
  return { ...rest, PATH: [bin, PATH ?? Path ?? ''].join(delimiter) };
}
