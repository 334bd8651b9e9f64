/**
 * `npm run pack`: builds what is stale and packs the desktop application for this system into `dist/packed`, on the
 * runtime that the package `electron` has here. Words after `npm run pack --` go to electron-builder, as in
 * `npm run pack -- --linux dir`.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { findRuntime } from '../../../electron/shell/start.js';
import { orExit, root, toolEnvironment } from './install.js';
import { buildProducts } from './products.js';
import { ensureRuntime } from './runtime.js';

await orExit(buildProducts);
const words = process.argv.slice(2);
const isGiven = words.some((word) => word.startsWith('-c.electronDist='));
const fetched = isGiven ? { kind: /** @type {const} */ ('there') } : await ensureRuntime(root, console.log);
const executable = isGiven ? undefined : findRuntime(root, process.env);
if (fetched.kind === 'failed') {
  console.error(`A program is packed around its runtime. ${fetched.why}`);
  process.exitCode = 1;
} else {
  // A Mac's runtime is the folder around its application.
  const folder = executable === undefined ? '' : (executable.split(/[\\/]Electron\.app[\\/]/, 1)[0] ?? '');
  const own =
    executable === undefined
      ? []
      : [`-c.electronDist=${folder === executable ? dirname(executable) : folder}`];
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const made = spawnSync(process.execPath, [builder, ...own, ...words], {
    cwd: root,
    env: toolEnvironment(),
    stdio: 'inherit',
  });
  process.exitCode = made.status ?? 1;
}
