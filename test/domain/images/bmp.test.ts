import { describe, expect, it } from 'vitest';
import { decodeBmp } from '#domain/images/bmp.ts';
import { joined } from '#domain/images/bytes.ts';

interface Bitmap {
  readonly width: number;
  /** Negative: the first row stands first. */
  readonly height: number;
  readonly depth: number;
  readonly packing?: number;
  /** 12 bytes, which have no packing, or more. */
  readonly header?: number;
  /** Red, green, blue, opacity. */
  readonly masks?: readonly number[];
  /** Red, green and blue of each colour. */
  readonly palette?: readonly (readonly number[])[];
  /** How many colours the header names. */
  readonly named?: number;
  /** Rows as they are stored. */
  readonly data: readonly number[];
}

function bmp(bitmap: Bitmap): Uint8Array {
  const {
    width,
    height,
    depth,
    packing = 0,
    header = 40,
    masks = [],
    palette = [],
    named = 0,
    data,
  } = bitmap;
  const isCore = header === 12;
  const apart = header === 40 ? 4 * masks.length : 0;
  const colours = palette.flatMap(([red = 0, green = 0, blue = 0]) => [
    blue,
    green,
    red,
    ...(isCore ? [] : [0]),
  ]);
  const start = 14 + header + apart + colours.length;
  const head = new Uint8Array(14 + header + apart);
  const view = new DataView(head.buffer);
  view.setUint32(10, start, true);
  view.setUint32(14, header, true);
  if (isCore) {
    view.setUint16(18, width, true);
    view.setUint16(20, height, true);
    view.setUint16(24, depth, true);
  } else {
    view.setInt32(18, width, true);
    view.setInt32(22, height, true);
    view.setUint16(28, depth, true);
    view.setUint32(30, packing, true);
    view.setUint32(46, named, true);
    for (const [at, mask] of masks.entries()) view.setUint32(54 + 4 * at, mask, true);
  }
  return joined([head, Uint8Array.from(colours), Uint8Array.from(data)]);
}

/** Each pixel in hexadecimal, opaque ones without their opacity, row by row. */
function shown(bitmap: Bitmap | Uint8Array): string[] | null {
  const image = decodeBmp(bitmap instanceof Uint8Array ? bitmap : bmp(bitmap));
  if (image === null) return null;
  const pixels = Array.from({ length: image.width * image.height }, (_, at) =>
    Buffer.from(image.rgba.subarray(4 * at, 4 * at + 4))
      .toString('hex')
      .replace(/(?<=^.{6})ff$/u, ''),
  );
  return Array.from({ length: image.height }, (_, row) =>
    pixels.slice(row * image.width, (row + 1) * image.width).join(' '),
  );
}

const palette = [
  [0x10, 0x11, 0x12],
  [0x20, 0x21, 0x22],
  [0x30, 0x31, 0x32],
  [0x40, 0x41, 0x42],
];

