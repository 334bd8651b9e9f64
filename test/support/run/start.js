/** `npm start`: until there is a window, the main job end to end against the sample service (`dossier demo`). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, Obstacle, root } from './install.js';

console.log(
  'The demo: sync, edit offline, replay, review, report, on sample data. Usually under 30 seconds.',
);
try {
  install();
} catch (error) {
  if (!(error instanceof Obstacle)) throw error;
  console.error(error.message);
  process.exit(1);
}
const entry = join(root, 'electron', 'cli', 'dossier.js');
const child = spawn(process.execPath, [entry, 'demo', ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl-C reaches the child by itself.
child.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGHUP'));
