import { expect, test } from 'vitest';
import { EngineRenderer, engineFiles } from '#report/pdf/pdfmake/stages.ts';
import { png } from '../../domain/images/pictures.ts';
import { newPage, operatorsOf } from './support.ts';

function drawn(draw: (renderer: InstanceType<typeof EngineRenderer>) => void): string {
  const paper = newPage();
  const operators = operatorsOf(paper);
  draw(new EngineRenderer(paper));
  return operators.join('\n');
}

test.each([
  ['a box', { type: 'rect', x: 1, y: 2, w: 30, h: 40, color: '#FF0000' }, ['1 2 30 40 re', 'f']],
  ['a line', { type: 'line', x1: 1, y1: 2, x2: 3, y2: 4, lineColor: '#00FF00' }, ['1 2 m', '3 4 l', 'S']],
  [
    'a closed row of lines',
    { type: 'polyline', points: [{ x: 1, y: 2 }, { x: 3, y: 4 }], closePath: true, color: '#0000FF' }, // prettier-ignore
    ['1 2 m', '3 4 l', 'h'],
  ],
  ['an ellipse', { type: 'ellipse', x: 5, y: 5, r1: 4, r2: 3, lineColor: '#000000' }, [' c', 'S']],
  ['a path', { type: 'path', d: 'M1 2L3 4', color: '#000000', fillOpacity: 1 }, ['1 2 m', '3 4 l', 'f']],
])('Renderer draws %s with operators that go through the document', (_, shape, wanted) => {
  const operators = drawn((renderer) => {
    renderer.renderVector({ ...shape });
  });
  for (const one of wanted) expect(operators).toContain(one);
});

test('Renderer sets the dash, the ends and the opacity of a shape', () => {
  const operators = drawn((renderer) => {
    renderer.renderVector({
      type: 'line',
      x1: 0,
      y1: 0,
      x2: 9,
      y2: 0,
      lineWidth: 0.8,
      lineCap: 'round',
      lineColor: '#000000',
      dash: { length: 0.1, space: 3.2 },
    });
    renderer.renderVector({ type: 'rect', x: 0, y: 0, w: 1, h: 1, color: '#000000', fillOpacity: 0.28 });
  });
  expect(operators).toContain('0.8 w');
  expect(operators).toContain('1 J');
  expect(operators).toContain('[0.1 3.2] 0 d');
  expect(operators).toMatch(/\/Gs\d+ gs/u);
});

test('Renderer draws an image that the document knows in its box, and names it on the page', () => {
  const paper = newPage();
  const operators = operatorsOf(paper);
  engineFiles.writeFileSync('contract-shot', Buffer.from(png({ width: 4, height: 2 })));
  paper.images['contract-shot'] = 'contract-shot';
  expect(paper.provideImage('contract-shot')).toMatchObject({ width: 4, height: 2 });
  const box = { x: 10, y: 20, _width: 50, _height: 20 };
  new EngineRenderer(paper).renderImage({ image: 'contract-shot', ...box });
  expect(operators).toContain('50 0 0 -20 10 40 cm');
  expect(Object.keys(paper.page.xobjects)).toEqual(['I1']);
});

test('Renderer draws within an area only between the beginning and the end of a clip', () => {
  const operators = drawn((renderer) => {
    renderer.beginClip({ x: 1, y: 2, width: 3, height: 4 });
    renderer.endClip();
  });
  expect(operators.split('\n')).toEqual(['q', '1 2 3 4 re', 'W n', 'Q']);
});
