import { expect, test } from 'vitest';
import { EnginePreprocessor } from '#report/pdf/pdfmake/stages.ts';

interface Node {
  readonly stack: readonly { readonly text: unknown; readonly _pageRef?: object }[];
}

test('DocPreprocessor takes nodes, texts and lists of them, and works in the nodes themselves', () => {
  const preprocessor = new EnginePreprocessor();
  const node = { stack: ['words', { text: 'more' }, ''] };
  expect(preprocessor.preprocessDocument(node)).toBe(node);
  expect(node.stack).toEqual([{ text: 'words' }, { text: 'more' }, { text: '' }]);
});

test('a node with an id is a reference of DocPreprocessor by that id', () => {
  const preprocessor = new EnginePreprocessor();
  const node = { text: 'a heading', id: 'chapter' };
  preprocessor.preprocessDocument({ stack: [node] });
  expect(preprocessor.nodeReferences['chapter']?._nodeRef).toBe(node);
});

test('a reference to a page is known by its name before its node comes, with digits in its place', () => {
  const preprocessor = new EnginePreprocessor();
  const made = preprocessor.preprocessDocument({
    stack: [{ text: ['see ', { pageReference: 'later', color: 'red' }] }],
  }) as Node;
  const run = (made.stack[0]?.text as { text: string; _pageRef: object; linkToDestination: string }[])[1];
  expect(run).toMatchObject({ text: '00000', linkToDestination: 'later', color: 'red' });
  expect(run?._pageRef).toBe(preprocessor.nodeReferences['later']);
  expect(preprocessor.nodeReferences['later']?._nodeRef).toBeTypeOf('object');
});

test('references of DocPreprocessor are enumerable, and begin anew with each piece', () => {
  const preprocessor = new EnginePreprocessor();
  preprocessor.preprocessDocument({ text: 'one', id: 'one' });
  preprocessor.preprocessDocument({ text: 'two', id: 'two' });
  expect(Object.keys(preprocessor.nodeReferences)).toEqual(['two']);
});
