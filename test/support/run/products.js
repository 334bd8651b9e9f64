/** Everything in `dist/`, built where it is stale. Plain JavaScript: `npm ci` runs it on the machine's old Node. */
import { buildIfStale } from '../../../electron/serve/build.js';
import { Obstacle, root } from './install.js';
import { installSystemPackages } from './system-packages.js';

/**
 * Builds the pages, the desktop application and the terminal face.
 * @returns {Promise<string | null>} what was in the way, for a person
 */
export async function buildProducts() {
  for (const product of /** @type {const} */ (['renderer', 'shell', 'program'])) {
    const built = await buildIfStale(root, product, () =>
      console.log(`Building dist/${product}: some seconds.`),
    );
    if (built.kind === 'failed') return built.message;
    if (built.kind === 'no-builder') {
      return 'Nothing can be built: Vite is not installed. "npm ci" brings it.';
    }
  }
  return null;
}

/** Has what a program of the benchmarks or the pictures runs on: packages and `dist/`, or ends it with what is in the way. */
export async function prepareOrExit() {
  try {
    installSystemPackages();
    const obstacle = await buildProducts();
    if (obstacle !== null) throw new Obstacle(obstacle);
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
