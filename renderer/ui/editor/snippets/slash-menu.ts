import { isolateHistory } from '@codemirror/commands';
import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type PluginValue, type ViewUpdate } from '@codemirror/view';
import { slashWordIn, snippetsFor, type NamedSnippet } from './slash-word.ts';
import { snippetMenuStrings as strings } from './strings.ts';

/*
 * The menu of snippets that `/name` opens while it is typed. It is in the editor's own tree, so that the text can name
 * its active line to a screen reader. As a popover it lies above the page and is never cut off.
 */

/** The snippets that a text offers. */
export interface SnippetOffer {
  readonly list: readonly NamedSnippet[];
  /** The text of a snippet as it is inserted; `cursor` counts from its beginning. */
  readonly fill: (text: string) => { readonly text: string; readonly cursor: number };
}

interface Menu {
  /** Where the slash stands, and the cursor. */
  readonly from: number;
  readonly to: number;
  readonly shown: readonly NamedSnippet[];
  /** Index into `shown`; -1 for none: after a bare slash, Enter and the text are not the menu's. */
  readonly active: number;
  /** Escape closed it for this word. */
  readonly closed: boolean;
}

const moved = StateEffect.define<number>();
const closed = StateEffect.define<null>();
const inserted = StateEffect.define<null>();
/** In one editor, whose tree is its own. */
const listId = 'snippets';
const optionId = (at: number): string => `${listId}-${String(at)}`;

/**
 * Offers snippets while `/name` is typed. The first match is active as soon as a letter is typed.
 *
 * @param offer null if the text takes none
 * @param allowed whether snippets are offered at a place: not in code
 */
