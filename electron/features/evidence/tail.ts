import { once } from 'node:events';
import { createInflate } from 'node:zlib';
import { crc32, joined, uint32 } from '#domain/images/bytes.ts';
import type { CleanImage } from '#domain/images/index.ts';

const headerEnd = 8;
/** Length, name and checksum of a chunk. */
const chunkFrame = 12;
/** So many bytes of the packed pixels are unpacked before others are answered. */
const atOnce = 1024 * 1024;

/**
 * Cuts off what follows the packed pixels of a PNG inside its chunks: programs that crop a picture into its old file
 * leave the rest there. Pixels that do not unpack are left as they are; no reader shows them. Unpacks bit by bit beside
 * the thread, and keeps nothing of it.
 *
 * @param image a PNG that `readImage` has found sound
 */
export async function withoutTail(image: CleanImage): Promise<CleanImage> {
  const chunks = chunksOf(image.content);
  const packed = joined(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  // Eight bytes a pixel are the most there are, and each line of each of seven passes begins with one more.
  const maxUnpacked = image.width * image.height * 8 + 16 * (image.height + image.width) + 65_536;
  const used = await lengthOfStream(packed, maxUnpacked);
  if (used === null || used === packed.length) return image;
  const pieces = chunks.flatMap(({ name, whole }, at) => {
    if (name !== 'IDAT') return [whole];
    const isFirst = chunks[at - 1]?.name !== 'IDAT';
    return isFirst ? [chunk('IDAT', packed.subarray(0, used))] : [];
  });
  return { ...image, content: joined([image.content.subarray(0, headerEnd), ...pieces]) };
}

/** How many bytes the stream at the beginning of `packed` has; null if it is none, or unpacks without end. */
async function lengthOfStream(packed: Uint8Array, maxUnpacked: number): Promise<number | null> {
  const inflate = createInflate();
  let unpacked = 0;
  inflate.on('data', (piece: Buffer) => {
    unpacked += piece.length;
    if (unpacked > maxUnpacked) inflate.destroy(new Error('more than its pixels'));
  });
  try {
    const ended = once(inflate, 'end');
    for (let at = 0; at < packed.length && inflate.writable; at += atOnce) {
      const isTaken = inflate.write(packed.subarray(at, at + atOnce));
      if (!isTaken) await Promise.race([once(inflate, 'drain'), ended]);
    }
    inflate.end();
    await ended;
    return inflate.bytesWritten;
  } catch {
    return null;
  }
}

interface Chunk {
  readonly name: string;
  readonly data: Uint8Array;
  readonly whole: Uint8Array;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  let at = headerEnd;
  while (at + chunkFrame <= png.length) {
    const next = at + chunkFrame + uint32(png, at);
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    chunks.push({ name, data: png.subarray(at + 8, next - 4), whole: png.subarray(at, next) });
    at = next;
  }
  return chunks;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(chunkFrame + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(name), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.length, crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}
