/*
 * Messages over a stream of bytes: the length of the whole, the length of its JSON, the JSON, and the bytes that belong
 * to it.
 */

const HEAD = 8;

/** A message as pieces to be sent. */
export function frameOf(message: unknown, bytes: readonly Uint8Array[] = []): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(
    bytes.reduce((sum, { length }) => sum + length, text.length),
    0,
  );
  head.writeUInt32BE(text.length, 4);
  return [Buffer.concat([head, text]), ...bytes];
}

/** A message as it came: its JSON as text, and what comes behind. */
export interface Frame {
  readonly text: string;
  readonly bytes: Buffer;
}

/** Puts messages together from pieces of any length. */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let held = 0;
  let wanted = HEAD;
  return (chunk) => {
    pieces.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = pieces.length === 1 ? Buffer.from(pieces[0] ?? []) : Buffer.concat(pieces);
      const total = HEAD + all.readUInt32BE(0);
      pieces = [all];
      wanted = total;
      if (held < total) return;
      const end = HEAD + all.readUInt32BE(4);
      onFrame({ text: all.toString('utf8', HEAD, end), bytes: all.subarray(end, total) });
      pieces = [all.subarray(total)];
      held -= total;
      wanted = HEAD;
    }
  };
}
