import {
  SearchQuery,
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceNext,
  search,
  setSearchQuery,
} from '@codemirror/search';
import { Facet, type EditorState, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import { ownAddresses } from '#domain/text/with-addresses.ts';

/*
 * Finding and replacing in a text. CodeMirror knows the query and marks its hits; the bar itself is in the page,
 * because a panel inside the shadow root lacks its styles.
 */

/** Whether the text shows images and links to findings. */
export const namesImages = Facet.define<boolean>();

/** What is looked for. */
export interface FindQuery {
  readonly text: string;
  readonly replacement: string;
  readonly matchCase: boolean;
}

/** What the bar shows. */
export interface FindState extends FindQuery {
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
  readonly look: (wanted: Partial<FindQuery>) => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** Replaces what is selected if it was found, and goes on to the next. */
  readonly replace: () => void;
  readonly replaceAll: () => void;
  /** Closes the bar; focus is in the text then. */
  readonly close: () => void;
}

const maxCounted = 1_000;

/** Finding in an editor. `told` gets what the bar shows, null once it is closed. */
export function findExtension(told: (found: FindState | null) => void): Extension {
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
    replace: () => {
      const { from, to } = view.state.selection.main;
      // The name of an image or a finding leads nowhere once it is another one.
      if (fixedIn(view.state)({ from, to })) findNext(view);
      else replaceNext(view);
    },
    replaceAll: () => {
      replaceEach(view);
    },
    close: () => {
      closeSearchPanel(view);
      view.focus();
    },
  };
}

/** Tells of each place of a text of findings whether an address of an image or a finding stands there. */
function fixedIn(state: EditorState): (place: { readonly from: number; readonly to: number }) => boolean {
  const addresses = state.facet(namesImages).includes(true) ? ownAddresses(state.doc.toString()) : [];
  return ({ from, to }) => addresses.some(({ start, end }) => from < end && start < to);
}

/** Replaces every match that may be replaced, as one step. */
function replaceEach(view: EditorView): void {
  const { state } = view;
  const query = getSearchQuery(state);
  if (state.readOnly || !query.valid) return;
  const isFixed = fixedIn(state);
  const changes: { from: number; to: number; insert: string }[] = [];
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); next.done !== true; next = cursor.next()) {
    if (!isFixed(next.value)) changes.push({ ...next.value, insert: query.replace });
  }
  if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.replace.all' });
}

function firstFrom(
  query: SearchQuery,
  state: EditorState,
  from: number,
): { anchor: number; head: number } | null {
  const next = query.getCursor(state, from).next();
  return next.done === true ? null : { anchor: next.value.from, head: next.value.to };
}

function foundIn(state: EditorState): Omit<FindState, 'asked'> {
  const query = getSearchQuery(state);
  const { from, to } = state.selection.main;
  let [count, at] = [0, 0];
  if (query.valid) {
    const cursor = query.getCursor(state);
    for (let next = cursor.next(); next.done !== true && count < maxCounted; next = cursor.next()) {
      count += 1;
      if (next.value.from === from && next.value.to === to) at = count;
    }
  }
  return {
    text: query.search,
    replacement: query.replace,
    matchCase: query.caseSensitive,
    count,
    more: count === maxCounted,
    at,
  };
}
