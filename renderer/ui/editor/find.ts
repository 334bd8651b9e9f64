import {
  SearchQuery,
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  search,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';

/*
 * Finding and replacing in a text. CodeMirror knows the query and marks its hits; the bar itself is in the page,
 * because a panel inside the shadow root lacks its styles.
 */

/** What is looked for. */
export interface Wanted {
  readonly text: string;
  readonly replacement: string;
  readonly matchCase: boolean;
}

/** What the bar shows. */
export interface Found extends Wanted {
  /** How often the text has it; `more`: not all were counted. */
  readonly count: number;
  readonly more: boolean;
  /** Which of them is selected, from 1; 0: none. */
  readonly at: number;
  /** Grows whenever the user asks for the bar, also while it is open. */
  readonly asked: number;
}

/** What the bar does with the text. */
export interface FindActions {
  readonly look: (wanted: Partial<Wanted>) => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** Replaces what is selected if it was found, and goes on to the next. */
  readonly replace: () => void;
  readonly replaceAll: () => void;
  /** Closes the bar; the keys are in the text then. */
  readonly close: () => void;
}

const mostCounted = 1_000;

/** Finding in an editor. `told` gets what the bar shows, null once it is closed. */
export function findExtension(told: (found: Found | null) => void): Extension {
  let asked = 0;
  const tell = (state: EditorState): void => {
    told({ ...foundIn(state), asked });
  };
  return [
    search({
      literal: true,
      createPanel: () => ({
        dom: document.createElement('div'),
        update({ state, docChanged, selectionSet, transactions }) {
          const other = transactions.some(({ effects }) =>
            effects.some((effect) => effect.is(setSearchQuery)),
          );
          if (docChanged || selectionSet || other) tell(state);
        },
        destroy() {
          told(null);
        },
      }),
    }),
    keymap.of([
      {
        key: 'Mod-f',
        run: (view) => {
          asked += 1;
          openSearchPanel(view);
          tell(view.state);
          return true;
        },
      },
    ]),
  ];
}

/** What the bar of an editor does. */
export function findActions(view: EditorView): FindActions {
  return {
    look: (wanted) => {
      const { search: text, replace: replacement, caseSensitive } = getSearchQuery(view.state);
      const next = { text, replacement, matchCase: caseSensitive, ...wanted };
      const query = new SearchQuery({
        search: next.text,
        replace: next.replacement,
        caseSensitive: next.matchCase,
        literal: true,
      });
      const from = view.state.selection.main.from;
      const first = query.valid
        ? (firstFrom(query, view.state, from) ?? firstFrom(query, view.state, 0))
        : null;
      const isOther = next.text !== text || next.matchCase !== caseSensitive;
      view.dispatch({
        effects: setSearchQuery.of(query),
        ...(isOther && first !== null ? { selection: first, scrollIntoView: true } : {}),
      });
    },
    next: () => void findNext(view),
    previous: () => void findPrevious(view),
    replace: () => void replaceNext(view),
    replaceAll: () => void replaceAll(view),
    close: () => {
      closeSearchPanel(view);
      view.focus();
    },
  };
}

function firstFrom(
  query: SearchQuery,
  state: EditorState,
  from: number,
): { anchor: number; head: number } | null {
  const next = query.getCursor(state, from).next();
  return next.done === true ? null : { anchor: next.value.from, head: next.value.to };
}

function foundIn(state: EditorState): Omit<Found, 'asked'> {
  const query = getSearchQuery(state);
  const { from, to } = state.selection.main;
  let [count, at] = [0, 0];
  if (query.valid) {
    const cursor = query.getCursor(state);
    for (let next = cursor.next(); next.done !== true && count < mostCounted; next = cursor.next()) {
      count += 1;
      if (next.value.from === from && next.value.to === to) at = count;
    }
  }
  return {
    text: query.search,
    replacement: query.replace,
    matchCase: query.caseSensitive,
    count,
    more: count === mostCounted,
    at,
  };
}
