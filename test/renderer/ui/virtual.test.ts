import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawNext,
  elementsOf,
  scrollTo,
  seenOf,
  tallestPlane,
  viewOf,
  type Drawn,
} from '#renderer/ui/table/virtual.ts';

const lists = fc.record({
  count: fc.integer({ min: 0, max: 2_000_000 }),
  rowHeight: fc.integer({ min: 10, max: 60 }),
  viewport: fc.integer({ min: 0, max: 3_000 }),
  scrollTop: fc.double({ min: -500, max: tallestPlane + 5_000, noNaN: true }),
});

describe('a list that draws only what is in view', () => {
  it('begins with the first row and draws a screen of rows and some more', () => {
    expect(viewOf({ count: 100_000, rowHeight: 28, viewport: 560, scrollTop: 0 })).toEqual({
      plane: 2_800_000,
      first: 0,
      end: 26,
      top: 0,
      middle: 9.5,
    });
  });

  it('shows row 50,000 where its pixels are', () => {
    expect(viewOf({ count: 100_000, rowHeight: 28, viewport: 560, scrollTop: 1_400_000 })).toEqual({
      plane: 2_800_000,
      first: 49_994,
      end: 50_026,
      top: 1_400_000 - 6 * 28,
      middle: 50_009.5,
    });
  });

  it('covers the whole viewport at any position with as many elements as its height asks for, and has a plane that browsers allow', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const { plane, first, end, top } = viewOf(list);
        const scrolled = Math.min(Math.max(0, list.scrollTop), Math.max(0, plane - list.viewport));
        const bottom = top + (end - first) * list.rowHeight;
        const needed = Math.min(scrolled + list.viewport, plane);
        expect(plane).toBeLessThanOrEqual(tallestPlane);
        expect(top).toBeLessThanOrEqual(scrolled + 0.01);
        if (list.count * list.rowHeight >= list.viewport)
          expect(bottom).toBeGreaterThanOrEqual(needed - 0.01);
        expect(end - first).toBeLessThanOrEqual(elementsOf(list.viewport, list.rowHeight));
      }),
    );
  });

  it('reaches the last row at the end of the plane, also where the plane is shorter than the list', () => {
    for (const count of [3, 100_000, 2_000_000]) {
      const list = { count, rowHeight: 28, viewport: 560 };
      const { plane } = viewOf({ ...list, scrollTop: 0 });
      expect(viewOf({ ...list, scrollTop: plane }).end).toBe(count);
    }
  });

  it('takes a position beyond the end for the end', () => {
    const list = { count: 3, rowHeight: 10, viewport: 20, scrollTop: 400 };
    expect([scrollTo(list, 1), scrollTo(list, 0), scrollTo({ ...list, scrollTop: -400 }, 0)]).toEqual([
      10, 0, 0,
    ]);
  });

  it('scrolls a row into sight, and not at all where it is in sight', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, seed) => {
        fc.pre(list.count > 0 && list.viewport >= list.rowHeight * 2);
        const row = seed % list.count;
        const scrollTop = scrollTo(list, row);
        const view = viewOf({ ...list, scrollTop });
        const top = view.top + (row - view.first) * list.rowHeight;
        expect([row >= view.first, row < view.end]).toEqual([true, true]);
        expect(top).toBeGreaterThanOrEqual(scrollTop - 0.5);
        expect(top + list.rowHeight).toBeLessThanOrEqual(scrollTop + list.viewport + 0.5);
        expect(scrollTo({ ...list, scrollTop }, row)).toBeCloseTo(scrollTop, 3);
      }),
    );
  });
});

/** A view of rows from a place on; what stands there is told by the change of the list that brought it. */
function viewFrom(first: number, elements: number, change: number): Drawn<number>[] {
  return Array.from({ length: elements }, (_, at) => ({ place: first + at, item: change }));
}

describe('a view that is drawn in parts', () => {
  it('draws the middle first, and leaves the other elements what they show', () => {
    const now = drawNext([], viewFrom(0, 7, 1), { middle: 3, max: 7 });
    const next = drawNext(now, viewFrom(70, 7, 1), { middle: 73, max: 3 });
    expect(next.map(({ place }) => place)).toEqual([0, 1, 72, 73, 74, 5, 6]);
  });

  it('draws every row that is seen before those beyond the edges, at any position', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const { first, end, top, plane, middle } = viewOf(list);
        const elements = elementsOf(list.viewport, list.rowHeight);
        const now = drawNext([], viewFrom(first, elements, 1), { middle, max: elements });
        const max = seenOf(list.viewport, list.rowHeight);
        const drawn = drawNext(now, viewFrom(first, elements, 2), { middle, max });
        const from = Math.min(Math.max(0, list.scrollTop), Math.max(0, plane - list.viewport));
        const late = drawn.filter(({ item }) => item === 1).map(({ place }) => place);
        const seen = late.filter((place) => {
          const above = top + (place - first) * list.rowHeight;
          // A row whose last pixel is cut off by rounding is none that anybody sees.
          return place < end && above + list.rowHeight > from + 0.01 && above < from + list.viewport - 0.01;
        });
        expect([seen, late.length]).toEqual([[], elements - max]);
      }),
    );
  });

  it('shows every place at once whose item is on its way', () => {
    const now = drawNext([], viewFrom(0, 7, 1), { middle: 3, max: 7 });
    const wanted = viewFrom(70, 7, 1).map((one) => (one.place === 73 ? one : { ...one, item: null }));
    expect(drawNext(now, wanted, { middle: 73, max: 0 }).map(({ place }) => place)).toEqual([
      70, 71, 72, 3, 74, 75, 76,
    ]);
  });

  it('draws a row anew whose item is another one, and no other', () => {
    const now = drawNext([], viewFrom(20, 5, 1), { middle: 22, max: 5 });
    const wanted = viewFrom(20, 5, 1).with(4, { place: 24, item: 2 });
    const next = drawNext(now, wanted, { middle: 22, max: 3 });
    expect(next.filter((one, element) => one !== now[element])).toEqual([{ place: 24, item: 2 }]);
    expect(drawNext(next, wanted, { middle: 22, max: 3 })).toBe(next);
  });

  it('shows all that is wanted after some turns, wherever it was, and changes no more elements in one than it may', () => {
    const place = fc.integer({ min: 0, max: 200 });
    const elements = fc.integer({ min: 1, max: 40 });
    const max = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(place, place, place, elements, max, (from, to, middle, count, bound) => {
        const wanted = viewFrom(to, count, 2);
        let now = drawNext([], viewFrom(from, count, 1), { middle, max: bound });
        for (let turn = 0; turn < Math.ceil(count / bound); turn += 1) {
          const next = drawNext(now, wanted, { middle, max: bound });
          expect(next.filter((one, element) => one !== now[element]).length).toBeLessThanOrEqual(bound);
          expect(next.every((one, element) => one.place % count === element)).toBe(true);
          now = next;
        }
        expect(now.toSorted((one, other) => one.place - other.place)).toEqual(wanted);
      }),
    );
  });

  it('draws all at once where the view has become another number of rows', () => {
    const now = drawNext([], viewFrom(3, 5, 1), { middle: 5, max: 5 });
    expect(drawNext(now, viewFrom(3, 8, 1), { middle: 6, max: 2 })).toHaveLength(8);
  });
});
