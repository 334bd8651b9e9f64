import { fileURLToPath } from 'node:url';
import { DossierError } from '#contract/error.ts';
import { openHomeGateway } from '#app/client/home-gateway.ts';
import type { HomeGatewayOptions } from '#app/client/home-gateway.ts';
import { buildIfStale } from '#build/build-if-stale.js';
import { readPages } from './pages.ts';
import type { WindowFile } from './pages.ts';
import type { LocalServer } from './server.ts';

export type { LocalServer } from './server.ts';

/** Which home to serve, and where. */
export interface ServeOptions extends HomeGatewayOptions {
  /** 0 takes a free port. */
  readonly port: number;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Serves a home to the browser of this machine. In a checkout the pages are built first if they are older than
 * their sources.
 * @throws DossierError 'file' if there are no pages, 'usage' if the port cannot be used
 */
export async function serve(options: ServeOptions): Promise<LocalServer> {
  // First, so that the home opens while the pages are read.
  const gateway = openHomeGateway(options);
  try {
    const pages = await builtPages(options.tell);
    const { startServer } = await import('./server.ts');
    return await startServer({ gateway, pages, port: options.port });
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

async function builtPages(tell: (line: string) => void): Promise<ReadonlyMap<string, WindowFile>> {
  const built = await buildIfStale(root, 'renderer', () => tell('Building the pages of the window…'));
  if (built.kind === 'failed') throw new DossierError('file', built.message);
  const pages = readPages(fileURLToPath(new URL('../../dist/renderer/', import.meta.url)));
  if (pages.has('/')) return pages;
  throw new DossierError(
    'file',
    'The pages of the window are missing. In a checkout "npm run build" makes them; otherwise install the program again.',
  );
}
