import { decode, encode } from 'jpeg-js';
import { describe, expect, it, vi } from 'vitest';
import type { Annotation } from '#contract/finding/annotation.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { withAnnotations, type PlainImage } from '#report/images/annotated.ts';
import { onPaper, pngParts, rgbPng, unpack } from '#report/images/png.ts';
import { fillRings, ringsOfPath } from '#report/images/raster.ts';

const fonts = installedFonts();
const size = { width: 200, height: 100 };
const paper = (): Uint8Array => new Uint8Array(size.width * size.height * 3).fill(255);
const png: PlainImage = { type: 'image/png', ...size, content: rgbPng(size.width, size.height, paper()) };

type Pixels = (x: number, y: number) => readonly number[];

function drawn(annotations: readonly Annotation[], image = png): Pixels {
  const content = withAnnotations(image, annotations, fonts);
  if (image.type === 'image/jpeg') {
    const { data } = decode(content, { useTArray: true });
    return (x, y) => [...data.subarray((y * size.width + x) * 4, (y * size.width + x) * 4 + 3)];
  }
  const parts = pngParts(content);
  const rgb = onPaper(parts, unpack(parts));
  return (x, y) => [...rgb.subarray((y * size.width + x) * 3, (y * size.width + x) * 3 + 3)];
}

const [red, white] = [
  [214, 32, 42],
  [255, 255, 255],
];

describe('an image with annotations', () => {
  it('has a box where it was drawn, and its own pixels inside', () => {
    const at = drawn([{ kind: 'box', colour: 'red', size: 4, x: 20, y: 20, width: 60, height: 40 }]);
    expect([at(20, 20), at(79, 59), at(22, 40), at(50, 40), at(19, 40), at(80, 40)]).toEqual([
      ...[red, red, red],
      ...[white, white, white],
    ]);
  });

  it('has the point of an arrow, the ground of a number, and a highlight that lets the image through', () => {
    const at = drawn([
      { kind: 'arrow', colour: 'red', size: 4, x1: 10, y1: 50, x2: 90, y2: 50 },
      { kind: 'number', colour: 'red', size: 12, x: 150, y: 50 },
      { kind: 'highlight', colour: 'black', x: 100, y: 80, width: 20, height: 10 },
    ]);
    expect([at(40, 50), at(78, 53), at(40, 56), at(141, 50)]).toEqual([red, red, white, red]);
    const [shade = 0] = at(110, 85);
    expect([shade > 100, shade < 230]).toEqual([true, true]);
  });

  it('has words that run from the right so, and numbers among them in the order of the dialog', () => {
    /** Where letters stand, by columns; at the height of the highest one, and at all. */
    const inkOf = (
      words: string,
    ): { readonly high: number; readonly left: number; readonly middle: number } => {
      const at = drawn([{ kind: 'text', colour: 'red', size: 40, x: 0, y: 0, text: words }]);
      const ink: { x: number; y: number }[] = [];
      for (let y = 0; y < 56; y += 1)
        for (let x = 0; x < size.width; x += 1)
          if (y < 50 && at(x, y).every((part) => part > 200) && at(x, 1).join() === red.join())
            ink.push({ x, y });
      const [first = { x: 0, y: 0 }] = ink;
      const columns = ink.map(({ x }) => x);
      const left = Math.min(...columns);
      return { high: first.x, left, middle: (left + Math.max(...columns)) / 2 };
    };
    // Only the lamed rises above the other letters: it is the first one, so it stands at the right.
    const hebrew = inkOf('\u05dc\u05d5\u05d5\u05d5');
    expect(hebrew.high).toBeGreaterThan(hebrew.middle);
    // A number is read last and stands at the left: alone it is as far from the edge.
    expect(inkOf('\u0645\u0631\u062d 7').left).toBe(inkOf('7').left);
    expect(inkOf('7 \u0645\u0631\u062d').left).toBe(inkOf('7').left);
  });

  it('has letters of every script in a text, and none outside of its label', () => {
    const text = (words: string): Annotation => ({
      kind: 'text',
      colour: 'red',
      size: 20,
      x: 10,
      y: 10,
      text: words,
    });
    expect(drawn([text('Äß')])(14, 12)).toEqual(red);
    for (const words of ['WWWWWWWWWW', '漢字漢字漢字漢字', 'Ж жЖ жЖ жЖ']) {
      const at = drawn([text(words)]);
      const white = Array.from({ length: 27 * 60 }, (_, index) =>
        at(16 + (index % 60), 14 + Math.floor(index / 60)),
      );
      expect([words, white.some((rgb) => rgb.every((value) => value > 240))]).toEqual([words, true]);
    }
  });

  it('has Japanese forms of Han letters in a Japanese text, also where others stand among them', () => {
    const outline = vi.spyOn(fonts, 'outline');
    for (const words of ['\u76f4 A \u306e \u9aa8', '\u76f4\u63a5\u8bbf\u95ee']) {
      drawn([{ kind: 'text', colour: 'red', size: 20, x: 10, y: 10, text: words }]);
    }
    const faces = outline.mock.calls.filter(([text]) => /\p{Script=Han}/u.test(text)).map(([, face]) => face);
    outline.mockRestore();
    expect(faces).toEqual(['japanese-bold', 'japanese-bold', 'cjk']);
  });

  it('is a JPEG if it was one, and of about the same colours', () => {
    const rgba = new Uint8Array(size.width * size.height * 4).fill(255);
    const content = encode({ ...size, data: rgba }, 95).data;
    const at = drawn([{ kind: 'box', colour: 'red', size: 8, x: 20, y: 20, width: 60, height: 40 }], {
      type: 'image/jpeg',
      ...size,
      content,
    });
    const [r = 0, g = 0] = at(24, 40);
    expect([r > 190, g < 70, at(150, 80).every((value) => value > 245)]).toEqual([true, true, true]);
  });

  it('comes out the same each time', () => {
    const list: Annotation[] = [{ kind: 'text', colour: 'blue', size: 20, x: 5, y: 5, text: 'Here' }];
    const [one, other] = [withAnnotations(png, list, fonts), withAnnotations(png, list, installedFonts())];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  it('keeps to the picture if what is drawn reaches far out of it', () => {
    const at = drawn([
      { kind: 'box', colour: 'red', size: 10, x: -5_000, y: -5_000, width: 5_010, height: 5_010 },
      { kind: 'blur', x: 190, y: -50, width: 4_000, height: 4_000 },
    ]);
    expect([at(5, 5), at(20, 20)]).toEqual([red, white]);
  });
});

describe('a polygon', () => {
  it('has soft edges: a pixel that is half covered is half coloured', () => {
    const raster = { width: 4, height: 1, rgb: new Uint8Array(12).fill(255) };
    const ring = [
      { x: 0.5, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 1 },
      { x: 0.5, y: 1 },
    ];
    fillRings(raster, [ring], [0, 0, 0], 1);
    expect([...raster.rgb].filter((_, at) => at % 3 === 0)).toEqual([128, 0, 255, 255]);
  });

  it('of a path with curves goes through their ends', () => {
    const [ring = []] = ringsOfPath('M0 0L10 0Q20 0 20 10C20 20 10.5 20 -1.5 20Z');
    expect([ring[0], ring[1], ring[9], ring.at(-1)]).toEqual([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 20, y: 10 },
      { x: -1.5, y: 20 },
    ]);
  });
});
