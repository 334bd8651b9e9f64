import { describe, expect, it } from 'vitest';
import {
  figureScale,
  isTooSmall,
  ordinaryRoom,
  phoneDensity,
  type PixelSize,
} from '#domain/images/figure-size.ts';

/** Points of a printed picture, whole. */
function printed(picture: PixelSize, width?: string): string {
  const { scale, cut } = figureScale(picture, ordinaryRoom, width);
  return `${Math.round(picture.width * scale)}x${Math.round(picture.height * scale)}${cut ? ' cut' : ''}`;
}

describe('a figure', () => {
  it('of a phone leaves more than half of a page to others, whatever its screen', () => {
    const screens = [
      [1170, 2532],
      [1080, 2400],
      [1440, 3200],
      [1290, 2796],
      [750, 1334],
      [390, 844],
      [828, 1792],
    ];
    const sizes = screens.map(([width = 0, height = 0]) => printed({ width, height }));
    expect(sizes.map((size) => Number(size.split('x')[1]))).toEqual(screens.map(() => 307));
  });

  it('of another screen has the column, a page that is captured whole is cut', () => {
    expect(
      [
        { width: 1_920, height: 1_080 },
        { width: 300, height: 200 },
        { width: 1_280, height: 1_800 },
        { width: 1_280, height: 6_000 },
      ].map((picture) => printed(picture)),
    ).toEqual(['473x266', '225x150', '407x573', '473x2217 cut']);
  });

  it('has the width that was chosen, also above its own size, and is cut if that is higher than a page', () => {
    const phone = { width: 1_170, height: 2_532 };
    expect([
      printed({ width: 200, height: 100 }, '100%'),
      printed({ width: 1_920, height: 1_080 }, '50%'),
      printed({ width: 1_920, height: 1_080 }, '300px'),
      printed({ width: 1_920, height: 1_080 }, '9000px'),
      printed(phone, '25%'),
      printed(phone, '100%'),
    ]).toEqual(['473x237', '237x133', '225x127', '473x266', '118x256', '473x1024 cut']);
  });
});

describe('a capture', () => {
  it.each([
    [1_000, 1_950, 3],
    [1_000, 1_949, null],
    [1_000, 2_500, 3],
    [1_000, 2_501, null],
    [1_450, 3_000, 3],
    [1_451, 3_000, null],
    [901, 1_900, 3],
    [900, 1_900, 2],
    [501, 1_000, 2],
    [500, 1_000, 1],
    [750, 1_334, 2],
    [750, 1_275, 2],
    [750, 1_274, null],
    [751, 1_334, null],
    [360, 640, 1],
  ])('of %i by %i pixels has %j for one of a page', (width, height, density) => {
    expect(phoneDensity({ width, height })).toBe(density);
  });

  it('is printed too small to be read below a sixth of a point for a pixel, a photo only if its width was chosen', () => {
    const png = { type: 'image/png', width: 2_000, height: 1_000 } as const;
    const jpeg = { ...png, type: 'image/jpeg' } as const;
    expect([
      isTooSmall(png),
      isTooSmall({ ...png, width: 3_000 }),
      isTooSmall({ ...jpeg, width: 3_000 }),
      isTooSmall({ ...jpeg, width: 3_000 }, '100%'),
      isTooSmall(jpeg, '100%'),
      isTooSmall(png, '50%'),
      isTooSmall({ type: 'image/png', width: 1_170, height: 2_532 }),
      isTooSmall({ type: 'image/png', width: 1_170, height: 2_532 }, '10%'),
    ]).toEqual([false, true, false, true, false, true, false, true]);
  });

  it('has no width of its own if what was written is none', () => {
    const picture = { width: 300, height: 200 };
    expect(['', '0%', '.', 'x', '50', '50em'].map((width) => printed(picture, width))).toEqual(
      Array.from({ length: 6 }, () => '225x150'),
    );
  });

  it('a little higher than half a page is made smaller, so that two have room on one', () => {
    expect([
      printed({ width: 400, height: 409 }),
      printed({ width: 400, height: 420 }),
      printed({ width: 400, height: 500 }),
    ]).toEqual(['300x307', '292x307', '300x375']);
  });
});
