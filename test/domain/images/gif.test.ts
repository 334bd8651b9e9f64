import { describe, expect, it } from 'vitest';
import { decodeGif } from '#domain/images/gif.ts';

interface Frame {
  readonly at?: readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  /** An index for each pixel, of four colours. */
  readonly indices: readonly number[];
  readonly palette?: readonly (readonly number[])[];
  readonly interlaced?: boolean;
}

const short = (value: number): number[] => [value & 255, value >> 8];
const red = [255, 0, 0];
const green = [0, 255, 0];
const blue = [0, 0, 255];
const white = [255, 255, 255];
const four = [red, green, blue, white];

/** Codes of three bits, each behind a clear code, so that none grows. */
function packed(indices: readonly number[], codes = indices.flatMap((index) => [4, index])): number[] {
  let [held, bits] = [0, 0];
  const bytes: number[] = [];
  for (const code of codes) {
    held |= code << bits;
    bits += 3;
    while (bits >= 8) {
      bytes.push(held & 255);
      [held, bits] = [held >> 8, bits - 8];
    }
  }
  return [...bytes, held & 255];
}

function blocks(data: readonly number[], length = 255): number[] {
  const parts: number[] = [];
  for (let at = 0; at < data.length; at += length) {
    const part = data.slice(at, at + length);
    parts.push(part.length, ...part);
  }
  return [...parts, 0];
}

function frame(
  { at = [0, 0], size, indices, palette, interlaced = false }: Frame,
  data = packed(indices),
): number[] {
  const flags = (palette === undefined ? 0 : 0x81) | (interlaced ? 0x40 : 0);
  const place = [...at, ...size].flatMap(short);
  return [0x2c, ...place, flags, ...(palette ?? []).flat(), 2, ...blocks(data, 3)];
}

/** A control of the frame that follows, which names its transparent colour. */
const control = (index: number, on = 1): number[] => [0x21, 0xf9, 4, on, 0, 0, index, 0];

function gif(
  size: readonly [number, number],
  parts: readonly number[],
  palette: typeof four | null = four,
): Uint8Array {
  const head = [...Buffer.from('GIF89a'), ...size.flatMap(short), palette === null ? 0 : 0x81, 0, 0];
  return Uint8Array.from([...head, ...(palette ?? []).flat(), ...parts, 0x3b]);
}

const letters = new Map([
  ['ff0000ff', 'r'],
  ['00ff00ff', 'g'],
  ['0000ffff', 'b'],
  ['ffffffff', 'w'],
  ['00000000', '.'],
]);

/** A letter for each pixel, a point for a transparent one, row by row. */
function shown(bytes: Uint8Array): string | null {
  const image = decodeGif(bytes);
  if (image === null) return null;
  const pixel = (at: number): string => Buffer.from(image.rgba.subarray(4 * at, 4 * at + 4)).toString('hex');
  return Array.from({ length: image.height }, (_, row) =>
    Array.from(
      { length: image.width },
      (_at, column) => letters.get(pixel(row * image.width + column)) ?? '?',
    ).join(''),
  ).join('/');
}

const plain: Frame = { size: [2, 2], indices: [0, 1, 2, 3] };

