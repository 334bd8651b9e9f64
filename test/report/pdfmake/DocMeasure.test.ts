import { expect, test } from 'vitest';
import { EngineMeasure, EnginePreprocessor } from '#report/pdf/pdfmake/stages.ts';
import { fontOf, lineHeight, newPaper, stagesOf } from './support.ts';

function measured(node: unknown, stages = stagesOf()): Record<string, unknown> {
  return stages.measure.measureDocument(stages.preprocessor.preprocessDocument(node)) as Record<
    string,
    unknown
  >;
}

test('DocMeasure is made with document, styles, the look of what says nothing, SVG and table layouts', () => {
  const paper = newPaper();
  const styles = { loud: { fontSize: 30 } };
  const layouts = { mine: { paddingLeft: () => 11 } };
  const measure = new EngineMeasure(paper, styles, { font: 'sans', fontSize: 10 }, null, layouts);
  const node = (text: string, more: object) =>
    measure.measureDocument(new EnginePreprocessor().preprocessDocument({ text, ...more })) as {
      readonly _inlines: readonly { fontSize: number; height: number; font: unknown }[];
    };
  expect(node('quiet', {})._inlines[0]).toMatchObject({ fontSize: 10, height: fontOf(paper).lineHeight(10) });
  expect(node('quiet', {})._inlines[0]?.font === fontOf(paper)).toBe(true);
  expect(node('loud', { style: 'loud' })._inlines[0]?.fontSize).toBe(30);
  const table = measure.measureDocument(
    new EnginePreprocessor().preprocessDocument({ table: { widths: [50], body: [['a']] }, layout: 'mine' }),
  ) as { readonly _offsets: { readonly total: number } };
  expect(table._offsets.total).toBeGreaterThan(11);
});

test('DocMeasure asks what stands for its text measuring, with the text and its styles, and keeps the inlines', () => {
  const stages = stagesOf();
  const asked: unknown[] = [];
  const items = [{ text: 'mine', width: 33, height: 12 }];
  stages.measure.textInlines = {
    buildInlines(text: unknown, styles: unknown) {
      asked.push(text, typeof styles);
      return { items, minWidth: 20, maxWidth: 33 };
    },
  };
  const text = [{ text: 'runs', preserveTrailingSpaces: true, lineHeight: 1 }];
  const node = measured({ text, margin: [1, 0, 2, 0] }, stages);
  expect(asked).toEqual([text, 'object']);
  expect(asked[0]).toBe(text);
  expect(node['_inlines']).toBe(items);
  expect(node).toMatchObject({ _minWidth: 23, _maxWidth: 36 });
});

test('a run that prints a page still names it when DocMeasure asks for its inlines', () => {
  const stages = stagesOf();
  let run: { _pageRef?: object; text?: string } | undefined;
  stages.measure.textInlines = {
    buildInlines(text: { _pageRef?: object }[]) {
      run = text[0];
      return { items: [], minWidth: 0, maxWidth: 0 };
    },
  };
  measured({ text: [{ pageReference: 'later', preserveTrailingSpaces: true }] }, stages);
  expect(run?._pageRef).toBe(stages.preprocessor.nodeReferences['later']);
  expect(run?.text).toBe('00000');
});

test('DocMeasure asks the document for an image by its name, and takes the size that the node gives', () => {
  const paper = newPaper();
  const names: string[] = [];
  paper.provideImage = (name) => {
    names.push(name);
    return { width: 1, height: 1 };
  };
  const node = measured(
    { image: 'shot', width: 120, height: 70, role: 'Figure', cut: { from: 1, of: 2 } },
    stagesOf(paper),
  );
  expect(names).toEqual(['shot']);
  expect(node).toMatchObject({ _width: 120, _height: 70, role: 'Figure', cut: { from: 1, of: 2 } });
});

test('a drawing takes the height that it reaches down to, and none if it is empty', () => {
  const box = { type: 'rect', x: 0, y: 0, w: 20, h: 9 };
  expect(measured({ canvas: [box] })['_minHeight']).toBe(9);
  expect(measured({ canvas: [], margin: [0, 0, 0, 50] })).toMatchObject({ _minHeight: 0 });
});

test('a table keeps the widths that it is given, whatever stands in it', () => {
  const node = measured({
    table: { widths: [40, 60], body: [['a', 'a word that is much wider than its column']] },
  }) as { table: { widths: { width: number; _calcWidth?: number }[] } };
  expect(node.table.widths.map(({ width }) => width)).toEqual([40, 60]);
});

test('a line of DocMeasure is as high as its font asks for', () => {
  expect((measured({ text: 'a' })['_inlines'] as { height: number }[])[0]?.height).toBeCloseTo(lineHeight, 6);
});
