#!/usr/bin/env node
/**
 * The entry of the terminal, in plain JavaScript: it also starts on Node versions that cannot run the program. On Node
 * 20 the SQLite package loads and then crashes the process. So the version is looked at before anything else is loaded.
 * On a new enough Node the program runs right here; otherwise it runs in a child, on the Node that is installed beside
 * the dependencies.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// As a whole: Node 20 has no enableCompileCache, and a missing name ends the process before its first line.
import nodeModule from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { carriedNodes } from './carried-node.js';

const FIRST_MAJOR = 24;
/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const args = process.argv.slice(2);

/**
 * The last resort of every path: one line for a person, one document for a script, exit code 1.
 * @param {unknown} error
 * @returns {never}
 */
function fail(error) {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.split('\n', 1)[0];
  if (args.includes('--json')) {
    process.stdout.write(JSON.stringify({ error: { code: 'internal', message: line } }) + '\n');
  }
  const trace = args.includes('--debug') && error instanceof Error ? error.stack : undefined;
  process.stderr.write(`dossier: ${trace ?? line}\n`);
  process.exit(1);
}

/**
 * Ends the program if nobody caught what was thrown. Its text may quote a client's finding or a secret, so it is shown
 * with --debug alone.
 * @param {unknown} error
 * @returns {never}
 */
function crash(error) {
  if (args.includes('--debug')) fail(error);
  fail('Something unforeseen went wrong. Run the command again with --debug for the details.');
}

/** @returns {string | undefined} the path of the Node that npm installed with the project, if there is one */
function carriedNode() {
  const carried = carriedNodes.get(`${process.platform}-${process.arch}`);
  if (carried === undefined) return undefined;
  try {
    const manifest = nodeModule.createRequire(import.meta.url).resolve(`${carried.name}/package.json`);
    const binary = join(dirname(manifest), carried.binary);
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The child's descriptors: the standard ones, those in the arguments (a number, or the file that a shell makes of
 * `<(pass show report)`), and a channel. Only listed descriptors reach a child, so those of passphrase and passwords
 * would be lost without this.
 * @returns {(number | 'ignore' | 'ipc')[]}
 */
function descriptors() {
  const named = args.flatMap((arg, index) => {
    const text = /^--[\w-]+-fd$/.test(arg)
      ? args[index + 1]
      : /^(?:--[\w-]+-fd=|(?:--[\w-]+=)?\/dev\/fd\/)(.*)$/.exec(arg)?.[1];
    const fd = text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 0;
    return fd > 2 ? [fd] : [];
  });
  /** @type {(number | 'ignore' | 'ipc')[]} */
  const list = [0, 1, 2];
  for (let fd = 3; fd <= Math.max(2, ...named); fd++) list.push(named.includes(fd) ? fd : 'ignore');
  list.push('ipc');
  return list;
}

/**
 * Runs the program in a child and ends as the child ends: same exit code, same signal.
 * @param {string} node
 */
function runInChild(node) {
  // Before the child is there: it may say that it is ready while this process waits for its turn.
  // Ctrl-C reaches the whole foreground group: sent on once more, it would count as a second, impatient one.
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // On Windows the console tells the child itself, and to pass it on would end the child at once.
      if (process.platform === 'win32' || (signal === 'SIGINT' && onTerminal)) return;
      child.kill(signal);
    });
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], { stdio: descriptors() });
  child.on('error', (error) => fail(`the Node at ${node} does not start: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // Reached only if this process ignores that signal.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
  });
}

/** As a child: ends when the entry does, even when that was killed and could pass nothing on. */
function endWithParent() {
  const end = () => process.exit(1);
  process.on('disconnect', end);
  if (!process.connected) end();
  process.channel?.unref();
}

/** The XDG rules: a relative path there is invalid and ignored. @param {string | undefined} path */
function absolute(path) {
  return path?.startsWith('/') ? path : undefined;
}

/** Keeps compiled code between starts, in a folder of this user alone: what lies there is executed. */
function keepCompiledCode() {
  const base =
    process.platform === 'win32'
      ? process.env['LOCALAPPDATA']
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches')
        : (absolute(process.env['XDG_CACHE_HOME']) ?? join(homedir(), '.cache'));
  // It never throws: a folder that cannot be written costs the gain and nothing else.
  if (base) nodeModule.enableCompileCache(join(base, 'dossier', 'compiled'));
}

/** Node 24 before its 12th minor version announces type stripping on standard error at every start. */
function hideTypeStrippingWarning() {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && /type stripping/i.test(warning.message)) return;
    for (const print of printers) print.call(process, warning);
  });
}

async function runHere() {
  if (process.channel) endWithParent();
  process.on('uncaughtException', crash);
  for (const stream of [process.stdout, process.stderr]) {
    // A reader that went away (`dossier findings P | head`) is no reason to stop work half way.
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EPIPE') return;
      const why = error.code === 'ENOSPC' ? 'the disk is full' : error.code;
      fail(`The output could not be written: ${why}. Write it to another place.`);
    });
  }
  hideTypeStrippingWarning();
  keepCompiledCode();
  const { isCurrent } = await import('#build/build-if-stale.js');
  const root = new URL('../../', import.meta.url);
  // What was built loads in half the time; if it is older than its sources, they are what runs. A package has none.
  const isBuilt =
    !existsSync(new URL('electron/cli/main.ts', root)) || isCurrent(fileURLToPath(root), 'program');
  const program = isBuilt ? 'dist/program/main.js' : 'electron/cli/main.ts';
  const main = await import(new URL(program, root).href).then(
    (/** @type {typeof import('./main.ts')} */ loaded) => loaded.main,
  );
  process.exitCode = await main(args).catch(crash);
}

if (Number.parseInt(process.versions.node, 10) >= FIRST_MAJOR) {
  await runHere().catch(fail);
} else {
  const node = carriedNode();
  if (node === undefined) {
    fail(
      `Node ${FIRST_MAJOR} or newer is needed, this is ${process.version} and none is installed beside the ` +
        'program. Run "npm ci" in its folder or install a newer Node.',
    );
  } else {
    runInChild(node);
  }
}
