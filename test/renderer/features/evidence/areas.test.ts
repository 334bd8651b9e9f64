import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  between,
  inside,
  middle,
  shifted,
  startPlanning,
  withArea,
  withoutArea,
  type Area,
} from '#renderer/features/evidence/areas/areas.ts';
import { redone, undone, withStep } from '#renderer/session/steps.ts';

const size = { width: 60, height: 20 };
const number = fc.double({ min: -500, max: 500, noNaN: true });

function isInside({ x, y, width, height }: Area): boolean {
  const whole = [x, y, width, height].every(Number.isInteger);
  return whole && x >= 0 && y >= 0 && width >= 1 && height >= 1 && x + width <= 60 && y + height <= 20;
}

describe('an area of a picture', () => {
  it('is whole pixels inside of it, whatever was drawn, typed or moved', () => {
    fc.assert(
      fc.property(
        number,
        number,
        number,
        number,
        fc.integer(),
        fc.integer(),
        (x, y, width, height, dx, dy) => {
          const made = [
            inside({ x, y, width, height }, size),
            between({ x, y }, { x: width, y: height }, size),
            shifted(inside({ x, y, width, height }, size), dx, dy, size),
            middle(size, 'cover'),
            middle(size, 'crop'),
          ];
          expect(made.filter((area) => !isInside(area))).toEqual([]);
        },
      ),
    );
  });

  it('covers every pixel that was touched', () => {
    expect(between({ x: 9.9, y: 4.1 }, { x: 3.2, y: 2.9 }, size)).toEqual({
      x: 3,
      y: 2,
      width: 7,
      height: 3,
    });
  });
});

describe('a plan', () => {
  const area = { x: 1, y: 2, width: 3, height: 4 };

  it('is undone and made again step by step, until something else is done', () => {
    const one = withStep(startPlanning, { crop: null, covered: [area] });
    const two = withStep(one, withArea(one.now, 'crop', area));
    expect([undone(two).now, undone(undone(two)).now, redone(undone(two)).now]).toEqual([
      one.now,
      startPlanning.now,
      two.now,
    ]);
    const other = withStep(undone(two), withoutArea(one.now, 0));
    expect([other.now, redone(other).now]).toEqual([startPlanning.now, startPlanning.now]);
    expect(undone(startPlanning)).toBe(startPlanning);
  });
});
