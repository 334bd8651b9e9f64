import { open } from 'node:fs/promises';

/** The bytes of a scanner's file, wherever they are. */
export interface ScanInput {
  /** For messages; never used as a path. */
  readonly name: string;
  readonly size: number;
  /** The bytes from an offset on, in pieces of any length. */
  read(from: number, to?: number): AsyncIterable<Uint8Array>;
}

/** So many bytes are read at once. */
const pieceBytes = 64 * 1024;

/** A file on the disk. @throws an error of the system if it cannot be opened */
export async function fileInput(path: string, name: string): Promise<ScanInput> {
  const file = await open(path);
  let size: number;
  try {
    ({ size } = await file.stat());
  } finally {
    await file.close();
  }
  return {
    name,
    size,
    async *read(from, to = size) {
      const handle = await open(path);
      try {
        for (let at = from; at < to;) {
          const piece = new Uint8Array(Math.min(pieceBytes, to - at));
          const { bytesRead } = await handle.read(piece, 0, piece.length, at);
          // It became shorter since it was measured: what reads the text sees that its end is missing.
          if (bytesRead === 0) return;
          at += bytesRead;
          yield piece.subarray(0, bytesRead);
        }
      } finally {
        await handle.close();
      }
    },
  };
}

/** A file that is in memory. */
export function bytesInput(bytes: Uint8Array, name: string): ScanInput {
  return {
    name,
    size: bytes.length,
    async *read(from, to = bytes.length) {
      for (let at = from; at < to; at += pieceBytes) {
        yield bytes.subarray(at, Math.min(at + pieceBytes, to));
      }
    },
  };
}

/** A few bytes as one piece. */
export async function bytesAt(input: ScanInput, from: number, to: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input.read(from, Math.min(to, input.size))) pieces.push(piece);
  return Buffer.concat(pieces);
}
