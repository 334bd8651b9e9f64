import { expect, test } from 'vitest';
import { EngineContext, EngineWriter } from '#report/pdf/pdfmake/stages.ts';
import { margins, room, size, spacer, stagesOf } from './support.ts';

test('DocumentContext begins without pages', () => {
  expect(new EngineContext().pages).toEqual([]);
});

test('on a new page it stands at the top margin, with what is between the margins left', () => {
  const context = new EngineContext();
  new EngineWriter(context).addPage(size, null, margins);
  expect(context.pages).toHaveLength(1);
  expect(context).toMatchObject({ y: 40, availableHeight: room.height });
});

test('moving down takes from what is left, and moving up gives it back', () => {
  const context = new EngineContext();
  new EngineWriter(context).addPage(size, null, margins);
  context.moveDown(100);
  expect(context).toMatchObject({ y: 140, availableHeight: 200 });
  context.moveDown(-30);
  expect(context).toMatchObject({ y: 110, availableHeight: 230 });
});

test('it says where content ended, also on a later page', () => {
  const { place, context } = stagesOf();
  place(spacer(250));
  expect(context).toMatchObject({ y: 290, availableHeight: 50 });
  place({ stack: [{ text: 'a', noWrap: true }, spacer(100)], unbreakable: true });
  expect(context.pages).toHaveLength(2);
  expect(context.y).toBeCloseTo(40 + 100 + 11.640625, 6);
  expect(context.y + context.availableHeight).toBeCloseTo(340, 6);
});
