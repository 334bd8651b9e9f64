/** Everything in `dist/`, built if it is stale. Plain JavaScript: `npm ci` runs it on the machine's old Node. */
import { buildIfStale } from './build-if-stale.js';
import { Obstacle, root } from './install.js';

/**
 * Builds the pages, the desktop application and the terminal face.
 * @throws {Obstacle} which says what was in the way
 */
export async function buildProducts() {
  for (const product of /** @type {const} */ (['renderer', 'shell', 'program'])) {
    const built = await buildIfStale(root, product, () =>
      console.log(`Building dist/${product}: some seconds.`),
    );
    if (built.kind === 'failed') throw new Obstacle(built.message);
    if (built.kind === 'no-builder') {
      throw new Obstacle('Nothing can be built: Vite is not installed. "npm ci" brings it.');
    }
  }
}