describe('the first frame of a GIF', () => {
  it('stands where it says on its canvas, which is transparent elsewhere, and is cut at its edges', () => {
    expect(shown(gif([2, 2], frame(plain)))).toBe('rg/bw');
    expect(shown(gif([4, 3], frame({ ...plain, at: [1, 1] })))).toBe('..../.rg./.bw.');
    expect(shown(gif([2, 2], frame({ ...plain, at: [1, 1] })))).toBe('../.r');
    expect(shown(gif([1, 2], frame({ size: [3, 2], indices: [0, 1, 2, 3, 0, 1] })))).toBe('r/w');
  });

  it('has colours of its own before those of the canvas, and needs either', () => {
    const own = { ...plain, palette: [white, blue, green, red] };
    expect(shown(gif([2, 2], frame(own)))).toBe('wb/gr');
    expect(shown(gif([2, 2], frame(own), null))).toBe('wb/gr');
    expect(shown(gif([2, 2], frame(plain), null))).toBeNull();
  });

  it('leaves out the transparent colour that the control before it names', () => {
    expect(shown(gif([2, 2], [...control(1), ...frame(plain)]))).toBe('r./bw');
    expect(shown(gif([2, 2], [...control(0), ...frame(plain)]))).toBe('.g/bw');
    expect(shown(gif([2, 2], [...control(1, 0), ...frame(plain)]))).toBe('rg/bw');
    expect(shown(gif([2, 2], [...control(1), ...control(2, 0), ...frame(plain)]))).toBe('rg/bw');
  });

  it('comes behind comments and what applications note', () => {
    const comment = [0x21, 0xfe, ...blocks([1, 2, 3, 4, 5, 0, 0x2c], 4)];
    const application = [0x21, 0xff, ...blocks([...Buffer.from('NETSCAPE2.0')]).slice(0, -1), 3, 1, 0, 0, 0];
    const looksLike = [0x21, 0xfe, 4, 1, 0, 0, 1, 0];
    expect(shown(gif([2, 2], [...comment, ...application, ...looksLike, ...frame(plain)]))).toBe('rg/bw');
  });

  it('that is interlaced has its rows in four passes', () => {
    const indices = [0, 1, 2, 3, 0, 1, 2, 3, 0];
    expect(shown(gif([1, 9], frame({ size: [1, 9], indices, interlaced: true })))).toBe(rowsInOrder(indices));
  });

  it('is all that is shown of several', () => {
    expect(shown(gif([2, 2], [...frame(plain), ...frame({ ...plain, indices: [3, 3, 3, 3] })]))).toBe(
      'rg/bw',
    );
  });

  it('may repeat the run before it with a code that is only being made', () => {
    expect(shown(gif([3, 1], frame({ size: [3, 1], indices: [] }, packed([], [4, 1, 6]))))).toBe('ggg');
  });
});

/** Rows 0 and 8, then 4, then 2 and 6, then 1, 3, 5 and 7. */
function rowsInOrder(indices: readonly number[]): string {
  const order = [0, 8, 4, 2, 6, 1, 3, 5, 7];
  const rows = Array.from({ length: 9 }, () => '');
  for (const [line, row] of order.entries()) rows[row] = 'rgbw'[indices[line] ?? 0] ?? '';
  return rows.join('/');
}

describe('a GIF is refused', () => {
  it.each<[string, Uint8Array]>([
    ['without a width', gif([0, 2], frame(plain))],
    ['without a height', gif([2, 0], frame(plain))],
    ['of more pixels than memory holds', gif([60_000, 60_000], frame(plain))],
    ['of a frame of more pixels than memory holds', gif([2, 2], frame({ ...plain, size: [60_000, 60_000] }))],
    ['without a frame', gif([2, 2], [])],
    ['with something else where a frame should be', gif([2, 2], [0x2d, ...frame(plain).slice(1)])],
    ['of too few pixels', gif([2, 2], frame({ ...plain, indices: [0, 1] }))],
    ['that ends before its pixels do', gif([2, 2], frame({ ...plain, indices: [] }, packed([], [4, 0, 5])))],
    ['that begins with a code that nobody made', gif([2, 2], frame(plain, packed([], [4, 6, 0, 0, 0])))],
    ['that skips a code', gif([2, 2], frame(plain, packed([], [4, 0, 7, 0])))],
  ])('%s', (_what, bytes) => {
    expect(decodeGif(bytes)).toBeNull();
  });

  it('if its codes are of no size that there is', () => {
    const sized = (size: number): Uint8Array => {
      const bytes = gif([2, 2], frame(plain));
      bytes[13 + 12 + 10] = size;
      return bytes;
    };
    expect([0, 9, 255].map((size) => decodeGif(sized(size)))).toEqual([null, null, null]);
    expect(shown(sized(2))).toBe('rg/bw');
  });
});
