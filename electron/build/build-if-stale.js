/**
 * Builds what the program is made of, if it runs from a checkout. Plain JavaScript on Node's own modules:
 * `npm ci` calls it on the machine's old Node, and the terminal's entry calls it before anything else is
 * loaded.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { carriedNodes } from '../cli/carried-node.js';

/**
 * What came of it. `message` is a line or two for a person; `no-builder`: an installed program, which has what was
 * built and no Vite.
 * @typedef {{ kind: 'fresh' | 'built' | 'no-builder' } | { kind: 'failed', message: string }} Built
 */

/**
 * The pages of the window, the desktop application around them, and the terminal face with its threads.
 * @typedef {'renderer' | 'shell' | 'program'} Product
 */

/**
 * What each is made by, a file that it has to have, and everything that it can be made of.
 * @type {Record<Product, { config: string, entry: string, sources: string[] }>}
 */
const PRODUCTS = {
  renderer: {
    config: 'vite.config.ts',
    entry: 'index.html',
    sources: ['renderer', 'electron/domain', 'electron/contract', 'docs/use', 'docs/images'],
  },
  shell: { config: 'vite.shell.config.ts', entry: 'main.js', sources: ['electron', 'db'] },
  program: {
    config: 'vite.program.config.ts',
    entry: 'main.js',
    sources: ['electron', 'db', 'vite.shell.config.ts'],
  },
};
/** Vite runs on this Node and on newer ones. */
const OLDEST_MAJOR = 22;

/**
 * Builds one part of `dist/` if it is older than its sources; quick if it is not.
 * @param {string} root of the checkout
 * @param {Product} product
 * @param {() => void} [onBuild] called before a build, which takes seconds
 * @returns {Promise<Built>}
 */
export async function buildIfStale(root, product, onBuild = () => undefined) {
  const { config, entry } = PRODUCTS[product];
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite) || !existsSync(join(root, config))) return { kind: 'no-builder' };
  const dist = join(root, 'dist');
  const stamp = join(dist, `${product}.stamp`);
  if (isCurrent(root, product)) return { kind: 'fresh' };
  const looked = new Date();
  const hash = hashOf(root, sourcesOf(product));
  if (textOf(stamp) === hash && existsSync(join(dist, product, entry))) {
    touch(stamp, looked);
    return { kind: 'fresh' };
  }
  const node = nodeFor(root);
  if (node === undefined) {
    return {
      kind: 'failed',
      message: `dist/${product} cannot be built: that needs Node ${OLDEST_MAJOR} or newer, this is ${process.version}.`,
    };
  }
  onBuild();
  // Aside first: a program that starts meanwhile reads the old one or the new one, never half of it. A running program
  // loads some parts late, and would get the new ones, as from changed sources: it has to be restarted.
  const aside = join(dist, `${product}-${process.pid}.new`);
  const old = join(dist, `${product}-${process.pid}.old`);
  mkdirSync(dist, { recursive: true });
  try {
    const args = [vite, 'build', '--config', config, '--logLevel', 'warn', '--outDir', aside];
    const { ok, output } = await run(node, args, root);
    if (!ok) return { kind: 'failed', message: `dist/${product} cannot be built.\n${output}` };
    if (existsSync(join(dist, product))) renameSync(join(dist, product), old);
    renameSync(aside, join(dist, product));
    writeFileSync(stamp, hash);
    // What was changed while it was built is newer than this.
    touch(stamp, looked);
    return { kind: 'built' };
  } finally {
    for (const folder of [aside, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Whether a part of `dist/` is there and nothing that it is made of was touched since: by times alone, which takes a start
 * some milliseconds. Change times, because a user who copies a file over another may give it any time of modification.
 * @param {string} root of the checkout
 * @param {Product} product
 */
export function isCurrent(root, product) {
  try {
    const built = lstatSync(join(root, 'dist', `${product}.stamp`)).mtimeMs;
    return (
      existsSync(join(root, 'dist', product, PRODUCTS[product].entry)) &&
      sourcesOf(product).every((source) => isOlder(join(root, source), built))
    );
  } catch {
    return false;
  }
}

/**
 * Notes when the sources were last found to be those of the stamp. Only the quicker look of `isCurrent` needs it, so a
 * checkout that belongs to another user goes without.
 * @param {string} stamp @param {Date} looked
 */
function touch(stamp, looked) {
  try {
    utimesSync(stamp, looked, looked);
  } catch {
    // It may be read, and not be written.
  }
}

/** A folder changes with the names in it. @param {string} path @param {number} time @returns {boolean} */
function isOlder(path, time) {
  const status = lstatSync(path);
  if (status.ctimeMs >= time) return false;
  return !status.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), time));
}

/** @param {Product} product @returns {string[]} every file and folder that it is made of */
function sourcesOf(product) {
  const { config, sources } = PRODUCTS[product];
  return [...sources, config, 'package.json', 'package-lock.json'];
}

/** @param {string} root @param {string[]} sources @returns {string} changes with every file of them */
function hashOf(root, sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesUnder(root, source))
      hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} source @returns {string[]} paths from the root, in a fixed order */
function filesUnder(root, source) {
  if (!existsSync(join(root, source))) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(join(root, source), { withFileTypes: true });
  } catch {
    return [source];
  }
  return entries
    .map((entry) => ({ entry, path: `${source}/${entry.name}` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesUnder(root, path) : [path]));
}

/** @param {string} path @returns {string | undefined} */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** This Node, or the one that came with the dependencies. @param {string} root @returns {string | undefined} */
export function nodeFor(root) {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return process.execPath;
  const carried = carriedNodes.get(`${process.platform}-${process.arch}`);
  const path = carried && join(root, 'node_modules', carried.name, carried.binary);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/**
 * @param {string} command @param {string[]} args @param {string} cwd
 * @returns {Promise<{ ok: boolean, output: string }>} never rejects: what does not start has failed
 */
function run(command, args, cwd) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
