import type { IncomingMessage } from 'node:http';

/** What came of receiving a request: all of its body, a body over the limit, or a caller who went away. */
export type Received =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'oversized' }
  | { readonly kind: 'gone' };

/** A body this many times over the limit is no mistake any more; the connection ends instead of reading on. */
const MAX_EXCESS = 16;

/**
 * Receives a body of at most `limit` bytes. What exceeds it is read and dropped, so that a caller who only
 * listens after sending gets the 400 instead of a reset.
 */
export function receive(request: IncomingMessage, limit: number): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > limit * MAX_EXCESS) request.destroy();
    });
    request.on('end', () => {
      resolve(size > limit ? { kind: 'oversized' } : { kind: 'whole', bytes: Buffer.concat(chunks) });
    });
    request.on('error', () => {
      resolve({ kind: 'gone' });
    });
    request.on('close', () => {
      resolve({ kind: 'gone' });
    });
  });
}

/** Whether a request says that its body is JSON (resources: every body is application/json). */
export function saysJson(request: IncomingMessage): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}
