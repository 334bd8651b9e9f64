/**
 * `npm run build`: builds what the window is made of, where it is older than its sources. With `--after-install`, as npm
 * calls it at the end of `npm ci`, an installation stays one that worked: the terminal needs no pages.
 */
import { buildIfStale } from '../../../electron/serve/build.js';
import { root } from './install.js';

const afterInstall = process.argv.includes('--after-install');
const built = await buildIfStale(root, () => console.log('Building the pages of the window.'));
switch (built.kind) {
  case 'failed':
    console.log(built.message);
    if (afterInstall) console.log('The terminal works without them; "npm run build" tries again.');
    else process.exitCode = 1;
    break;
  case 'no-builder':
    console.log('The pages of the window are not built: Vite is not installed ("npm ci" brings it).');
    if (!afterInstall) process.exitCode = 1;
    break;
  case 'fresh':
    if (!afterInstall) console.log('The pages of the window are up to date.');
    break;
  case 'built':
    break;
}
