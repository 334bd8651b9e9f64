import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A folder of new versions, as an address that can be read as long as it is needed. */
export interface FolderFeed {
  readonly url: string;
  close(): void;
}

/**
 * Serves the files of one folder on the loopback address, since the updater reads addresses alone. Only who knows its
 * random path gets one, by its plain name, and nothing of a folder inside.
 */
export async function serveFolder(folder: string): Promise<FolderFeed> {
  const secret = `/${randomBytes(16).toString('hex')}/`;
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '', 'http://loopback.invalid')?.pathname ?? '';
    const name = path.startsWith(secret) ? nameIn(path.slice(secret.length)) : null;
    if (request.method !== 'GET' || name === null) {
      response.writeHead(404).end();
      return;
    }
    void answer(join(folder, name), response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}${secret}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(path: string, response: ServerResponse): Promise<void> {
  try {
    const found = await stat(path);
    if (!found.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-length', found.size);
    await pipeline(createReadStream(path), response);
  } catch {
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) response.writeHead(404).end();
  }
}

/** The name of a file that lies in the folder itself; null for any other path. */
function nameIn(path: string): string | null {
  try {
    const name = decodeURIComponent(path);
    return /^[^/\\:\0]+$/.test(name) && name !== '.' && name !== '..' ? name : null;
  } catch {
    return null;
  }
}
