import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { joined } from '#domain/images/bytes.ts';
import { makeLargeReady, printable } from '#report/images/printable.ts';
import { onPaper, pngParts, unpack } from '#report/images/png.ts';
import { checkPixels, rewritten } from '#report/images/rewritten.ts';
import { chunk, png, type Picture } from '../../domain/images/pictures.ts';

/** Scan lines of bytes that look random, the filters by turns. */
function noise({ width, height }: Pick<Picture, 'width' | 'height'>, bits: number): Uint8Array {
  const rowBytes = Math.ceil((width * bits) / 8);
  let seed = 7;
  return Uint8Array.from({ length: height * (1 + rowBytes) }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return at % (1 + rowBytes) === 0 ? Math.floor(at / (1 + rowBytes)) % 5 : seed >> 16;
  });
}

const palette = chunk(
  'PLTE',
  Uint8Array.from({ length: 48 }, (_, at) => at * 5),
);
const trns = (...values: number[]): Uint8Array => chunk('tRNS', Uint8Array.of(...values));
const size = { width: 37, height: 23 };
const kinds: readonly (readonly [string, Omit<Picture, 'width' | 'height'>, number])[] = [
  ['RGB with opacity', { colour: 6 }, 32],
  ['RGB with opacity, 16 bits', { colour: 6, depth: 16 }, 64],
  ['grey with opacity', { colour: 4 }, 16],
  ['grey with opacity, 16 bits', { colour: 4, depth: 16 }, 32],
  ['RGB but for one colour', { colour: 2, before: [trns(0, 1, 0, 2, 0, 3)] }, 24],
  ['RGB but for one colour, 16 bits', { colour: 2, depth: 16, before: [trns(1, 1, 2, 2, 3, 3)] }, 48],
  ['grey but for one shade, 2 bits', { colour: 0, depth: 2, before: [trns(0, 2)] }, 2],
  ['grey but for one shade, 16 bits', { colour: 0, depth: 16, before: [trns(2, 2)] }, 16],
  ['palette of 16, 4 bits', { colour: 3, depth: 4, before: [palette, trns(0, 99, 255)] }, 4],
  ['palette with colours that are not in it', { colour: 3, before: [palette, trns(9)] }, 8],
];

/** A picture on paper, unpacked as a whole. */
function whole(content: Uint8Array): { readonly width: number; readonly rgb: Uint8Array } {
  const parts = pngParts(content);
  return { width: parts.width, rgb: onPaper(parts, unpack(parts)) };
}

