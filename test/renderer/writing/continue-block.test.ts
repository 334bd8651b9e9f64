import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { continueBlock } from '#renderer/ui/editor/writing/continue-block.ts';

/** Presses Enter where `|` stands; answers in the same way, or that nothing of a block was there. */
function enter(written: string): string {
  const anchor = written.indexOf('|');
  let state = EditorState.create({
    doc: written.replace('|', ''),
    selection: { anchor },
    extensions: markdown({ base: markdownLanguage, addKeymap: false }),
  });
  const isBlock = continueBlock({ state, dispatch: (change) => (state = change.state) });
  if (!isBlock) return 'no block';
  const { head } = state.selection.main;
  const text = state.doc.toString();
  return `${text.slice(0, head)}|${text.slice(head)}`;
}

test.each([
  ['begins the next entry of a list', '- one|', '- one\n- |'],
  ['counts on', '1. one|', '1. one\n2. |'],
  ['begins the next task', '- [x] one|', '- [x] one\n- [ ] |'],
  ['goes on with a quote', '> one|', '> one\n> |'],
  ['ends a list in its empty second entry', '- one\n- |', '- one\n\n|'],
  ['ends a list in a later empty entry', '- one\n- two\n- |', '- one\n- two\n\n|'],
  ['ends numbers', '1. one\n2. |', '1. one\n\n|'],
  ['ends tasks', '- [ ] one\n- [ ] |', '- [ ] one\n\n|'],
  ['ends a quote', '> one\n> |', '> one\n\n|'],
  ['ends a list in the middle of a text', '- one\n- |\n- two', '- one\n\n|\n\n- two'],
  ['ends a list before a blank line', '- one\n- |\n\ntext', '- one\n\n|\n\ntext'],
  ['goes out by one level in a list of a list', '- one\n  - two\n  - |', '- one\n  - two\n- |'],
  ['ends a list in a quote and stays in the quote', '> - one\n> - |', '> - one\n>\n> |'],
  ['goes out of the inner quote', '> > one\n> > |', '> > one\n>\n> |'],
  ['leaves a line without a mark alone', 'one|', 'no block'],
  ['leaves what looks like a list in code alone', '```\n- one\n- |\n```', 'no block'],
])('Enter %s', (_, before, after) => {
  expect(enter(before)).toBe(after);
});