export function slashMenu(
  offer: () => SnippetOffer | null,
  allowed: (state: EditorState, at: number) => boolean,
): Extension {
  const menu = StateField.define<Menu | null>({
    create: () => null,
    update(before, change) {
      if (change.effects.some((effect) => effect.is(inserted))) return null;
      if (change.effects.some((effect) => effect.is(closed))) {
        return before === null ? null : { ...before, closed: true };
      }
      const to = change.effects.find((effect) => effect.is(moved))?.value;
      if (before !== null && to !== undefined) return { ...before, active: to };
      if (!change.docChanged && change.selection === undefined) return before;
      const { state } = change;
      const word = wordAt(state);
      if (word === null) return null;
      const goesOn = before !== null && change.changes.mapPos(before.from) === word.from;
      const begins = change.isUserEvent('input.type') && !change.isUserEvent('input.type.compose');
      if (!goesOn && (!begins || !allowed(state, word.to))) return null;
      const shown = snippetsFor(offer()?.list ?? [], word.typed);
      const active = word.typed === '' || shown.length === 0 ? -1 : 0;
      return { from: word.from, to: word.to, shown, active, closed: goesOn && before.closed };
    },
    provide: (field) => [
      EditorView.contentAttributes.compute([field], (state): Record<string, string> => {
        const now = openIn(state);
        if (now === null) return {};
        return {
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          ...(now.active === -1 ? {} : { 'aria-activedescendant': optionId(now.active) }),
        };
      }),
    ],
  });
  const openIn = (state: EditorState): Menu | null => {
    const now = state.field(menu);
    return now === null || now.closed || now.shown.length === 0 ? null : now;
  };
  const pick = (view: EditorView, at: number): boolean => {
    const now = openIn(view.state);
    const snippet = now?.shown[at];
    const given = offer();
    if (now === null || snippet === undefined || given === null || view.state.readOnly) return false;
    const { text, cursor } = given.fill(snippet.text);
    view.dispatch({
      changes: { from: now.from, to: now.to, insert: view.state.toText(text) },
      selection: { anchor: now.from + cursor },
      effects: inserted.of(null),
      scrollIntoView: true,
      userEvent: 'input.snippet',
      annotations: isolateHistory.of('full'),
    });
    return true;
  };
  const press = (event: KeyboardEvent, view: EditorView): boolean => {
    const now = openIn(view.state);
    if (now === null || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    const last = now.shown.length - 1;
    const to = {
      ArrowDown: now.active === last ? 0 : now.active + 1,
      ArrowUp: now.active <= 0 ? last : now.active - 1,
    }[event.key];
    if (event.key === 'Escape') view.dispatch({ effects: closed.of(null) });
    else if (event.shiftKey) return false;
    else if (to !== undefined) view.dispatch({ effects: moved.of(to) });
    else if (event.key !== 'Enter' || !pick(view, now.active)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return [
    menu,
    ViewPlugin.define((view) => new MenuView(view, openIn, pick)),
    Prec.highest(EditorView.domEventHandlers({ keydown: press })),
    EditorView.focusChangeEffect.of((_state, focusing) => (focusing ? null : closed.of(null))),
    look,
  ];
}

/** The `/name` at the cursor, if nothing is selected. */
function wordAt(state: EditorState): { from: number; to: number; typed: string } | null {
  const { ranges, main } = state.selection;
  if (ranges.length > 1 || !main.empty) return null;
  const line = state.doc.lineAt(main.head);
  const word = slashWordIn(state.sliceDoc(line.from, main.head));
  return word === null ? null : { from: line.from + word.from, to: main.head, typed: word.typed };
}

/** Draws the menu below the slash. */
class MenuView implements PluginValue {
  readonly #view: EditorView;
  readonly #openIn: (state: EditorState) => Menu | null;
  readonly #list: HTMLElement;
  #shown: Menu | null = null;
  readonly #follow = (): void => {
    if (this.#shown !== null) this.#place();
  };

  constructor(
    view: EditorView,
    openIn: (state: EditorState) => Menu | null,
    pick: (view: EditorView, at: number) => boolean,
  ) {
    this.#view = view;
    this.#openIn = openIn;
    this.#list = view.dom.ownerDocument.createElement('ul');
    this.#list.className = 'cm-snippets';
    this.#list.id = listId;
    this.#list.popover = 'manual';
    this.#list.role = 'listbox';
    this.#list.ariaLabel = strings.menu;
    // Focus stays in the text.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const line = target instanceof Element ? target.closest('li') : null;
      const at = [...this.#list.children].findIndex((child) => child === line);
      if (at !== -1) pick(view, at);
    });
    view.dom.append(this.#list);
    document.addEventListener('scroll', this.#follow, { capture: true, passive: true });
    window.addEventListener('resize', this.#follow);
  }

  update({ state }: ViewUpdate): void {
    const now = this.#openIn(state);
    const before = this.#shown;
    if (now === before) return;
    this.#shown = now;
    if (now === null) {
      this.#list.hidePopover();
      return;
    }
    if (now.shown !== before?.shown) this.#list.replaceChildren(...now.shown.map(lineFor));
    for (const [at, line] of [...this.#list.children].entries()) {
      line.ariaSelected = String(at === now.active);
    }
    if (before === null) this.#list.showPopover();
    this.#place();
    if (before === null) {
      const said = EditorView.announce.of(strings.count(now.shown.length));
      queueMicrotask(() => {
        if (this.#shown !== null) this.#view.dispatch({ effects: said });
      });
    }
  }

  destroy(): void {
    this.#shown = null;
    this.#list.remove();
    document.removeEventListener('scroll', this.#follow, { capture: true });
    window.removeEventListener('resize', this.#follow);
  }

  #place(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const box = this.#shown === null ? null : view.coordsAtPos(this.#shown.from);
        return { box, width: this.#list.offsetWidth, height: this.#list.offsetHeight };
      },
      write: ({ box, width, height }) => {
        if (box === null) return;
        const fits = box.bottom + height <= innerHeight || box.top < height;
        const top = fits ? Math.min(box.bottom, innerHeight - height) : box.top - height;
        this.#list.style.left = `${String(Math.max(0, Math.min(box.left, innerWidth - width)))}px`;
        this.#list.style.top = `${String(Math.max(0, top))}px`;
        this.#list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
      },
    });
  }
}

function lineFor({ name }: NamedSnippet, at: number): HTMLElement {
  const line = document.createElement('li');
  line.role = 'option';
  line.id = optionId(at);
  const title = document.createElement('span');
  title.textContent = name;
  // Seen on the active line alone: it says what the key does there.
  const key = document.createElement('kbd');
  key.textContent = strings.key;
  key.ariaHidden = 'true';
  line.append(title, key);
  return line;
}

const look = EditorView.theme({
  '.cm-snippets': {
    position: 'fixed',
    inset: 'auto',
    minWidth: '180px',
    maxWidth: 'min(360px, 100vw)',
    maxHeight: 'min(280px, 50vh)',
    margin: '0',
    padding: 'var(--space-2)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-m)',
    background: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-m)',
    listStyle: 'none',
    overflow: 'auto',
  },
  '.cm-snippets li': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--space-4)',
    minHeight: 'var(--control)',
    padding: '0 var(--space-4)',
    borderRadius: 'var(--radius-s)',
    cursor: 'default',
  },
  '.cm-snippets li:hover': { background: 'var(--hover)' },
  '.cm-snippets li[aria-selected=true]': { background: 'var(--selected)' },
  '.cm-snippets span': {
    flex: '1',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-snippets kbd': { color: 'var(--ink-soft)', fontSize: 'var(--text-s)', fontFamily: 'inherit' },
  '.cm-snippets li:not([aria-selected=true]) kbd': { visibility: 'hidden' },
});
