/**
 * `npm run build`: builds what the window is made of, where it is older than its sources. With `--after-install`, as npm
 * calls it at the end of `npm ci`, an installation stays one that worked: the terminal needs no window.
 */
import { buildWindow } from './window.js';

const afterInstall = process.argv.includes('--after-install');
const obstacle = await buildWindow();
if (obstacle === null) {
  if (!afterInstall) console.log('The window is built: dist/renderer, dist/shell.');
} else {
  console.log(obstacle);
  if (afterInstall) console.log('The terminal works without the window; "npm run build" tries again.');
  else process.exitCode = 1;
}
