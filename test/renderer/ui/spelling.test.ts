import { markdown } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { misspelledAt, nextMisspelled, type SpellingChecker } from '#renderer/ui/editor/spelling/spelling.ts';

/** Knows a word once it was looked up; those with a z are wrong. */
function checker({ isOn = true } = {}) {
  const known = new Set<string>();
  const looked: string[][] = [];
  const made: SpellingChecker = {
    isWrong: (word) => (known.has(word) ? word.includes('z') : undefined),
    look: async (words) => {
      looked.push([...words]);
      for (const word of words) known.add(word);
      await Promise.resolve();
    },
    suggest: () => Promise.resolve([]),
    add: () => Promise.resolve(),
    ignore: () => undefined,
    isOn,
    basis: null,
  };
  return { basis: { checker: made, owner: 'f1 title' }, known, looked };
}

function editor(doc: string, at = 0): EditorView {
  const state = EditorState.create({ doc, selection: { anchor: at }, extensions: [markdown()] });
  return { state } as unknown as EditorView;
}

test('the next misspelled word is behind the cursor, or the first of the text after the last one', async () => {
  const { basis, looked } = checker();
  const text = 'A wzrd here,\n\nand anozher there.';
  const found = async (at: number) => (await nextMisspelled(editor(text, at), basis))?.word ?? null;
  expect([await found(0), await found(8), await found(text.length)]).toEqual(['wzrd', 'anozher', 'wzrd']);
  expect(looked).toHaveLength(1);
  expect(await nextMisspelled(editor('All is right.'), basis)).toBeNull();
});

test('code, addresses and tags are not looked up', async () => {
  const { basis, looked } = checker();
  const text = 'See `codez` and [wordz](https://a.test/addrez) and <kbd>keyz</kbd>\n\n```sh\nfencez\n```\n';
  const found = await nextMisspelled(editor(text), basis);
  expect([found?.word, looked.flat().filter((word) => word.includes('z'))]).toEqual([
    'wordz',
    ['wordz', 'keyz'],
  ]);
});

test('the word at a place is told while the cursor is in it or right behind it', () => {
  const { basis, known } = checker();
  for (const word of ['A', 'wzrd', 'here']) known.add(word);
  const { state } = editor('A wzrd here');
  const told = [1, 2, 4, 6, 7].map((at) => misspelledAt(state, at, basis)?.word ?? null);
  expect(told).toEqual([null, 'wzrd', 'wzrd', 'wzrd', null]);
});

test('nothing is wrong while spelling is off, or a word was not looked up yet', async () => {
  const off = checker({ isOn: false });
  const fresh = checker();
  expect([
    await nextMisspelled(editor('wzrd'), off.basis),
    await nextMisspelled(editor('wzrd'), null),
    misspelledAt(editor('wzrd').state, 1, fresh.basis),
    misspelledAt(editor('wzrd').state, 1, null),
  ]).toEqual([null, null, null, null]);
});
