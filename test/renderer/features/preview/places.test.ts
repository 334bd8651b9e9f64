import { describe, expect, it } from 'vitest';
import { movedTop, pageAt, pagesInView, topOf } from '#renderer/features/preview/places.ts';

describe('pages in a scrolled column', () => {
  const at = (scrollTop: number, pages = 5) => ({ pages, height: 84, scrollTop, viewport: 100 });

  it('begin one below the other, with room between', () => {
    expect([topOf(1, 84), topOf(2, 84), topOf(5, 84)]).toEqual([16, 116, 416]);
  });

  it('count as read once they fill the upper part of the view', () => {
    expect([0, 59, 60, 159, 160, 1_000].map((top) => pageAt(at(top)))).toEqual([1, 1, 2, 2, 3, 5]);
    expect(pageAt(at(0, 0))).toBe(1);
  });

  it('are drawn as far as they are seen, and one on either side', () => {
    expect([0, 99, 100, 200, 300, 400].map((top) => pagesInView(at(top)))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3, 4],
      [2, 3, 4, 5],
      [3, 4, 5],
      [4, 5],
    ]);
    expect([pagesInView(at(0, 0)), pagesInView(at(10_000))]).toEqual([[], []]);
  });

  it('stay at the same place if their height changes', () => {
    expect([movedTop(0, 84, 184), movedTop(50, 84, 184), movedTop(200, 184, 84)]).toEqual([0, 100, 100]);
  });
});