describe('a picture that is written line by line', () => {
  test.each(kinds)('looks as it does when it is unpacked whole: %s', async (_, kind, bits) => {
    const content = png({ ...size, ...kind, raw: noise(size, bits) });
    expect(whole(await rewritten(pngParts(content)))).toEqual(whole(content));
  });

  test('has a dark ground where what is drawn on it is light', async () => {
    const content = png({ width: 2, height: 1, colour: 4, raw: Uint8Array.of(0, 230, 255, 230, 0) });
    expect([...whole(await rewritten(pngParts(content))).rgb]).toEqual([230, 230, 230, 18, 22, 28]);
  });

  test('has that ground also where long rows of it are opaque', async () => {
    const [opaque, clear] = [1_024, 600];
    const line = [
      0,
      ...Array.from({ length: opaque }, () => [170, 255]).flat(),
      ...new Uint8Array(clear * 2),
    ];
    const content = png({ width: opaque + clear, height: 1, colour: 4, raw: Uint8Array.from(line) });
    const { rgb } = whole(await rewritten(pngParts(content)));
    expect([...rgb.subarray(0, 3), ...rgb.subarray(-3)]).toEqual([170, 170, 170, 18, 22, 28]);
  });

  test('that is finer than paper shows has the means of its pixels, also at its edges', async () => {
    const width = 3_958 * 2 + 1;
    const shade = (x: number, y: number): number => (x * 3 + y * 50) & 255;
    const raw = Array.from({ length: 3 }, (_, y) => [
      0,
      ...Array.from({ length: width }, (__, x) => [shade(x, y), x === 0 && y === 0 ? 0 : 255]).flat(),
    ]).flat();
    const content = png({ width, height: 3, colour: 4, raw: Uint8Array.from(raw) });
    const made = whole(await rewritten(pngParts(content)));
    const at = (x: number, y: number): number | undefined => made.rgb[(y * made.width + x) * 3];
    const mean = (...shades: number[]): number =>
      Math.round(shades.reduce((sum, one) => sum + one) / shades.length);
    expect([made.width, made.rgb.length]).toEqual([3_959, 3_959 * 2 * 3]);
    expect([at(0, 0), at(1, 0), at(0, 1), at(3_958, 0), at(3_958, 1)]).toEqual([
      mean(255, shade(1, 0), shade(0, 1), shade(1, 1)),
      mean(shade(2, 0), shade(3, 0), shade(2, 1), shade(3, 1)),
      mean(shade(0, 2), shade(1, 2)),
      mean(shade(width - 1, 0), shade(width - 1, 1)),
      shade(width - 1, 2),
    ]);
  });

  test('is refused with too few pixels, with far too many, cut short or with an unknown filter', async () => {
    const lines = noise(size, 32);
    const many = joined([lines, new Uint8Array(100_000)]);
    const cut = pngParts(png({ ...size, colour: 6, raw: lines }));
    const unknown = Uint8Array.from(lines, (byte, at) => (at === 0 ? 5 : byte));
    for (const parts of [
      pngParts(png({ ...size, colour: 6, raw: lines.subarray(1) })),
      pngParts(png({ ...size, colour: 6, raw: many })),
      { ...cut, packed: cut.packed.subarray(0, -20) },
    ]) {
      await expect(rewritten(parts)).rejects.toThrow();
      await expect(checkPixels(parts)).rejects.toThrow();
    }
    await expect(rewritten(pngParts(png({ ...size, colour: 6, raw: unknown })))).rejects.toThrow('filter');
  });
});

describe('a large picture', () => {
  const large = { width: 2_100, height: 2_000 };
  const clear = (): Uint8Array => png({ ...large, colour: 4, raw: new Uint8Array(2_000 * 4_201) });

  test('that is made ready ahead has the same bytes as one that is not', async () => {
    const [ready, other] = [clear(), clear()];
    await makeLargeReady(new Map([['a', ready]]));
    expect(printable(ready)).toEqual(printable(other));
    expect(printable(ready)).toBe(printable(ready));
  });

  test('that is plain stays as it is, and a damaged one is none', async () => {
    const plain = png(large);
    const few = png({ ...large, raw: deflateSync(new Uint8Array(9)) });
    const few2 = png({ ...large, colour: 6, raw: new Uint8Array(9) });
    await makeLargeReady(new Map(Object.entries({ plain, few, few2 })));
    expect(Buffer.from(printable(plain)?.bytes ?? []).equals(plain)).toBe(true);
    expect([printable(few), printable(few2)]).toEqual([null, null]);
  });

  test('that is interlaced is put together as a whole', async () => {
    const raw = new Uint8Array(30_000_000);
    const content = png({ ...large, colour: 0, interlace: 1, raw: raw.subarray(0, 2_000 * 2_100 + 4_000) });
    await makeLargeReady(new Map([['a', content]]));
    expect(printable(content)).toMatchObject(large);
  });

  test('keeps the size by which it is given its place if it is finer than paper shows', async () => {
    const fine = { width: 8_000, height: 600 };
    const content = png({ ...fine, colour: 4, raw: new Uint8Array(600 * 16_001) });
    await makeLargeReady(new Map([['a', content]]));
    const picture = printable(content);
    expect(picture).toMatchObject(fine);
    expect(pngParts(picture?.bytes ?? new Uint8Array())).toMatchObject({ width: 4_000, height: 300 });
  });
});
