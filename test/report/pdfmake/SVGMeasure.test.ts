import { expect, test } from 'vitest';
import { SvgMeasure } from '#report/pdf/pdfmake/stages.ts';
import { stagesOf, wordsOf } from './support.ts';

test('SVGMeasure is made of nothing, and LayoutBuilder takes it in the third place', () => {
  expect(new SvgMeasure()).toBeInstanceOf(SvgMeasure);
  const { layout } = stagesOf();
  expect((layout as unknown as { svgMeasure: unknown }).svgMeasure).toBeInstanceOf(SvgMeasure);
});

test('content without SVG is measured without it', () => {
  const { place, context } = stagesOf();
  place({ text: 'words' });
  expect(wordsOf(context)).toEqual([['words']]);
});
