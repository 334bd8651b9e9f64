/**
 * `npm start`: opens the window. On a machine that cannot open the desktop application, the same application is served
 * to the local browser. Words after `npm start --` go to `dossier serve`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findDesktop } from '../../../electron/shell/start.js';
import { install, orExit, root } from './install.js';
import { buildProducts } from './products.js';

await orExit(() => {
  install();
  return buildProducts();
});

const desktop = findDesktop(root);
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
if (desktop.kind === 'none') {
  console.log(`The desktop window cannot be opened here: ${desktop.why}`);
  console.log(
    hasDisplay
      ? 'The same application opens in the local browser.'
      : 'The same application for a browser on this machine: open the address.',
  );
}
const child =
  desktop.kind === 'ready'
    ? spawn(desktop.executable, desktop.args, { stdio: 'inherit' })
    : spawn(
        process.execPath,
        [
          join(root, 'electron', 'cli', 'dossier.js'),
          'serve',
          ...(hasDisplay ? ['--open'] : []),
          ...process.argv.slice(2),
        ],
        { stdio: 'inherit' },
      );
// Ctrl-C reaches the child by itself.
child.on('error', (error) => {
  console.error(`It does not start: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGHUP'));
