import { expect, it } from 'vitest';
import { sectionInView } from '#renderer/ui/layout/section-in-view.ts';

const tops = [20, 300, 900, 950, 1_000];
const page = { clientHeight: 400, scrollHeight: 1_200 };
const inView = (scrollTop: number) => sectionInView(tops, { ...page, scrollTop });

it('follows the page from the first section to the last, and leaves none out on the way', () => {
  const seen = Array.from({ length: 801 }, (_, scrollTop) => inView(scrollTop));
  expect([seen[0], [...new Set(seen)], seen.at(-1)]).toEqual([0, [0, 1, 2, 3, 4], 4]);
});

it('is the first section of a page that is shown as a whole, or was drawn out over its end', () => {
  const whole = sectionInView(tops, { scrollTop: 0, clientHeight: 1_200, scrollHeight: 1_200 });
  expect([whole, inView(-30), inView(900), sectionInView([], { ...page, scrollTop: 0 })]).toEqual([
    0, 0, 4, 0,
  ]);
});
