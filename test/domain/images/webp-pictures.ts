import { joined } from '#domain/images/bytes.ts';

/** Red, green, blue and opacity: each is all or nothing, so that a bit is enough for it. */
const colours: Readonly<Record<string, readonly [number, number, number, number]>> = {
  r: [1, 0, 0, 1],
  g: [0, 1, 0, 1],
  b: [0, 0, 1, 1],
  w: [1, 1, 1, 1],
  ' ': [0, 0, 0, 0],
};

/** A WebP without loss. @param rows a letter a pixel: r, g, b, w, or a blank for none */
export function webp(rows: readonly string[]): Uint8Array<ArrayBuffer> {
  return webpFile([lossless(rows)]);
}

/** A WebP of these chunks. */
export function webpFile(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return webpChunk('RIFF', joined([Buffer.from('WEBP'), ...chunks]));
}

/** One chunk of a WebP, whole. `name` has four letters. */
export function webpChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return joined([head, data, new Uint8Array(data.length % 2)]);
}

/** A WebP that moves: each frame begins at its place on a canvas. */
export function movingWebp(
  canvas: readonly [width: number, height: number],
  frames: readonly { readonly at: readonly [x: number, y: number]; readonly rows: readonly string[] }[],
): Uint8Array {
  const pictures = frames.map(({ at: [x, y], rows }) => {
    const head = Buffer.alloc(16);
    const width = (rows[0] ?? '').length;
    for (const [at, value] of [x / 2, y / 2, width - 1, rows.length - 1, 100].entries()) {
      head.writeUIntLE(value, at * 3, 3);
    }
    return webpChunk('ANMF', joined([head, lossless(rows)]));
  });
  return webpFile([extended(0x12, canvas), webpChunk('ANIM', new Uint8Array(6)), ...pictures]);
}

/** What stands before the chunks of a WebP that has more than a picture. */
export function extended(flags: number, [width, height]: readonly [number, number]): Uint8Array {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}

/** The chunk of a picture whose pixels are written one by one, without reference to each other. */
function lossless(rows: readonly string[]): Uint8Array {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = 0; bit < count; bit += 1) bits.push((value >> bit) & 1);
  };
  put(0x2f, 8);
  put((rows[0] ?? '').length - 1, 14);
  put(rows.length - 1, 14);
  // It has opacity, is of version 0, and neither changes its colours, nor keeps them, nor has more than one set of codes.
  put(1, 1);
  put(0, 3 + 1 + 1 + 1);
  // Of each of green, red, blue and opacity there are two values: 0 and 255. Of distances there is one.
  for (let part = 0; part < 4; part += 1) {
    put(0b011, 3);
    put(0, 1);
    put(255, 8);
  }
  put(0b0001, 4);
  for (const [red, green, blue, opacity] of [...rows.join('')].map(
    (letter) => colours[letter] ?? [0, 0, 0, 0],
  )) {
    for (const bit of [green, red, blue, opacity]) put(bit, 1);
  }
  const data = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) data[at >> 3] = (data[at >> 3] ?? 0) | (bit << (at & 7));
  return webpChunk('VP8L', data);
}
