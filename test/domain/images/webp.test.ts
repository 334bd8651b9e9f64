import { describe, expect, test } from 'vitest';
import { joined } from '#domain/images/bytes.ts';
import { decodeWebp } from '#domain/images/webp.ts';
import { extended, movingWebp, webp, webpChunk, webpFile } from './webp-pictures.ts';

/** A lossy picture of 40 x 24 pixels; each quarter has a colour. Made by libwebp from numbers. */
const lossy = Buffer.from(
  'UklGRogAAABXRUJQVlA4IHwAAADQBACdASooABgAPo04lkglI6IhNUgAoBGJYgC/Z9b6BJgLf/uwAFkPZQNoUi8KAAD+46R//xYf/S9I//pA4/+FaelS0TAxWKS++j3UZIp/98exW77XV4S0cCt2kAsJ//wd11N/9Tjwp/0O66m/65Doy/rJVvuxTc9kAAAA',
  'base64',
);
const [width, height] = [40, 24];

/** The pixels as letters again, by rows; null if it was refused. */
async function letters(bytes: Uint8Array): Promise<string[] | null> {
  const image = await decodeWebp(bytes);
  if (image === null) return null;
  const names: Readonly<Record<string, string>> = {
    '255,0,0,255': 'r',
    '0,255,0,255': 'g',
    '0,0,255,255': 'b',
    '255,255,255,255': 'w',
    '0,0,0,0': ' ',
  };
  return Array.from({ length: image.height }, (_row, y) =>
    Array.from({ length: image.width }, (_column, x) => {
      const at = (y * image.width + x) * 4;
      return names[image.rgba.subarray(at, at + 4).join(',')] ?? '?';
    }).join(''),
  );
}

/** The pixel in the middle of each quarter. */
async function quarters(bytes: Uint8Array): Promise<number[][]> {
  const image = await decodeWebp(bytes);
  if (image === null) throw new Error('refused');
  expect([image.width, image.height]).toEqual([width, height]);
  return [4, 20].flatMap((y) =>
    [4, 35].map((x) => [...image.rgba.subarray((y * width + x) * 4, (y * width + x + 1) * 4)]),
  );
}

describe('a WebP is decoded', () => {
  test('without loss, with what is transparent', async () => {
    expect(await letters(webp(['rgb', 'w r']))).toEqual(['rgb', 'w r']);
  });

  test('with loss, as its maker does', async () => {
    const asMade = [
      ...[
        [198, 181, 91, 255],
        [17, 180, 89, 255],
      ],
      ...[
        [199, 30, 89, 255],
        [19, 30, 90, 255],
      ],
    ];
    const differences = (await quarters(lossy)).flatMap((pixel, quarter) =>
      pixel.map((value, part) => Math.abs(value - (asMade[quarter]?.[part] ?? 0))),
    );
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  test('with loss and an opacity of its own', async () => {
    const opacity = Uint8Array.from({ length: 1 + width * height }, (_, at) => (at > 600 ? 77 : at && 255));
    const file = webpFile([extended(0x10, [width, height]), webpChunk('ALPH', opacity), lossy.subarray(12)]);
    expect((await quarters(file)).map(([, , , value]) => value)).toEqual([255, 255, 77, 77]);
  });

  test('of one that moves, the first frame at its place on the canvas', async () => {
    const frames = [
      { at: [2, 0] as const, rows: ['rg', 'b '] },
      { at: [0, 0] as const, rows: ['www', 'www'] },
    ];
    expect(await letters(movingWebp([4, 3], frames))).toEqual(['  rg', '  b ', '    ']);
  });

  test('past chunks that are none of its pixels', async () => {
    const plain = webp(['rg']).subarray(12);
    const file = webpFile([extended(0x08, [2, 1]), webpChunk('ICCP', Uint8Array.of(1, 2, 3)), plain]);
    expect(await letters(joined([file, Uint8Array.of(9, 9, 9)]))).toEqual(['rg']);
  });
});

describe('a WebP is refused, never thrown at', () => {
  test.each([
    ['without loss', webp(['rgb', 'w r'])],
    ['with loss', new Uint8Array(lossy)],
    ['moving', movingWebp([4, 3], [{ at: [0, 0], rows: ['rg', 'bw'] }])],
  ])('any beginning of one: %s', async (_what, file) => {
    for (let length = 0; length < file.length - 1; length += 1) {
      expect(await decodeWebp(file.subarray(0, length)), String(length)).toBeNull();
    }
  });

  test('whatever byte of it is wrong', async () => {
    const file = webp(['rgb', 'w r']);
    for (let at = 12; at < file.length; at += 1) {
      for (const value of [0, 0x7f, 0xff]) {
        const image = await decodeWebp(file.with(at, value));
        // What can still be read has as many pixels as it says.
        if (image !== null) expect(image.rgba).toHaveLength(image.width * image.height * 4);
      }
    }
  });

  test('more pixels than fit in memory, before they are unpacked', async () => {
    const file = Buffer.from(webp(['r']));
    // 16,384 x 16,384 in fourteen bits each, and opaque or not.
    file.writeUInt32LE(0x0fffffff, 21);
    expect(await decodeWebp(file)).toBeNull();
    expect(await decodeWebp(movingWebp([16_384, 16_384], [{ at: [0, 0], rows: ['r'] }]))).toBeNull();
  });

  test('a frame that reaches over its canvas', async () => {
    expect(await decodeWebp(movingWebp([3, 1], [{ at: [2, 0], rows: ['rg'] }]))).toBeNull();
  });
});
