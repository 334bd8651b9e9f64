import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headingsIn, lineOf, placeAt, type GroupHeading } from '#renderer/ui/table/headings.ts';

/** A table drawn line by line: the place of each row, and a text for each heading. */
function drawn(count: number, headings: readonly GroupHeading[]): (number | string)[] {
  return Array.from({ length: count }, (_, place) => [
    ...headings.filter((heading) => heading.place === place).map(({ label }) => label),
    place,
  ]).flat();
}

const tables = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    places: fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: 12 }),
  }),
);

it('every row and every heading has the line that it is drawn on', () => {
  fc.assert(
    fc.property(tables, ({ count, places }) => {
      const headings = places
        .toSorted((one, other) => one - other)
        .map((place) => ({ place, name: String(place), label: `at ${String(place)}`, count: 1 }));
      const lines = drawn(count, headings);
      for (let place = 0; place < count; place += 1) {
        expect(lines.indexOf(place)).toBe(lineOf(headings, place));
      }
      lines.forEach((line, at) => {
        const next = lines.slice(at).find((one) => typeof one === 'number');
        expect(placeAt(headings, at)).toBe(next);
        const here = headingsIn(headings, at, at + 1).map(({ heading, line: on }) => [heading.label, on]);
        expect(here).toEqual(typeof line === 'string' ? [[line, at]] : []);
      });
      expect(placeAt(headings, lines.length)).toBe(count);
    }),
  );
});
