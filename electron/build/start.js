/**
 * `npm start`: opens the window. If the desktop application cannot be opened, the same application is served to the
 * local browser. Words after `npm start --` go on: `--home FOLDER`, `--verbose`, and `--browser` for the browser at once.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findDesktop } from '../desktop/start.js';
import { install, orExit, root } from './install.js';
import { buildProducts } from './products.js';
import { ensureRuntime } from './runtime.js';

/** What the desktop application prints when its window can be seen. */
const READY = /^Dossier: the window is open/;

await orExit(() => {
  install();
  return buildProducts();
});

const words = process.argv.slice(2).filter((word) => word !== '--browser');
const wantsBrowser = words.length < process.argv.length - 2;
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let isStopping = false;
// Ctrl-C reaches the child by itself.
process.on('SIGINT', () => (isStopping = true));
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    isStopping = true;
    child?.kill(signal);
  });
}

const why = wantsBrowser ? null : await openDesktop();
if (isStopping) process.exit(1);
if (why !== null) console.log(`The desktop window cannot be opened here: ${why}`);
// What works the window from within finds none in a browser.
if (process.env['DOSSIER_DESKTOP_DRIVER'] !== undefined) process.exit(1);
serve();

/**
 * Opens the desktop application and ends with it.
 * @returns {Promise<string>} why there is no window, if there is none
 */
async function openDesktop() {
  let desktop = findDesktop(root);
  if (desktop.kind === 'no-runtime') {
    const fetched = await ensureRuntime(root, console.log);
    if (fetched.kind === 'failed') return fetched.why;
    desktop = findDesktop(root);
  }
  if (desktop.kind !== 'ready') return desktop.why;
  if (desktop.standIn) console.log("On the tests' stand-in for Electron.");
  // The driver of `npm run check:desktop`, which works the window from within.
  const driver = process.env['DOSSIER_DESKTOP_DRIVER'];
  const { executable } = desktop;
  const args = [...(driver === undefined ? [] : ['-r', driver]), ...desktop.args];
  const started = spawn(executable, [...args, ...words], { stdio: ['inherit', 'pipe', 'inherit'] });
  child = started;
  let isOpen = false;
  createInterface({ input: started.stdout }).on('line', (line) => {
    isOpen ||= READY.test(line);
    console.log(line);
  });
  const how = await new Promise((resolve) => {
    started.once('error', (error) => resolve(error.message));
    started.once('close', (code, signal) => resolve(signal ?? code));
  });
  if (isOpen || isStopping || how === 0) process.exit(typeof how === 'number' ? how : 1);
  const ended = typeof how === 'number' ? `with code ${how}` : `by ${how}`;
  return `it ended before its window was there (${ended}). "npm start -- --verbose" says more.`;
}

/** Serves the same application to the browser of this machine, and ends with it. */
function serve() {
  const hasDisplay =
    process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  if (!wantsBrowser) {
    console.log(
      hasDisplay
        ? 'The same application opens in the local browser.'
        : 'The same application for a browser on this machine: open the address.',
    );
  }
  const isBackup = (/** @type {string} */ word) => !word.startsWith('-') && /\.dossier$/i.test(word);
  const backup = words.find((word, index) => isBackup(word) && words[index - 1] !== '--home');
  if (backup !== undefined) {
    console.log('The browser restores no backup: "dossier home restore FILE FOLDER" does.');
  }
  const served = words
    .filter((word) => word !== backup)
    .map((word) => (word === '--verbose' ? '--debug' : word));
  const command = [
    join(root, 'electron', 'cli', 'dossier.js'),
    'serve',
    ...(hasDisplay ? ['--open'] : []),
    ...served,
  ];
  const server = spawn(process.execPath, command, { stdio: 'inherit' });
  child = server;
  server.on('error', (error) => {
    console.error(`It does not start: ${error.message}`);
    process.exit(1);
  });
  server.on('exit', (code) => process.exit(code ?? 1));
}
