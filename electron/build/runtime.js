/**
 * Fetches Electron's runtime, which its package no longer does when it is installed. `npm start` and `npm run pack` call
 * it; `npm run runtime` runs it alone, and fetches in any surroundings.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findRuntime } from '../desktop/start.js';
import { nodeFor } from './build-if-stale.js';
import { root as ownRoot } from './install.js';

/** Measured for Linux on x64; the other systems differ by some ten of them. */
const DOWNLOAD_MB = 120;
const MB = 1_000_000;
const TRY_AGAIN =
  '"npm run runtime" tries again. Behind a proxy set HTTPS_PROXY, with a mirror of your own ELECTRON_MIRROR.';

/**
 * @typedef {{ kind: 'there' } | { kind: 'failed', why: string }} Fetched `why`: a sentence for a person, with what to do
 * @typedef {{ limitMs: number, stallMs: number, reportMs: number }} Limits for all of it, for a time in which nothing comes,
 *   and between two lines on how far it is
 */

/** @type {Limits} */
const LIMITS = { limitMs: 15 * 60_000, stallMs: 30_000, reportMs: 5_000 };

/** A machine without a network is not kept waiting at each start. */
const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Fetches the runtime for a command that needs it: not as root, not with `CI`, and not for a day after it failed.
 * @param {string} root of the project
 * @param {(line: string) => void} tell gets lines for the user
 * @param {{ env?: NodeJS.ProcessEnv, uid?: number | undefined, nowMs?: number }} [machine]
 * @returns {Promise<Fetched>}
 */
export async function ensureRuntime(root, tell, machine = {}) {
  const { env = process.env, uid = process.getuid?.(), nowMs = Date.now() } = machine;
  if (findRuntime(root, env) !== undefined) return { kind: 'there' };
  const mark = join(root, 'node_modules', '.cache', 'dossier', 'runtime-not-fetched');
  const why = env['CI']
    ? 'CI is set'
    : uid === 0
      ? 'you are root'
      : nowMs - modifiedMs(mark) < REMEMBERED_MS
        ? 'that failed less than a day ago'
        : null;
  if (why !== null) {
    return {
      kind: 'failed',
      why: `Electron's runtime is not on this machine, and is not fetched by itself (${why}). "npm run runtime" fetches it.`,
    };
  }
  const fetched = await fetchRuntime(root, tell, env);
  if (fetched.kind === 'failed') writeFileSync(mark, '');
  return fetched;
}

/** @param {string} path */
function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}

/**
 * Runs the install script of the package `electron`, which checks what it loads against checksums of its own.
 * @param {string} root of the project
 * @param {(line: string) => void} tell gets lines for the user
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Limits} [limits]
 * @returns {Promise<Fetched>}
 */
export async function fetchRuntime(root, tell, env = process.env, limits = LIMITS) {
  const folder = join(root, 'node_modules', 'electron');
  const node = nodeFor(root);
  if (node === undefined) {
    return {
      kind: 'failed',
      why: `Electron's runtime is fetched by Node 22 or newer, this is ${process.version}.`,
    };
  }
  const cache = join(root, 'node_modules', '.cache', 'dossier');
  mkdirSync(cache, { recursive: true });
  // It loads into the folder for temporary files: in one of its own its bytes can be counted.
  const temporary = mkdtempSync(join(cache, 'runtime-'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const minutes = Math.round(limits.limitMs / 60_000);
  tell(
    `Fetching Electron ${version}, once: about ${DOWNLOAD_MB} MB, at most ${minutes} minutes. Ctrl-C gives up.`,
  );
  try {
    const failure = await runInstaller(node, join(folder, 'install.js'), {
      env: {
        ...env,
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
        ELECTRON_GET_NO_PROGRESS: '1',
        NODE_USE_ENV_PROXY: '1',
      },
      bytes: () => sizeOf(temporary) + sizeOf(join(folder, 'dist')),
      tell,
      limits,
    });
    if (failure === null && findRuntime(root, env) !== undefined) {
      tell('Electron is here.');
      return { kind: 'there' };
    }
    const why = failure ?? 'its package said so, and it is not there';
    return { kind: 'failed', why: `Electron's runtime could not be fetched: ${why}. ${TRY_AGAIN}` };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} node
 * @param {string} script
 * @param {{ env: NodeJS.ProcessEnv, bytes: () => number, tell: (line: string) => void, limits: Limits }} parts
 * @returns {Promise<string | null>} what went wrong, null if nothing did
 */
async function runInstaller(node, script, { env, bytes, tell, limits }) {
  const child = spawn(node, [script], { env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint = `${complaint}${text}`.slice(-8_000)));
  /** @type {string | null | undefined} */
  let ended;
  const end = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : signal === null ? reasonIn(complaint, code) : `it was ended by ${signal}`),
    );
  }).then((how) => (ended = /** @type {string | null} */ (how)));
  const started = performance.now();
  const begun = bytes();
  let [last, lastAt, toldAt] = [begun, started, started];
  while (ended === undefined) {
    const woken = new AbortController();
    await Promise.race([
      end,
      sleep(Math.min(250, limits.stallMs), undefined, { signal: woken.signal }).catch(() => undefined),
    ]);
    woken.abort();
    if (ended !== undefined) break;
    const [now, size] = [performance.now(), bytes()];
    if (size !== last) [last, lastAt] = [size, now];
    if (now - toldAt >= limits.reportMs) {
      toldAt = now;
      tell(`  ${Math.max(0, Math.round((size - begun) / MB))} MB`);
    }
    const late =
      now - started > limits.limitMs ? limits.limitMs : now - lastAt > limits.stallMs ? limits.stallMs : 0;
    if (late === 0) continue;
    child.kill('SIGKILL');
    await end;
    return late === limits.limitMs
      ? `it took longer than ${seconds(late)}`
      : `nothing came for ${seconds(late)}`;
  }
  return ended;
}

/** @param {number} ms */
const seconds = (ms) => `${Math.round(ms / 100) / 10} s`;

/** The one word of a trace that tells a user something. @param {string} complaint @param {number | null} code */
function reasonIn(complaint, code) {
  const found =
    /Response code \d+|getaddrinfo \w+ [\w.-]+|\b(?:E[A-Z]{4,}|(?:CERT|UNABLE|SELF|UND_ERR)_\w+)\b|checksum/i.exec(
      complaint,
    );
  return found?.[0] ?? `its package ended with ${code}`;
}

/** @param {string} folder @returns {number} bytes of all files below it, as far as they can be counted */
function sizeOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
    }, 0);
  } catch {
    return 0;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const fetched =
    findRuntime(ownRoot, process.env) === undefined
      ? await fetchRuntime(ownRoot, console.log)
      : /** @type {Fetched} */ ({ kind: 'there' });
  if (fetched.kind === 'failed') console.error(fetched.why);
  else console.log(`Electron: ${findRuntime(ownRoot, process.env)}`);
  process.exitCode = fetched.kind === 'failed' ? 1 : 0;
}
