import type { IncomingMessage } from 'node:http';
import { maxCallLength } from '#contract/input/sizes.ts';

/** What a request's body turned out to be. */
export type RequestBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** The page went away before it was whole. */
  | { readonly kind: 'broken' };

/** Reads a body whole, and no further than the limit. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxCallLength) return { kind: 'too-large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Leaving the loop early must not hang up: the page shall read why.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Buffer)) return { kind: 'broken' };
      bytes += chunk.length;
      if (bytes > maxCallLength) return { kind: 'too-large' };
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'broken' };
  }
  const whole = Buffer.concat(chunks);
  const text = whole.toString('utf8');
  // A passphrase or a client's text may be in it, and freed memory keeps what was there.
  for (const buffer of [whole, ...chunks]) buffer.fill(0);
  return { kind: 'text', text };
}
