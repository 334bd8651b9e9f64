import { isolateHistory } from '@codemirror/commands';
import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type PluginValue, type ViewUpdate } from '@codemirror/view';
import { completionTheme } from './theme.ts';

/*
 * The list at the cursor that a trigger opens while its word is typed: `/name`, `[[title`. It is in the editor's own
 * tree, so that the text can name its active line to a screen reader. As a popover it lies above the page and is never
 * cut off.
 */

/** A line of the list. */
export interface CompletionEntry {
  readonly title: string;
  /** How severe it is, drawn before the title: what its letter and its colour are, and the word that is said. */
  readonly level?: { readonly name: string; readonly said: string };
  /** Shown behind the title, quietly. */
  readonly details?: readonly string[];
  /** What is put in the place of the word; `cursor` counts from its beginning. */
  readonly fill: () => { readonly text: string; readonly cursor: number };
}

/** The word behind a trigger, and where the trigger stands in its line. */
export interface TypedWord {
  readonly from: number;
  readonly typed: string;
}

/**
 * Finds the entries for a typed word; `isFirst` if nothing stands before it in its line.
 *
 * @throws if they cannot be found now: nothing is offered then
 */
export type FindEntries = (
  typed: string,
  isFirst: boolean,
) => readonly CompletionEntry[] | Promise<readonly CompletionEntry[]>;

/** What is offered behind one trigger. */
export interface CompletionSource {
  /** The accessible name of the list. */
  readonly label: string;
  readonly count: (count: number) => string;
  /** Said if a word finds nothing; null closes the list then. */
  readonly none: string | null;
  /** The word at the end of a line up to the cursor; null for none. */
  readonly wordIn: (line: string) => TypedWord | null;
  /** Whether the first entry is active before a letter is typed; else Enter begins a line. */
  readonly eager: boolean;
  /** Whether the list may begin with a word that is longer than its trigger. */
  readonly beginsLater: boolean;
  /** Null while nothing is offered. */
  readonly entries: FindEntries | null;
}

interface List {
  /** Index into the completions. */
  readonly source: number;
  /** Where the trigger stands, and the cursor. */
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  readonly shown: readonly CompletionEntry[];
  /** The word that `shown` answers; null before the first answer. */
  readonly answered: string | null;
  /** Index into `shown`; -1 for none. */
  readonly active: number;
  /** Escape closed it for this word. */
  readonly closed: boolean;
}

const moved = StateEffect.define<number>();
const closed = StateEffect.define<null>();
const inserted = StateEffect.define<null>();
const started = StateEffect.define<null>();
const answered = StateEffect.define<Pick<List, 'shown' | 'answered' | 'active'>>();
/** In one editor, whose tree is its own. */
const listId = 'completion';
const optionId = (at: number): string => `${listId}-${String(at)}`;

/** Types a trigger in place of what is selected, and opens its list; words that were selected are looked for. */
export function startCompletion(view: EditorView, trigger: string): void {
  const { from, to } = view.state.selection.main;
  view.focus();
  view.dispatch({
    changes: { from, insert: trigger },
    selection: { anchor: to + trigger.length },
    effects: started.of(null),
    scrollIntoView: true,
    userEvent: 'input.type',
    annotations: isolateHistory.of('full'),
  });
}

/**
 * Offers entries while a word is typed behind a trigger.
 *
 * @param completions asked again with each change; always as many
 * @param allowed whether entries are offered at a place: not in code
 */
