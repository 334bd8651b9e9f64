/**
 * `npm run check:desktop`: starts the desktop application through `npm start`, works it from within, starts it a second
 * time, and prints one line with versions and verdict. If Electron's runtime cannot be had it runs on the stand-in for
 * it, says so, and says nothing of Electron. With `--real` that is a failure.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDesktop } from '../desktop/start.js';
import { install, orExit, root } from './install.js';
import { ensureRuntime } from './runtime.js';

/** No start takes longer, on a machine that does much else. */
const START_MS = 6 * 60_000;
const driver = join(root, 'electron', 'build', 'drive-desktop.js');

/** @typedef {{ step: string, ok: boolean, ms: number, note?: string }} Step */
/** @typedef {{ versions: Record<string, string | null>, platform: string, steps: Step[] }} Report */

await orExit(install);
const onlyReal = process.argv.includes('--real');
let desktop = findDesktop(root);
if (desktop.kind === 'no-runtime') {
  const fetched = await ensureRuntime(root, console.log);
  desktop = fetched.kind === 'there' ? findDesktop(root) : { kind: 'none', why: fetched.why };
}
const isReal = desktop.kind === 'ready' && !desktop.standIn;
if (!isReal && onlyReal) {
  console.error(
    `Electron itself cannot be checked here: ${desktop.kind === 'ready' ? 'this is the stand-in.' : desktop.why}`,
  );
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'dossier-check-'));
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, DOSSIER_DESKTOP_DRIVER: driver, DOSSIER_CHECK_FOLDER: folder };
if (desktop.kind !== 'ready') {
  const { makeStandInRuntime } = await import('#test/support/electron-double/runtime.ts');
  env['ELECTRON_OVERRIDE_DIST_PATH'] = join(folder, 'runtime');
  makeStandInRuntime(env['ELECTRON_OVERRIDE_DIST_PATH']);
}

try {
  const parts = [await start('first'), await start('second')];
  const steps = parts.flatMap(
    (part) => part?.steps ?? [{ step: 'npm start', ok: false, ms: 0, note: 'no report' }],
  );
  const failed = steps.filter(({ ok }) => !ok);
  for (const { step, ok, ms, note } of steps) {
    console.log(
      `  ${ok ? 'ok    ' : 'failed'} ${step} (${(ms / 1000).toFixed(1)} s${note === undefined ? '' : `, ${note}`})`,
    );
  }
  const { versions = {}, platform = process.platform } = parts[0] ?? {};
  const on = isReal
    ? `Electron ${versions['electron']}`
    : 'the stand-in for Electron, which says nothing of Electron itself';
  const verdict = failed.length === 0 ? 'passed' : `failed (${failed.map(({ step }) => step).join(', ')})`;
  const report = { on: isReal ? 'Electron' : 'stand-in', platform, versions, steps, verdict };
  const file = join(root, 'dist', 'check-desktop.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(
    `Desktop check ${verdict} on ${on}; Chromium ${versions['chrome'] ?? 'of this machine'}, Node ${versions['node']}, ${platform}. Report: ${file}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts the application once, through `npm start`, and waits for its end.
 * @param {'first' | 'second'} which
 * @returns {Promise<Report | undefined>} undefined if there is none
 */
async function start(which) {
  const out = join(folder, `${which}.json`);
  const npm = process.env['npm_execpath'];
  const words = ['start', '--', '--home', join(folder, 'home'), '--verbose'];
  // Made by the first start.
  if (which === 'second') words.push(join(folder, 'vault.dossier'));
  const child =
    npm === undefined
      ? spawn('npm', words, {
          cwd: root,
          stdio: 'inherit',
          shell: process.platform === 'win32',
          env: { ...env, DOSSIER_CHECK_OUT: out, DOSSIER_CHECK_START: which },
        })
      : spawn(process.execPath, [npm, ...words], {
          cwd: root,
          stdio: 'inherit',
          env: { ...env, DOSSIER_CHECK_OUT: out, DOSSIER_CHECK_START: which },
        });
  // What falls back to the browser serves until it is ended.
  const limit = setTimeout(() => child.kill(), START_MS);
  await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  clearTimeout(limit);
  try {
    return JSON.parse(readFileSync(out, 'utf8'));
  } catch {
    return undefined;
  }
}
