import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readOrConvert } from '#domain/images/converted.ts';
import { foreignAdvice, foreignKind, undecodedAdvice } from '#domain/images/foreign-kind.ts';

const of = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

test.each([
  ['\0\0\0\x18ftypheic\0\0\0\0', 'HEIC'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1heic', 'HEIC'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'AVIF'],
  ['\0\0\0\x18ftypavif', 'AVIF'],
  ['\0\0\0\x18ftypisom', 'Video'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'WebP'],
  ['GIF89a', 'GIF'],
  [`BM${'\0'.repeat(12)}\x28${'\0'.repeat(20)}`, 'BMP'],
  ['BMW is a car, and no image at all.', null],
  ['II*\0\x08\0\0\0', 'TIFF'],
  ['MM\0*\0\0\0\x08', 'TIFF'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<svg xmlns="x"/>', 'SVG'],
  ['<html><p>no drawing</p>', null],
  ['%PDF-1.7', 'PDF'],
  ['\x89PNG\r\n\x1a\n', null],
  ['II', null],
  ['\0\0\0\0ftypavif', 'AVIF'],
  ['\0\0\0\0ftypmif1avif', 'HEIC'],
  ['\0\0\0\x18ftypcrx \0\0\0\0', 'RAW'],
  ['RIFF\0\0\0\0WAVE', null],
  ['RIFX\0\0\0\0WEBP', null],
  [`BM${'\0'.repeat(12)}\x28${'\0'.repeat(11)}`, null],
  [`BM${'\0'.repeat(12)}\x28${'\0'.repeat(12)}`, 'BMP'],
  [`BX${'\0'.repeat(12)}\x28${'\0'.repeat(20)}`, null],
  ['II*\0\0\0\0\0CR', 'RAW'],
  ['II+\0', 'TIFF'],
  ['MM\0+', 'TIFF'],
  ['\xff\x0a', 'JPEG XL'],
  ['\0\0\0\x0cJXL ', 'JPEG XL'],
  ['\0\0\0\x0cjP  ', 'JPEG 2000'],
  ['\xff\x4f\xff\x51', 'JPEG 2000'],
  ['8BPS', 'PSD'],
  ['\xd7\xcd\xc6\x9a', 'Metafile'],
  [`\x01\0\0\0${'\0'.repeat(36)} EMF`, 'Metafile'],
  [`\x01\0\0\0${'\0'.repeat(40)}`, null],
  ['\0\0\x01\0\x01', 'Icon'],
  ['\0\0\x01\0\0', null],
  ['\0\0\x01\0', null],
  ['\x1a\x45\xdf\xa3', 'Video'],
  ['', null],
])('a file that begins with %j is known by its bytes', (text, kind) => {
  expect(foreignKind(of(text))).toBe(kind);
});

test('a message says what a file is and what to do', () => {
  expect(foreignAdvice('HEIC')).toBe('This is a HEIC photo. Save it as JPEG first.');
  expect(foreignAdvice(null)).toBe('This is no image that is known here. Save it as PNG or JPEG first.');
  expect(undecodedAdvice('TIFF')).toBe('This is a TIFF. Save it as PNG first.');
  expect(undecodedAdvice('WebP')).toBe(
    'This is a WebP image that is damaged or cut short. Save it as PNG first.',
  );
});

/** The bytes of an image after conversion, by rows; fails if it is refused. */
async function pixels(bytes: Uint8Array): Promise<{ size: string; rows: string[] }> {
  const image = await readOrConvert(bytes, deflateSync);
  if (image.kind === 'invalid') throw new Error(image.reason);
  const buffer = Buffer.from(image.content);
  const at = buffer.indexOf('IDAT');
  const raw = inflateSync(buffer.subarray(at + 4, at + 4 + buffer.readUInt32BE(at - 4)));
  const channels = buffer[25] === 6 ? 4 : 3;
  const length = 1 + image.width * channels;
  const rows = Array.from({ length: image.height }, (_, row) =>
    raw.subarray(row * length + 1, (row + 1) * length).toString('hex'),
  );
  return { size: `${String(image.width)}x${String(image.height)}`, rows };
}

/** A bitmap with a header of 40 bytes. */
function bmp(
  depth: number,
  size: [width: number, height: number],
  packing: number,
  ...parts: number[][]
): Uint8Array {
  const [palette = [], data = []] = parts;
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + palette.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(size[0], 18);
  head.writeInt32LE(size[1], 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(depth, 28);
  head.writeUInt32LE(packing, 30);
  return Buffer.concat([head, Uint8Array.from(palette), Uint8Array.from(data)]);
}

const blackRed = [0, 0, 0, 0, 0, 0, 255, 0];

describe('a bitmap becomes a PNG', () => {
  test.each([
    ['24 bits, from below', bmp(24, [1, 2], 0, [], [1, 2, 3, 0, 4, 5, 6, 0]), ['060504', '030201']],
    ['24 bits, from above', bmp(24, [1, -2], 0, [], [1, 2, 3, 0, 4, 5, 6, 0]), ['030201', '060504']],
    ['32 bits without opacity', bmp(32, [1, 1], 0, [], [1, 2, 3, 0]), ['030201']],
    ['16 bits', bmp(16, [2, 1], 0, [], [0, 0x7c, 0x1f, 0]), ['ff00000000ff']],
    ['1 bit', bmp(1, [3, 1], 0, blackRed, [0b01000000, 0, 0, 0]), ['000000ff0000000000']],
    [
      'runs of 8 bits',
      bmp(8, [3, 1], 1, [...blackRed, ...Array<number>(1016).fill(0)], [2, 1, 1, 0, 0, 1]),
      ['ff0000ff0000000000'],
    ],
  ])('%s', async (_what, file, rows) => {
    expect(await pixels(file)).toMatchObject({ rows });
  });

  test('or is refused with what to do, if it is cut short', async () => {
    expect(await readOrConvert(bmp(24, [9, 9], 0, [], [1]), deflateSync)).toEqual({
      kind: 'invalid',
      reason: 'This is a BMP that is damaged or cut short. Save it as PNG first.',
    });
  });
});

describe('a GIF becomes a PNG', () => {
  /** 2 x 2: red, white, white, red. */
  const small = Buffer.from('R0lGODdhAgACAIEAAP////8AAAAAAAAAACwAAAAAAgACAAAIBwADAAAQICAAOw==', 'base64');

  test('of its first frame', async () => {
    expect(await pixels(small)).toEqual({ size: '2x2', rows: ['ff0000ffffff', 'ffffffff0000'] });
  });

  test('also if its rows are interlaced and its codes grow', async () => {
    const large = Buffer.from(
      'R0lGODdhMAAgAIEAAAAAAP8AAAD/AAAA/ywAAAAAMAAgAEAI/wABBBgwAADBAAIJGhyAcGDBgwkfMoy4sKFCiBAdVqSY8eJEjR0lWiwI8qPHkRtLogy5kaVLkyI5wkypUEAAAQAE5rSJUycAnjkR/rwZdCdRn0B9Ij0qNGlTpkZ7PpUadShVq0WxLr3qtKrSqVm7agW7NezNAGgNDhSYliHJtmvRInTLdm5cuCQFEBxgk6Fegn1v7g38l+9AwYAPFw7sd7Bix40TRzY8mbBjtW/tZsZcl7Ncz3jrhv5Ml/RdzZ1Lj178WDJiyq8tu2btNnZr2LRtV75tEzRq05tV/x49ECdOuQiN7+X7U3TzwsyPf1Z+UG9OygIF9G58vW/27YK7x8rVbnfu8b+9rbc9n/jnW4PsDbvHfFM745zXFds/XBB/bfv3+YcffQDyN+B/+9Hln37kMWRedu2p9yBi6b3HHIXJvZUXeNbBNx6H/WFXn10d8rWccc5RB1hzyD13IovTuYdiiypGl6J7g8GYlorhebghiSF6N6JaJQpJnloTopchW/BBKJ+ETWI4H4INrrWgXwlamR+WVfZ33YEMBrhlfV2CyWVgSUZoYXwVMnmhkvOh9SORQX4IpHhzcgffi9LtiOOKfSb3p400/hQQADs=',
      'base64',
    );
    const colours = ['000000', 'ff0000', '00ff00', '0000ff'];
    const rows = Array.from({ length: 32 }, (_row, y) =>
      Array.from(
        { length: 48 },
        (_column, x) => colours[((x * x * 7 + y * y * 13 + x * y * 5) >> 2) % 4],
      ).join(''),
    );
    expect(await pixels(large)).toEqual({ size: '48x32', rows });
  });

  test('any beginning of one is refused, never thrown at', async () => {
    for (let length = 6; length < small.length - 4; length += 1) {
      expect((await readOrConvert(small.subarray(0, length), deflateSync)).kind).toBe('invalid');
    }
  });
});
