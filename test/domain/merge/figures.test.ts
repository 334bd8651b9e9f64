import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placedImages } from '#domain/finding/placed-images.ts';
import { mergeField } from '#domain/merge/index.ts';

const base = Array.from({ length: 12 }, (_, at) => `Line ${String(at + 1)} of the text.`);

/** What one side does to a line: nothing, other words, an image in it or below it, or the line is taken out. */
const deed = fc.oneof(
  { weight: 12, arbitrary: fc.constant('none') },
  { weight: 4, arbitrary: fc.constantFrom('words', 'image-in', 'image-below', 'out') },
);
const deeds = fc.array(deed, { minLength: base.length, maxLength: base.length });

function written(side: string, done: readonly string[]): string {
  return base
    .flatMap((line, at) => {
      const image = `![${side}](evidence:${side}-${String(at)}.png)`;
      switch (done[at]) {
        case 'words':
          return [`${line} ${side}`];
        case 'image-in':
          return [`${line} ${image}`];
        case 'image-below':
          return [line, '', image];
        case 'out':
          return [];
        default:
          return [line];
      }
    })
    .join('\n');
}

const names = (text: string): string[] => placedImages(text).map(({ name }) => name);

it('a merge keeps each image that either side put into a text, once, or is a conflict', () => {
  let joined = 0;
  fc.assert(
    fc.property(deeds, deeds, (ours, others) => {
      const [mine, theirs] = [written('mine', ours), written('theirs', others)];
      const result = mergeField('description', { base: { value: base.join('\n') }, mine, theirs });
      if (result.kind !== 'take-mine') return;
      if (result.automatic) joined += 1;
      const text = typeof result.value === 'string' ? result.value : '';
      expect(names(text).toSorted()).toEqual([...names(mine), ...names(theirs)].toSorted());
    }),
    { numRuns: 300 },
  );
  expect(joined).toBeGreaterThan(0);
});
