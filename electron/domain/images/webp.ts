import { joined } from './bytes.ts';
import { maxDecodedPixels, type DecodedImage } from './decoded.ts';

/** A chunk of a WebP: its name and its bytes. */
interface WebpChunk {
  readonly name: string;
  readonly data: Uint8Array;
}

/** The first frame of a WebP: the chunks that make its pixels, and where they stand on the canvas. */
interface WebpFrame {
  readonly chunks: readonly WebpChunk[];
  readonly x: number;
  readonly y: number;
  /** null: the frame is all there is. */
  readonly canvas: Size | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The name and the length of a chunk. */
const chunkHead = 8;
/** What an animation says of a frame before the frame's own chunks. */
const frameHead = 16;

/** The first frame of a WebP on its canvas; null if it is damaged, cut short or too large. Never rejects. */
export async function decodeWebp(bytes: Uint8Array): Promise<DecodedImage | null> {
  const frame = firstFrame(bytes);
  const size = frame === null ? null : sizeOf(frame.chunks.at(-1));
  if (frame === null || size === null) return null;
  const canvas = frame.canvas ?? size;
  // Before the decoder: what a file of few bytes claims would be asked of the memory.
  if ([size, canvas].some(({ width, height }) => width * height > maxDecodedPixels)) return null;
  if (frame.x + size.width > canvas.width || frame.y + size.height > canvas.height) return null;
  const rgba = await decoded(frame.chunks, size);
  if (rgba === null || (canvas.width === size.width && canvas.height === size.height)) {
    return rgba === null ? null : { ...canvas, rgba };
  }
  const whole = new Uint8Array(canvas.width * canvas.height * 4);
  for (let row = 0; row < size.height; row += 1) {
    const line = rgba.subarray(row * size.width * 4, (row + 1) * size.width * 4);
    whole.set(line, ((frame.y + row) * canvas.width + frame.x) * 4);
  }
  return { ...canvas, rgba: whole };
}

/** The pixels of one frame. It is given alone, so that nothing else in the file reaches the decoder. */
async function decoded(chunks: readonly WebpChunk[], { width, height }: Size): Promise<Uint8Array | null> {
  // Few files need it, and it is large: its own path, since the package's index loads every format it knows.
  const { WebPDecoder } = await import('image-in-browser/lib/src/formats/webp-decoder.js');
  try {
    const image = new WebPDecoder().decode({ bytes: fileOf(chunks) });
    if (image?.width !== width || image.height !== height || image.numChannels !== 4) return null;
    return image.getBytes();
  } catch {
    return null;
  }
}

function firstFrame(bytes: Uint8Array): WebpFrame | null {
  let canvas: Size | null = null;
  let [opacity, from]: [WebpChunk[], number] = [[], 12];
  let [x, y] = [0, 0];
  while (from + chunkHead <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(from, from + 4));
    const [start, length] = [from + chunkHead, littleEndian(bytes, from + 4, 4)];
    const data = bytes.subarray(start, start + length);
    if (data.length < length) return null;
    if (name === 'VP8 ' || name === 'VP8L') return { chunks: [...opacity, { name, data }], x, y, canvas };
    if (name === 'ALPH') opacity = [{ name, data }];
    if (name === 'VP8X') {
      canvas = { width: littleEndian(data, 4, 3) + 1, height: littleEndian(data, 7, 3) + 1 };
    }
    if (name === 'ANMF') [x, y] = [littleEndian(data, 0, 3) * 2, littleEndian(data, 3, 3) * 2];
    // A chunk of odd length is followed by one byte that says nothing.
    from = name === 'ANMF' ? start + frameHead : start + length + (length % 2);
  }
  return null;
}

/** The size that the chunk of a picture names itself; null if it is none. */
function sizeOf(chunk: WebpChunk | undefined): Size | null {
  if (chunk === undefined || chunk.data.length < 10) return null;
  const { name, data } = chunk;
  if (name === 'VP8L') {
    if (data[0] !== 0x2f) return null;
    const packed = littleEndian(data, 1, 4);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (littleEndian(data, 3, 3) !== 0x2a019d) return null;
  const [width, height] = [littleEndian(data, 6, 2) & 0x3fff, littleEndian(data, 8, 2) & 0x3fff];
  return width === 0 || height === 0 ? null : { width, height };
}

function fileOf(chunks: readonly WebpChunk[]): Uint8Array {
  const body = chunks.map(({ name, data }) => {
    const whole = new Uint8Array(chunkHead + data.length + (data.length % 2));
    whole.set(head(name, data.length));
    whole.set(data, chunkHead);
    return whole;
  });
  const length = body.reduce((sum, part) => sum + part.length, 4);
  return joined([head('RIFF', length), Uint8Array.from('WEBP', (sign) => sign.charCodeAt(0)), ...body]);
}

function head(name: string, length: number): Uint8Array {
  const whole = new Uint8Array(chunkHead);
  for (let at = 0; at < 4; at += 1) whole[at] = name.charCodeAt(at);
  new DataView(whole.buffer).setUint32(4, length, true);
  return whole;
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let byte = count - 1; byte >= 0; byte -= 1) value = value * 256 + (bytes[at + byte] ?? 0);
  return value;
}
