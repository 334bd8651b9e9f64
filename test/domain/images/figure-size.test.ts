import { describe, expect, it } from 'vitest';
import { figureScale, ordinaryRoom, type PixelSize } from '#domain/images/figure-size.ts';

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
