/**
 * `npm run build`: builds what is older than its sources. With `--after-install`, as `npm ci` calls it at its end, a
 * failed build does not fail the installation: the terminal also runs from its sources.
 */
import { Obstacle } from './install.js';
import { buildProducts } from './products.js';

const afterInstall = process.argv.includes('--after-install');
try {
  await buildProducts();
  if (!afterInstall) console.log('Built: dist/renderer, dist/shell, dist/program.');
} catch (error) {
  if (!(error instanceof Obstacle)) throw error;
  console.log(error.message);
  if (afterInstall) console.log('The terminal works without; "npm run build" tries again.');
  else process.exitCode = 1;
}
