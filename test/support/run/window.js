/** What the window is made of, built where it is stale. Plain JavaScript: `npm ci` runs it on the machine's old Node. */
import { buildIfStale } from '../../../electron/serve/build.js';
import { root } from './install.js';

/**
 * Builds the pages and the desktop application.
 * @returns {Promise<string | null>} what was in the way, for a person
 */
export async function buildWindow() {
  for (const product of /** @type {const} */ (['renderer', 'shell'])) {
    const built = await buildIfStale(root, product, () =>
      console.log(`Building dist/${product}: some seconds.`),
    );
    if (built.kind === 'failed') return built.message;
    if (built.kind === 'no-builder') {
      return 'The window cannot be built: Vite is not installed. "npm ci" brings it.';
    }
  }
  return null;
}
