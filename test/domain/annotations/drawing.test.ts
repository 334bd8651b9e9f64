import { describe, expect, it } from 'vitest';
import type { Annotation } from '#contract/finding/annotation.ts';
import { annotationRgb, drawingsOf } from '#domain/annotations/drawing.ts';
import { pixelate } from '#domain/annotations/pixelate.ts';

const measure = (text: string, size: number): number => (text.length * size) / 2;
const number = (x: number): Annotation => ({ kind: 'number', colour: 'red', size: 10, x, y: 50 });

describe('the drawings of annotations', () => {
  it('put blurred areas under all marks, whatever their order', () => {
    const blur: Annotation = { kind: 'blur', x: 1, y: 2, width: 30, height: 40 };
    expect(drawingsOf([number(1), blur], measure).map(({ kind }) => kind)).toEqual([
      'pixelate',
      'shape',
      'text',
    ]);
  });

  it('count numbers, and set letters that can be read on their colour', () => {
    const amber: Annotation = { kind: 'number', colour: 'amber', size: 10, x: 9, y: 9 };
    const texts = drawingsOf([number(1), amber], measure).filter((one) => one.kind === 'text');
    expect(texts.map(({ text, colour }) => [text, colour])).toEqual([
      ['1', annotationRgb('white')],
      ['2', annotationRgb('black')],
    ]);
  });

  it('let an arrow end at its point, and a line without a length be a dot', () => {
    const ends = { x1: 10, y1: 10, x2: 50, y2: 10 };
    const [arrow] = drawingsOf([{ kind: 'arrow', colour: 'red', size: 2, ...ends }], measure);
    if (arrow?.kind !== 'shape') throw new Error('an arrow is a shape');
    expect(Math.max(...arrow.rings.flat().map(({ x }) => x))).toBe(50);
    const [dot] = drawingsOf([{ kind: 'line', colour: 'red', size: 2, ...ends, x2: 10 }], measure);
    expect(dot).toMatchObject({
      rings: [
        [
          { x: 9, y: 9 },
          { x: 11, y: 9 },
          { x: 11, y: 11 },
          { x: 9, y: 11 },
        ],
      ],
    });
  });

  it('make a box a frame with a hole', () => {
    const [box] = drawingsOf(
      [{ kind: 'box', colour: 'red', size: 2, x: 0, y: 0, width: 20, height: 10 }],
      measure,
    );
    if (box?.kind !== 'shape') throw new Error('a box is a shape');
    expect(box.rings[1]).toEqual([
      { x: 2, y: 8 },
      { x: 18, y: 8 },
      { x: 18, y: 2 },
      { x: 2, y: 2 },
    ]);
  });
});

describe('a blurred area', () => {
  const image = { width: 60, height: 30 };
  /** Black stripes of two pixels, shifted by some pixels: letters of the same weight that say something else. */
  const striped = (by: number): Uint8Array =>
    Uint8Array.from({ length: image.width * image.height * 3 }, (_, at) =>
      (Math.floor(at / 3) + by) % 4 < 2 ? 0 : 255,
    );

  it('comes out the same for other letters of the same weight, and leaves its surroundings', () => {
    const area = { x: 4, y: 0, width: 48, height: 24 };
    const [one, other] = [striped(0), striped(1)];
    const before = one.slice();
    for (const pixels of [one, other]) pixelate(pixels, 3, image, area);
    const inside = (at: number): boolean =>
      (at / 3) % image.width >= 4 && (at / 3) % image.width < 52 && at / 3 < 24 * image.width;
    expect(one.filter((_, at) => inside(at))).toEqual(other.filter((_, at) => inside(at)));
    expect(new Set(one.filter((_, at) => inside(at))).size).toBe(1);
    expect(one.filter((_, at) => !inside(at))).toEqual(before.filter((_, at) => !inside(at)));
  });

  it('has no more than eight squares along a side, none narrower than 24 pixels', () => {
    const wide = { width: 1000, height: 30 };
    const pixels = Uint8Array.from(
      { length: wide.width * wide.height * 3 },
      (_, at) => Math.floor(((at / 3) % wide.width) / 4) % 256,
    );
    pixelate(pixels, 3, wide, { x: 0, y: 0, ...wide });
    const row = Array.from({ length: wide.width }, (_, x) => pixels[x * 3]);
    const edges = row.flatMap((value, x) => (x > 0 && value !== row[x - 1] ? [x] : []));
    expect(edges.length).toBeLessThan(8);
    expect(edges.length).toBeGreaterThan(0);
    expect(edges.every((x) => x % 125 === 0)).toBe(true);
  });

  it('outside of the image changes nothing', () => {
    const pixels = striped(0);
    pixelate(pixels, 3, image, { x: 100, y: 0, width: 20, height: 20 });
    expect(pixels).toEqual(striped(0));
  });
});
