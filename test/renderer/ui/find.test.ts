import { getSearchQuery } from '@codemirror/search';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { findActions, findExtension, namesImages } from '#renderer/ui/editor/find.ts';

/** The state of an editor without its page: what the actions of the bar work with. */
function editor(doc: string, { at = 0, images = true, readOnly = false } = {}) {
  const view = {
    state: EditorState.create({
      doc,
      selection: { anchor: at },
      extensions: [findExtension(() => undefined), namesImages.of(images), EditorState.readOnly.of(readOnly)],
    }),
    dispatch(spec: TransactionSpec) {
      view.state = view.state.update(spec).state;
    },
  };
  const selected = (): number[] => [view.state.selection.main.from, view.state.selection.main.to];
  return {
    actions: findActions(view as unknown as EditorView),
    view,
    selected,
    text: () => view.state.doc.toString(),
  };
}

test('the first match from the cursor is selected, from the beginning again if there is none behind it', () => {
  const { actions, selected } = editor('web one web two', { at: 3 });
  actions.look({ text: 'web' });
  const behind = selected();
  actions.look({ text: 'one' });
  expect([behind, selected()]).toEqual([
    [8, 11],
    [4, 7],
  ]);
});

test('what is typed to replace moves no selection, and what was looked for stays', () => {
  const { actions, selected, view } = editor('web one web two', { at: 3 });
  actions.look({ text: 'web' });
  view.dispatch({ selection: { anchor: 5 } });
  actions.look({ replacement: 'net' });
  const { search, replace, caseSensitive } = getSearchQuery(view.state);
  expect([selected(), search, replace, caseSensitive]).toEqual([[5, 5], 'web', 'net', false]);
  actions.look({ matchCase: true, text: 'Web' });
  expect([selected(), getSearchQuery(view.state).caseSensitive]).toEqual([[5, 5], true]);
});

test('replacing everything leaves the names of images and findings, by which they are found', () => {
  const doc = 'shot ![shot](evidence:shot.png) and [shot](finding:shot) shot';
  const replaced = (images: boolean): string => {
    const { actions, text } = editor(doc, { images });
    actions.look({ text: 'shot', replacement: 'view' });
    actions.replaceAll();
    return text();
  };
  expect(replaced(true)).toBe('view ![view](evidence:shot.png) and [view](finding:shot) view');
  expect(replaced(false)).toBe('view ![view](evidence:view.png) and [view](finding:view) view');
});

test('nothing is replaced in a text that cannot be changed, or while nothing is looked for', () => {
  const closed = editor('shot', { readOnly: true });
  closed.actions.look({ text: 'shot', replacement: 'view' });
  closed.actions.replaceAll();
  const empty = editor('shot');
  empty.actions.look({ text: '', replacement: 'view' });
  empty.actions.replaceAll();
  expect([closed.text(), empty.text()]).toEqual(['shot', 'shot']);
});
