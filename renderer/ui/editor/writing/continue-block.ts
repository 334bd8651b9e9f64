import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, StateCommand } from '@codemirror/state';

const next = insertNewlineContinueMarkupCommand({ nonTightLists: false });

/** Enter in a list or quote begins its next line; in an empty one it ends the list or the quote. */
export const continueBlock: StateCommand = (target) => {
  const end = endOfBlock(target.state);
  if (end === null) return next(target);
  target.dispatch(target.state.update({ ...end, scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Quotes around, then the mark of an entry or of the innermost quote, and nothing else. */
const emptyLine = /^((?: {0,3}> ?)*)(?: {0,3}> ?| *(?:[-*+]|\d+[.)])(?: +\[[ xX]\])? *)$/u;

/** What ends the block whose empty line the cursor is in; null if there is none. A list in a list goes out by one level instead. */
function endOfBlock(state: EditorState): { changes: ChangeSpec; selection: { anchor: number } } | null {
  const { ranges, main } = state.selection;
  if (ranges.length > 1 || !main.empty) return null;
  const line = state.doc.lineAt(main.head);
  const around = emptyLine.exec(line.text)?.[1];
  if (around === undefined || main.head !== line.to || line.number === 1) return null;
  const blocks = blocksAt(state, main.head);
  if (blocks.lists > 1 || blocks.lists + blocks.quotes === 0) return null;
  const isBlank = (number: number): boolean =>
    number < 1 || number > state.doc.lines || /^[\s>]*$/u.test(state.doc.line(number).text);
  // Without a blank line before it, what is written next would be read as part of the block; likewise behind it.
  const before = isBlank(line.number - 1) ? '' : around.trimEnd() + state.lineBreak;
  const after = isBlank(line.number + 1) ? '' : state.lineBreak + around.trimEnd();
  const anchor = line.from + (before === '' ? 0 : around.trimEnd().length + 1) + around.length;
  return {
    changes: { from: line.from, to: line.to, insert: before + around + after },
    selection: { anchor },
  };
}

function blocksAt(state: EditorState, at: number): { lists: number; quotes: number } {
  const found = { lists: 0, quotes: 0 };
  for (let node = syntaxTree(state).resolveInner(at, -1); ;) {
    if (node.name === 'ListItem') found.lists += 1;
    if (node.name === 'Blockquote') found.quotes += 1;
    if (/Code(?:Text|Block)?$/u.test(node.name)) return { lists: 0, quotes: 0 };
    if (node.parent === null) return found;
    node = node.parent;
  }
}