export function completionList(
  completions: () => readonly CompletionSource[],
  allowed: (state: EditorState, at: number) => boolean,
): Extension {
  /** The word whose first entry is inserted as soon as it is known: Enter was faster than the answer. */
  let wanted: string | null = null;
  const list = StateField.define<List | null>({
    create: () => null,
    update(before, change) {
      for (const effect of change.effects) {
        if (effect.is(inserted)) return null;
        if (before !== null && effect.is(closed)) return { ...before, closed: true };
        if (before !== null && effect.is(moved)) return { ...before, active: effect.value };
        if (before !== null && effect.is(answered)) return { ...before, ...effect.value };
      }
      if (!change.docChanged && change.selection === undefined) return before;
      const { state } = change;
      const word = wordAt(state, completions());
      if (word === null) return null;
      if (before?.source === word.source && change.changes.mapPos(before.from) === word.from) {
        return { ...before, ...word };
      }
      const isStarted = change.effects.some((effect) => effect.is(started));
      const isTyped = change.isUserEvent('input.type') && !change.isUserEvent('input.type.compose');
      const begins = isStarted || (isTyped && (word.typed === '' || completions()[word.source]?.beginsLater));
      if (begins !== true || !allowed(state, word.to)) return null;
      return { ...word, shown: [], answered: null, active: -1, closed: false };
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
  const openIn = (state: EditorState): List | null => {
    const now = state.field(list);
    if (now === null || now.closed || now.answered === null) return null;
    return now.shown.length === 0 && (completions()[now.source]?.none ?? null) === null ? null : now;
  };
  /** Asks for the entries of a word, unless another word came meanwhile. */
  const ask = async (view: EditorView, { source, from, typed }: List): Promise<void> => {
    const completion = completions()[source];
    let shown: readonly CompletionEntry[] = [];
    try {
      const line = view.state.doc.lineAt(from);
      const isFirst = line.text.slice(0, from - line.from).trim() === '';
      shown = (await completion?.entries?.(typed, isFirst)) ?? [];
    } catch {
      // Without an answer there is no list: what was typed stays text.
    }
    const now = view.state.field(list, false);
    if (now?.source !== source || now.from !== from || now.typed !== typed) return;
    const active = shown.length > 0 && (typed !== '' || completion?.eager === true) ? 0 : -1;
    view.dispatch({ effects: answered.of({ shown, answered: typed, active }) });
    if (wanted === typed) pick(view, active);
    wanted = null;
  };
  const pick = (view: EditorView, at: number): boolean => {
    const now = openIn(view.state);
    const entry = now?.shown[at];
    if (now === null || entry === undefined || view.state.readOnly) return false;
    if (now.answered !== now.typed) {
      wanted = now.typed;
      return true;
    }
    const { text, cursor } = entry.fill();
    view.dispatch({
      changes: { from: now.from, to: now.to, insert: view.state.toText(text) },
      selection: { anchor: now.from + cursor },
      effects: inserted.of(null),
      scrollIntoView: true,
      userEvent: 'input.complete',
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
    else if (to !== undefined && last >= 0) view.dispatch({ effects: moved.of(to) });
    else if ((event.key !== 'Enter' && event.key !== 'Tab') || !pick(view, now.active)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return [
    list,
    ViewPlugin.define(
      (view) => new ListView(view, { completions, openIn, pick, ask, listIn: (state) => state.field(list) }),
    ),
    Prec.highest(EditorView.domEventHandlers({ keydown: press })),
    EditorView.focusChangeEffect.of((_state, focusing) => (focusing ? null : closed.of(null))),
    completionTheme,
  ];
}

/** The word behind a trigger at the cursor, if nothing is selected. */
function wordAt(
  state: EditorState,
  completions: readonly CompletionSource[],
): Pick<List, 'source' | 'from' | 'to' | 'typed'> | null {
  const { ranges, main } = state.selection;
  if (ranges.length > 1 || !main.empty) return null;
  const line = state.doc.lineAt(main.head);
  const before = state.sliceDoc(line.from, main.head);
  for (const [source, { entries, wordIn }] of completions.entries()) {
    const word = entries === null ? null : wordIn(before);
    if (word !== null) return { source, from: line.from + word.from, to: main.head, typed: word.typed };
  }
  return null;
}

interface ListActions {
  readonly completions: () => readonly CompletionSource[];
  readonly listIn: (state: EditorState) => List | null;
  readonly openIn: (state: EditorState) => List | null;
  readonly pick: (view: EditorView, at: number) => boolean;
  readonly ask: (view: EditorView, list: List) => Promise<void>;
}

/** Draws the list below the trigger, and has its entries asked for. */
class ListView implements PluginValue {
  readonly #view: EditorView;
  readonly #actions: ListActions;
  readonly #list: HTMLElement;
  /** The word whose entries were asked for last. */
  #asked: List | null = null;
  #shown: List | null = null;
  readonly #follow = (): void => {
    if (this.#shown !== null) this.#place();
  };

  constructor(view: EditorView, actions: ListActions) {
    this.#view = view;
    this.#actions = actions;
    this.#list = view.dom.ownerDocument.createElement('ul');
    this.#list.className = 'cm-completion';
    this.#list.id = listId;
    this.#list.popover = 'manual';
    this.#list.role = 'listbox';
    // Focus stays in the text.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const line = target instanceof Element ? target.closest('li') : null;
      const at = [...this.#list.children].findIndex((child) => child === line);
      if (at !== -1) actions.pick(view, at);
    });
    view.dom.append(this.#list);
    document.addEventListener('scroll', this.#follow, { capture: true, passive: true });
    window.addEventListener('resize', this.#follow);
  }

  update({ state }: ViewUpdate): void {
    this.#ask(this.#actions.listIn(state));
    const now = this.#actions.openIn(state);
    const before = this.#shown;
    if (now === before) return;
    this.#shown = now;
    if (now === null) {
      this.#list.hidePopover();
      return;
    }
    const completion = this.#actions.completions()[now.source];
    this.#list.ariaLabel = completion?.label ?? '';
    if (now.shown !== before?.shown) {
      this.#list.replaceChildren(
        ...(now.shown.length === 0 ? [lineOfNone(completion?.none ?? '')] : now.shown.map(lineFor)),
      );
    }
    if (now.shown.length > 0) {
      for (const [at, line] of [...this.#list.children].entries()) {
        line.ariaSelected = String(at === now.active);
      }
    }
    if (before === null) this.#list.showPopover();
    this.#place();
    if (before?.shown.length !== now.shown.length) this.#tell(now, completion);
  }

  destroy(): void {
    this.#shown = null;
    this.#asked = null;
    this.#list.remove();
    document.removeEventListener('scroll', this.#follow, { capture: true });
    window.removeEventListener('resize', this.#follow);
  }

  #ask(now: List | null): void {
    const before = this.#asked;
    this.#asked = now;
    if (now === null || now.closed || now.answered === now.typed) return;
    if (before?.source === now.source && before.from === now.from && before.typed === now.typed) return;
    queueMicrotask(() => {
      if (this.#asked !== null) void this.#actions.ask(this.#view, now);
    });
  }

  #tell(now: List, completion: CompletionSource | undefined): void {
    const { length } = now.shown;
    const words = length === 0 ? completion?.none : completion?.count(length);
    queueMicrotask(() => {
      if (this.#shown !== null) this.#view.dispatch({ effects: EditorView.announce.of(words ?? '') });
    });
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
        this.#list.style.left = `${String(Math.max(0, Math.min(box.left, innerWidth - width - 8)))}px`;
        this.#list.style.top = `${String(Math.max(0, top))}px`;
        this.#list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
      },
    });
  }
}

function lineFor({ title, level, details = [] }: CompletionEntry, at: number): HTMLElement {
  const line = document.createElement('li');
  line.role = 'option';
  line.id = optionId(at);
  if (level !== undefined) {
    const mark = part('cm-level', level.said.slice(0, 1));
    mark.dataset['level'] = level.name;
    mark.ariaHidden = 'true';
    line.append(mark, part('cm-said', `${level.said}, `));
  }
  line.append(part('cm-title', title));
  for (const detail of details) line.append(part('cm-detail', detail));
  if (details.length === 0) {
    // Seen on the active line alone: it says what the key does there.
    const key = document.createElement('kbd');
    key.textContent = 'Enter';
    key.ariaHidden = 'true';
    line.append(key);
  }
  return line;
}

function lineOfNone(words: string): HTMLElement {
  const line = document.createElement('li');
  line.role = 'option';
  line.ariaDisabled = 'true';
  line.ariaSelected = 'false';
  line.append(part('cm-detail', words));
  return line;
}

function part(name: string, words: string): HTMLElement {
  const made = document.createElement('span');
  made.className = name;
  made.dir = 'auto';
  made.textContent = words;
  return made;
}
