import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** What `unzip` can undo, as the request's Accept-Encoding says it. */
export const acceptedEncodings = 'gzip, deflate, br';

export type Unzipped =
  | { readonly kind: 'ok'; readonly body: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'bad-encoding' };

const unpack = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  deflate: promisify(inflateRaw),
};

/**
 * The body before its Content-Encoding, at most `limit` bytes. A larger one is aborted on the way, so that a small
 * response cannot fill the memory. One encoding at most; nobody was told that more are welcome.
 */
export async function unzip(body: Uint8Array, encoding: string, limit: number): Promise<Unzipped> {
  const unpacker = unpackerFor(encoding.trim().toLowerCase(), body);
  if (unpacker === 'as-is' || body.byteLength === 0) return { kind: 'ok', body };
  if (unpacker === 'unknown') return { kind: 'bad-encoding' };
  try {
    return { kind: 'ok', body: await unpack[unpacker](body, { maxOutputLength: limit }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { kind: code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'bad-encoding' };
  }
}

function unpackerFor(encoding: string, body: Uint8Array): keyof typeof unpack | 'as-is' | 'unknown' {
  switch (encoding) {
    case '':
    case 'identity':
      return 'as-is';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'br':
      return 'br';
    case 'deflate':
      // Half of the servers send it with the zlib header that the standard asks for, half without.
      return ((body[0] ?? 0) & 0x0f) === 8 ? 'zlib' : 'deflate';
    default:
      return 'unknown';
  }
}
