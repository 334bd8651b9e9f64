/** As many bytes are hashed, or written to the store, in some milliseconds. */
export const megabyte = 1_048_576;

/** The same bytes in pieces of one length, the last one as long as it comes out. */
export function* piecesOf(length: number, chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + length - bytes);
      held.push(part);
      bytes += part.length;
      at += part.length;
      if (bytes < length) continue;
      yield Buffer.concat(held);
      [held, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}