describe('a bitmap', () => {
  it('of 24 bits stands on its head unless its height is negative, each row filled up to four bytes', () => {
    const data = [3, 2, 1, 6, 5, 4, 0, 0, 9, 8, 7, 12, 11, 10, 0, 0];
    const size = { width: 2, height: 2, depth: 24, data };
    expect(shown(size)).toEqual(['070809 0a0b0c', '010203 040506']);
    expect(shown({ ...size, height: -2 })).toEqual(['010203 040506', '070809 0a0b0c']);
  });

  it('of 32 bits is opaque unless it says where its opacity lies', () => {
    const data = [3, 2, 1, 0x80, 6, 5, 4, 0];
    expect(shown({ width: 2, height: 1, depth: 32, data })).toEqual(['010203 040506']);
    const masks = [0xff0000, 0x00ff00, 0x0000ff, 0xff000000];
    expect(shown({ width: 2, height: 1, depth: 32, packing: 3, masks: masks.slice(0, 3), data })).toEqual([
      '010203 040506',
    ]);
    expect(shown({ width: 2, height: 1, depth: 32, packing: 6, masks, data })).toEqual(['01020380 04050600']);
    expect(shown({ width: 2, height: 1, depth: 32, packing: 3, header: 56, masks, data })).toEqual([
      '01020380 04050600',
    ]);
    expect(
      shown({ width: 2, height: 1, depth: 32, packing: 3, header: 52, masks: masks.slice(0, 3), data }),
    ).toEqual(['010203 040506']);
  });

  it('of 16 bits has five for each colour, or what its masks say, stretched to eight', () => {
    const data = [0x1f, 0x7c, 0xe0, 0x03];
    expect(shown({ width: 2, height: 1, depth: 16, data })).toEqual(['ff00ff 00ff00']);
    expect(
      shown({
        width: 2,
        height: 1,
        depth: 16,
        packing: 3,
        masks: [0xf800, 0x07e0, 0x001f],
        data: [0, 0xf8, 0x10, 0],
      }),
    ).toEqual(['ff0000 000084']);
    expect(
      shown({
        width: 1,
        height: 1,
        depth: 16,
        packing: 3,
        masks: [0xf800, 0, 0x001f],
        data: [0xff, 0xff, 0, 0],
      }),
    ).toEqual(['ff00ff']);
  });

  it.each([
    [1, [0b10100000, 0, 0, 0], '202122 101112 202122'],
    [4, [0x31, 0x20, 0, 0], '404142 202122 303132'],
    [8, [3, 1, 2, 0], '404142 202122 303132'],
  ])('of %i bits has its colours from a palette', (depth, data, row) => {
    expect(shown({ width: 3, height: 1, depth, palette, named: 4, data })).toEqual([row]);
  });

  it('has as many colours in its palette as its header names, or as many as can be', () => {
    const two = { width: 2, height: 1, depth: 8, palette: palette.slice(0, 2), data: [1, 2, 0, 0] };
    expect(shown({ ...two, named: 2 })).toEqual(['202122 000000']);
    expect(
      shown({ width: 2, height: 1, depth: 1, palette, named: 300, data: [0b01000000, 0, 0, 0] }),
    ).toEqual(['101112 202122']);
  });

  it('with the oldest header has colours of three bytes', () => {
    expect(shown({ width: 2, height: 1, depth: 8, header: 12, palette, data: [1, 3, 0, 0] })).toEqual([
      '202122 404142',
    ]);
    expect(shown({ width: 1, height: 1, depth: 24, header: 12, data: [3, 2, 1, 0] })).toEqual(['010203']);
  });

  it('packed in runs of eight bits has runs, rows, jumps and pixels one by one', () => {
    const packed = { width: 4, height: 3, depth: 8, packing: 1, palette, named: 4 };
    const data = [2, 1, 2, 2, 0, 0, 0, 2, 1, 0, 0, 3, 3, 1, 3, 0, 0, 0, 4, 3, 0, 1, 4, 1];
    const [b, c, d] = ['202122', '303132', '404142'];
    const a = '101112';
    expect(shown({ ...packed, data })).toEqual([
      [d, d, d, d].join(' '),
      [a, d, b, d].join(' '),
      [b, b, c, c].join(' '),
    ]);
    expect(shown({ ...packed, data: [2, 1, 0, 1, 2, 2] })).toEqual([
      [a, a, a, a].join(' '),
      [a, a, a, a].join(' '),
      [b, b, a, a].join(' '),
    ]);
    expect(shown({ ...packed, data: [0, 2, 1, 1, 1, 3] })).toEqual([
      [a, a, a, a].join(' '),
      [a, d, a, a].join(' '),
      [a, a, a, a].join(' '),
    ]);
    expect(shown({ ...packed, data: [6, 1, 0, 0, 0, 4, 1, 2, 3, 1, 0, 0, 1, 2] })).toEqual([
      [c, a, a, a].join(' '),
      [b, c, d, b].join(' '),
      [b, b, b, b].join(' '),
    ]);
  });

  it('packed in runs of four bits changes between two colours', () => {
    const packed = { width: 4, height: 2, depth: 4, packing: 2, palette, named: 4 };
    const [a, b, c, d] = ['101112', '202122', '303132', '404142'];
    expect(shown({ ...packed, data: [3, 0x12, 0, 0, 0, 3, 0x32, 0x10, 0, 1] })).toEqual([
      [d, c, b, a].join(' '),
      [b, c, b, a].join(' '),
    ]);
    expect(shown({ ...packed, data: [0, 4, 0x12, 0x30, 0, 0, 1, 0x30] })).toEqual([
      [d, a, a, a].join(' '),
      [b, c, d, a].join(' '),
    ]);
  });

  it('is not read if it is cut short, too large, empty or of a kind that is rarely met', () => {
    const sound: Bitmap = {
      width: 2,
      height: 2,
      depth: 24,
      data: [3, 2, 1, 6, 5, 4, 0, 0, 9, 8, 7, 12, 11, 10],
    };
    expect(shown(sound)).not.toBeNull();
    const whole = bmp(sound);
    expect(
      [
        { ...sound, data: sound.data.slice(0, -1) },
        { ...sound, width: 0 },
        { ...sound, width: -2 },
        { ...sound, height: 0 },
        { ...sound, width: 30_000, height: 30_000 },
        { ...sound, depth: 2 },
        { ...sound, depth: 48 },
        { ...sound, packing: 4 },
        { ...sound, packing: 5 },
        whole.subarray(0, 53),
        whole.subarray(0, 29),
        new Uint8Array(),
      ].map(shown),
    ).toEqual(Array.from({ length: 12 }, () => null));
  });
});
