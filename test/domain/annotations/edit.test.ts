import { describe, expect, it } from 'vitest';
import { annotation, type Annotation, type AnnotationKind } from '#contract/finding/annotation.ts';
import {
  afterCrop,
  boundsOf,
  coloured,
  drawnBetween,
  drawnInMiddle,
  movedBy,
  numberAt,
  resizedBy,
  usualThickness,
} from '#domain/annotations/edit.ts';

const image = { width: 200, height: 100 };
const style = { colour: 'red', thickness: 2 } as const;
/** Each character is half as wide as it is high. */
const measure = (text: string, size: number): number => (text.length * size) / 2;
const kinds: readonly AnnotationKind[] = ['box', 'arrow', 'line', 'number', 'text', 'highlight', 'blur'];
const box: Annotation = { kind: 'box', colour: 'red', size: 2, x: 10, y: 20, width: 40, height: 30 };
const arrow: Annotation = { kind: 'arrow', colour: 'blue', size: 2, x1: 90, y1: 50, x2: 60, y2: 40 };
const number = (x: number): Annotation => ({ kind: 'number', colour: 'red', size: 5, x, y: 50 });

describe('an annotation', () => {
  it('of every kind is drawn in the middle of the image, and is one that may be stored', () => {
    for (const kind of kinds) {
      const drawn = drawnInMiddle(kind, image, style);
      const { x, y, width, height } = boundsOf(drawn, measure);
      expect([kind, annotation.safeParse(drawn).success]).toEqual([kind, true]);
      expect([x > 0, y > 0, x + width < image.width, y + height < image.height]).not.toContain(false);
    }
  });

  it('is drawn between two points in any order, and never too small to see', () => {
    expect(drawnBetween('box', { x: 50, y: 50 }, { x: 10.4, y: 20.4 }, style)).toEqual({
      kind: 'box',
      colour: 'red',
      size: 2,
      x: 10,
      y: 20,
      width: 40,
      height: 30,
    });
    expect(drawnBetween('blur', { x: 5, y: 5 }, { x: 5, y: 5 }, style)).toMatchObject({
      width: 4,
      height: 4,
    });
    expect(drawnBetween('arrow', { x: 90, y: 50 }, { x: 60, y: 40 }, { ...style, colour: 'blue' })).toEqual(
      arrow,
    );
  });

  it('is moved as a whole and stays in the image', () => {
    expect(movedBy(box, { x: -50, y: 5 }, image, measure)).toEqual({ ...box, x: 0, y: 25 });
    expect(movedBy(arrow, { x: 1000, y: 0 }, image, measure)).toEqual({ ...arrow, x1: 200, x2: 170 });
    expect(movedBy(number(100), { x: 0, y: 99 }, image, measure)).toMatchObject({ x: 100, y: 95 });
    // One that a crop left outside comes in and goes no further out.
    expect(movedBy({ ...box, x: -20 }, { x: -5, y: 0 }, image, measure)).toMatchObject({ x: -20 });
    expect(movedBy({ ...box, x: -20 }, { x: 5, y: 0 }, image, measure)).toMatchObject({ x: -15 });
  });

  it('is resized at its far end, and keeps an extent', () => {
    expect(resizedBy(box, { x: 10, y: -100 }, image)).toEqual({ ...box, width: 50, height: 1 });
    expect(resizedBy(arrow, { x: -100, y: 0 }, image)).toEqual({ ...arrow, x2: 0 });
    expect(resizedBy(number(9), { x: 0, y: -100 }, image)).toMatchObject({ size: 4 });
    expect(resizedBy(number(9), { x: 3, y: 0 }, image)).toMatchObject({ size: 8 });
  });

  it('takes another colour, but a blur has none', () => {
    const blur = drawnInMiddle('blur', image, style);
    expect([coloured(box, 'green'), coloured(blur, 'green')]).toEqual([{ ...box, colour: 'green' }, blur]);
  });

  it('that is a number counts those before it, so that the rest closes up if one is removed', () => {
    const list = [number(1), box, number(2), number(3)];
    expect([0, 2, 3].map((at) => numberAt(list, at))).toEqual([1, 2, 3]);
    expect(numberAt(list.toSpliced(0, 1), 1)).toBe(1);
  });

  it('moves with the pixels of a crop, and goes if it lies outside of it', () => {
    const crop = { x: 40, y: 10, width: 30, height: 50 };
    expect(afterCrop([box, number(150), arrow], crop, measure)).toEqual([
      { ...box, x: -30, y: 10 },
      { ...arrow, x1: 50, y1: 40, x2: 20, y2: 30 },
    ]);
  });

  it('is as thick as is seen on a page, whatever the resolution of the image', () => {
    expect([{ width: 300, height: 100 }, image, { width: 1900, height: 1000 }].map(usualThickness)).toEqual([
      2, 2, 5,
    ]);
  });
});

describe('what may be stored', () => {
  it.each([
    ['a kind of its own', { kind: 'star', x: 1, y: 1 }],
    ['a colour of its own', { ...box, colour: '#fff' }],
    ['a side without a length', { ...box, width: 0 }],
    ['a place beyond any image', { ...box, x: 1e9 }],
    ['a place that is no whole number', { ...box, x: 1.5 }],
    ['a member of its own', { ...box, href: 'x' }],
    ['a text of two lines', { kind: 'text', colour: 'red', size: 9, x: 1, y: 1, text: 'a\nb' }],
    ['a text without end', { kind: 'text', colour: 'red', size: 9, x: 1, y: 1, text: 'a'.repeat(201) }],
  ])('is not %s', (_what, given) => {
    expect(annotation.safeParse(given).success).toBe(false);
  });
});
