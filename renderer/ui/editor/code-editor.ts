import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { deleteMarkupBackward, markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import {
  ChangeSet,
  Compartment,
  EditorState,
  Prec,
  StateField,
  Transaction,
  type Extension,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  dropCursor,
  highlightSpecialChars,
  keymap,
} from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { carriedPlace } from '../focus/carried-place.ts';
import {
  pastedText,
  pastedWords,
  type PastedImage,
  type PastedText,
} from '#domain/text/pasted/pasted-html.ts';
import {
  misspelledAt,
  nextMisspelled,
  recheck,
  spellingExtension,
  type SpellingChecker,
} from './spelling/spelling.ts';
import { findActions, findExtension, namesImages, type FindActions, type FindState } from './find.ts';
import { asBlock } from './writing/as-block.ts';
import { continueBlock } from './writing/continue-block.ts';
import { formatted, type FormatName } from './writing/formatting.ts';
import { htmlFormatted } from './writing/html-formats.ts';
import { completionList, startCompletion } from './completion/completion.ts';
import {
  linkCompletion,
  linkTrigger,
  snippetCompletion,
  type LinkOffer,
  type SnippetOffer,
} from './completion/triggers.ts';
import { hasWords } from '../text/pasted-words.ts';
import type { PasteLoss } from '../text/paste-loss.ts';

/*
 * CodeMirror inside a shadow root: its styles are adopted sheets there, which `style-src 'self'` allows; a style
 * element in the page would be refused.
 */

/** A run of a text with the name of its colour (`--code-NAME`). */
export interface ColouredRun {
  readonly part: string;
  readonly text: string;
}

/** How a text is coloured: by a language, or by runs that its owner finds out. */
export type CodeLanguage = 'markdown' | 'html' | 'plain' | ((text: string) => readonly ColouredRun[]);

export interface CodeOptions {
  /** Another owner is another text: its history of typing does not reach over. */
  readonly owner: string;
  readonly value: string;
  readonly language: CodeLanguage;
  /** The accessible name. */
  readonly label: string;
  readonly invalid: boolean;
  readonly readonly: boolean;
  /** Says which words are wrong; null: nothing is checked. */
  readonly spelling: SpellingChecker | null;
  /** The snippets that `/name` offers in Markdown; null for none. */
  readonly snippets: SnippetOffer | null;
  /** What `[[` links to in Markdown; null for nothing. */
  readonly links: LinkOffer | null;
}

/** A misspelled word, and where it is seen: in CSS pixels of the window. */
export interface Misspelled {
  readonly word: string;
  readonly x: number;
  readonly y: number;
  /** Puts another word in its place; focus is in the text then. */
  readonly replace: (word: string) => void;
}

/** A text to be put in; `cursor` is where the cursor goes, counted from its beginning. */
export interface Insertion {
  readonly text: string;
  readonly cursor: number;
}

/** Puts a text in a place that was remembered; false if the text around it is not shown any more. */
export type PutText = (insertion: Insertion) => boolean;

/**
 * Gets files that were pasted or dropped into a text. `place` puts a text where they were given, also later; false if that
 * text is not shown any more. `caption` describes an image that stood in pasted text.
 */
export type FilesGiven = (files: readonly File[], place: PutText, caption?: string) => void;

export interface CodeEditor {
  /** Takes over what is given; the text under the cursor is touched only where it is another one. */
  update(options: CodeOptions): void;
  focus(): void;
  /** Puts a text where the cursor is, in place of what is chosen, as if it had been typed; focus is here then. */
  insert(text: string): void;
  /** Remembers where the cursor is. @returns puts a text there, also later; false if that text is not shown any more */
  place(): PutText;
  /** Changes the text to another one, as one step of the undo history. */
  rewrite(text: string): void;
  /** Formats what is selected in Markdown or HTML, as one step of the undo history; focus is here then. */
  format(name: FormatName): void;
  /** Begins a link to what is chosen in the list at the cursor; what is selected is looked for. */
  link(): void;
  /** Whether more than the cursor is selected. */
  isSelected(): boolean;
  /** What the find bar does. */
  readonly find: FindActions;
  /** What scrolls the text. */
  readonly scroller: HTMLElement;
  /** What is selected; empty if it is only the cursor. */
  selected(): string;
  /** The text before what is selected. */
  beforeSelected(): string;
  /** The misspelled word at the cursor, else the next one of the text, which is selected then; null for none. */
  misspelled(): Promise<Misspelled | null>;
  /** The spelling may be judged otherwise than before. */
  recheck(): void;
  destroy(): void;
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--code-size, var(--text-s))' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.5',
    maxHeight: 'var(--code-height, 60vh)',
    overflow: 'auto',
  },
  '.cm-content': { padding: '6px 0', minHeight: 'var(--code-least, 62px)', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'light-dark(#bfdde0, #2b5e67)',
  },
  '.cm-dropCursor': { borderLeftColor: 'var(--accent)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-panels': { display: 'none' },
  '.cm-misspelled': { textDecoration: 'underline wavy var(--bad) 1px', textUnderlineOffset: '3px' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-ground)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--warn)', color: 'var(--surface)' },
  ...Object.fromEntries(
    ['method', 'target', 'version', 'status', 'header', 'value', 'separator', 'body'].map((part) => [
      `.run-${part}`,
      { color: `var(--code-${part}, inherit)` },
    ]),
  ),
  '.run-method, .run-status': { fontWeight: '600' },
});

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, color: 'var(--code-literal)' },
  { tag: tags.quote, color: 'var(--ink-soft)' },
  { tag: [tags.processingInstruction, tags.angleBracket, tags.contentSeparator], color: 'var(--ink-faint)' },
  { tag: tags.tagName, color: 'var(--code-header)' },
  { tag: tags.attributeName, color: 'var(--code-method)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--code-literal)' },
  { tag: tags.comment, color: 'var(--ink-faint)' },
]);

const markdownKeys = Prec.high(
  keymap.of([
    { key: 'Enter', run: continueBlock },
    { key: 'Backspace', run: deleteMarkupBackward },
  ]),
);

function languageOf(language: CodeLanguage): Extension {
  if (language === 'markdown') {
    return [markdown({ base: markdownLanguage, addKeymap: false }), markdownKeys, namesImages.of(true)];
  }
  // Nothing is typed but what the person types: no closing tag by itself.
  if (language === 'html') return [html({ autoCloseTags: false }), namesImages.of(true)];
  return language === 'plain' ? [] : coloured(language);
}

function coloured(runsOf: (text: string) => readonly ColouredRun[]): Extension {
  const decorate = (doc: Text): DecorationSet => {
    let from = 0;
    const marks = runsOf(doc.toString()).flatMap(({ part, text }) => {
      const start = from;
      from += text.length;
      return text.length === 0 ? [] : [Decoration.mark({ class: `run-${part}` }).range(start, from)];
    });
    return Decoration.set(marks);
  };
  return StateField.define<DecorationSet>({
    create: (state) => decorate(state.doc),
    update: (marks, change) => (change.docChanged ? decorate(change.newDoc) : marks),
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** If there is nothing typed here to undo, the key goes on to the owner of the whole undo log. */
const stepKeys = keymap.of([
  { key: 'Mod-z', run: (view) => undoDepth(view.state) > 0 && undo(view) },
  { key: 'Mod-y', mac: 'Mod-Shift-z', run: (view) => redoDepth(view.state) > 0 && redo(view) },
  { key: 'Mod-Shift-z', run: (view) => redoDepth(view.state) > 0 && redo(view) },
]);
const steps = ['Mod-z', 'Mod-y', 'Mod-Shift-z'];
/** Keys of the window: the next finding, and the commands that format a text. Tab leads on anyway (Ctrl-m). */
const windowKeys = [
  'Alt-ArrowUp',
  'Alt-ArrowDown',
  'Mod-Enter',
  'Mod-i',
  'Mod-Shift-l',
  'Shift-Mod-k',
  'Ctrl-m',
  // A panel of CodeMirror's own, with words and looks of its own.
  'Mod-Alt-g',
];
const otherKeys = [...searchKeymap, ...defaultKeymap, ...historyKeymap].filter(
  ({ key }) => key === undefined || ![...steps, ...windowKeys].includes(key),
);

/** What an editor tells the component around it. */
export interface CodeHandlers {
  /** Gets the whole text after every change that the user made. */
  readonly told: (text: string) => void;
  /** The focus leaves. */
  readonly left: () => void;
  /** Gets files; null leaves them to the page. */
  readonly given: FilesGiven | null;
  /** Gets what the find bar shows; null once it is closed. */
  readonly finding: (found: FindState | null) => void;
  /** Formatted text was pasted without all that it held. */
  readonly lost: (loss: PasteLoss) => void;
  /** Gets the misspelled word at the cursor, null for none. */
  readonly misspelling: (word: string | null) => void;
  /** The menu of a misspelled word was asked for. */
  readonly correcting: (misspelled: Misspelled) => void;
}

/** Makes an editor in a shadow root of `host`. */
export function createCodeEditor(
  host: HTMLElement,
  options: CodeOptions,
  { told, left, given, finding, lost, misspelling, correcting }: CodeHandlers,
): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const [language, access] = [new Compartment(), new Compartment()];
  let now = options;
  /**
   * A text from elsewhere that came in the middle of a composition, which would begin anew in a replaced text, behind
   * its own letters. Until it ends, nothing is told: what is typed stands on the text before.
   */
  let waiting: { readonly before: Text; text: string; typed: ChangeSet } | null = null;
  /** Stretches that a text will replace later; they move with what is typed before them. */
  const reserved = new Set<{ from: number; to: number }>();
  const reserve = (from: number, to: number): PutText => {
    const stretch = { from, to };
    reserved.add(stretch);
    return ({ text, cursor }) => {
      if (!reserved.delete(stretch) || now.readonly) return false;
      const insert = view.state.toText(text);
      const { main } = view.state.selection;
      const stayed = main.from >= stretch.from && main.to <= stretch.to;
      view.dispatch({
        changes: { ...stretch, insert },
        ...(stayed ? { selection: { anchor: stretch.from + cursor }, scrollIntoView: true } : {}),
        userEvent: 'input.paste',
      });
      return true;
    };
  };
  const spellingBasis = (): { checker: SpellingChecker; owner: string } | null =>
    now.spelling === null || now.readonly || typeof now.language !== 'string' || now.language === 'plain'
      ? null
      : { checker: now.spelling, owner: now.owner };
  const seen = ({ word, from, to }: { word: string; from: number; to: number }): Misspelled => {
    const box = view.coordsAtPos(from, 1);
    const { doc } = view.state;
    return {
      word,
      x: box?.left ?? 0,
      y: box?.bottom ?? 0,
      replace: (other) => {
        if (now.readonly || view.state.doc !== doc) return;
        view.dispatch({
          changes: { from, to, insert: other },
          selection: { anchor: from + other.length },
          userEvent: 'input.spelling',
          annotations: isolateHistory.of('full'),
        });
        view.focus();
      },
    };
  };
  const takes = (): boolean =>
    given !== null && (now.language === 'markdown' || now.language === 'html') && !now.readonly;
  const take = (files: readonly File[], from: number, to: number): boolean => {
    if (files.length === 0 || given === null || !takes()) return false;
    given(files, reserve(from, to));
    return true;
  };
  /** Text that is dragged within this editor is moved, and has no format but its own. */
  let dragsOwn = false;
  /**
   * Inserts formatted text as Markdown, as one step of the undo history; its images follow as they are kept. Pasting without
   * formatting (Ctrl+Shift+V) brings no HTML, and inside of code the plain text is meant.
   * @returns false if the editor should insert the plain text itself
   */
  const insertFormatted = (
    event: Event,
    transfer: DataTransfer | null,
    from: number,
    to: number,
  ): boolean => {
    const { state } = view;
    const html = transfer?.getData('text/html') ?? '';
    if (html === '' || state.readOnly || state.selection.ranges.length > 1) return false;
    const format = now.language === 'markdown' || now.language === 'html' ? now.language : null;
    const isCode = format === null || (format === 'markdown' && isInCode(state, from));
    const pasted = isCode ? wordsAlone(html) : pastedText(html, { format, images: takes() });
    if (pasted.kind === 'plain') return false;
    event.preventDefault();
    if (pasted.kind === 'too-large') {
      lost('too-large');
      return true;
    }
    const { text, images, missing, leftOut } = pasted;
    if (missing > 0 || leftOut.length > 0) lost({ missing, leftOut });
    if (text === '') return true;
    const isBlock = format === 'markdown' && !isCode && isBlockText(text);
    const block = isBlock ? asBlock(state.doc.toString(), text, from, to) : text;
    const insert = state.toText(block);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
    const start = from + block.indexOf(text);
    for (const image of images) {
      given?.([fileOf(image)], reserve(start + image.from, start + image.to), image.caption);
    }
    return true;
  };
  const tell = (): void => {
    told(withEnds(view.state.doc.toString(), now.value));
  };
  const admit = (): void => {
    if (waiting === null || view.compositionStarted) return;
    const { before, text, typed } = waiting;
    waiting = null;
    const lineEnd = view.state.facet(EditorState.lineSeparator);
    const come = ChangeSet.of(differenceOf(before.toString(), text), before.length, lineEnd);
    view.dispatch({
      changes: come.map(typed),
      effects: [language.reconfigure(languageOf(now.language)), access.reconfigure(accessOf(now))],
      annotations: Transaction.addToHistory.of(false),
    });
    tell();
  };
  const stateFor = (given: CodeOptions): EditorState =>
    EditorState.create({
      doc: given.value,
      extensions: [
        history(),
        drawSelection(),
        dropCursor(),
        highlightSpecialChars(),
        findExtension(finding),
        spellingExtension(spellingBasis, misspelling),
        completionList(
          () => {
            const isWritten = now.language === 'markdown' && !now.readonly;
            return [
              snippetCompletion(isWritten ? now.snippets : null),
              linkCompletion(isWritten ? now.links : null),
            ];
          },
          (state, at) => !isInCode(state, at),
        ),
        EditorView.lineWrapping,
        syntaxHighlighting(colours),
        theme,
        language.of(languageOf(given.language)),
        access.of(accessOf(given)),
        lineEndsOf(given.value) === 'mixed' ? EditorState.lineSeparator.of('\n') : [],
        stepKeys,
        keymap.of(otherKeys),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          for (const stretch of reserved) {
            stretch.from = update.changes.mapPos(stretch.from, -1);
            stretch.to = update.changes.mapPos(stretch.to, -1);
          }
          if (waiting === null) tell();
          else waiting.typed = waiting.typed.compose(update.changes);
        }),
        EditorView.domEventHandlers({
          blur: left,
          contextmenu(event, editor) {
            // The key for menus has no place of its own.
            const isKey = event.button !== 2;
            const at = isKey
              ? editor.state.selection.main.head
              : editor.posAtCoords({ x: event.clientX, y: event.clientY });
            const found = at === null ? null : misspelledAt(editor.state, at, spellingBasis());
            if (found === null) return false;
            event.preventDefault();
            correcting(seen(found));
            return true;
          },
          beforeinput: typeOver,
          paste(event, editor) {
            const { from, to } = editor.state.selection.main;
            if (!hasWords(event.clipboardData) && take(filesOf(event.clipboardData), from, to)) {
              event.preventDefault();
              return true;
            }
            return insertFormatted(event, event.clipboardData, from, to);
          },
          dragstart() {
            dragsOwn = true;
            return false;
          },
          dragend() {
            dragsOwn = false;
            return false;
          },
          drop(event, editor) {
            if (dragsOwn) return false;
            const at = editor.posAtCoords({ x: event.clientX, y: event.clientY }) ?? editor.state.doc.length;
            if (filesOf(event.dataTransfer).length === 0) {
              const isTaken = insertFormatted(event, event.dataTransfer, at, at);
              if (isTaken) editor.focus();
              return isTaken;
            }
            if (!takes()) return false;
            event.preventDefault();
            editor.dispatch({ selection: { anchor: at } });
            editor.focus();
            return take(filesOf(event.dataTransfer), at, at);
          },
          // Behind the last letters, which CodeMirror reads in a microtask of its own.
          compositionend: () => {
            queueMicrotask(admit);
          },
        }),
      ],
    });
  const view = new EditorView({ state: stateFor(options), parent: root, root });
  /** Asking for the place, or setting it, makes the browser lay the page out at once: once for every text. */
  let scrolled = false;
  view.scrollDOM.addEventListener('scroll', () => (scrolled = view.scrollDOM.scrollTop > 0), {
    passive: true,
  });

  return {
    update(next) {
      const before = now;
      now = next;
      const text = lineEndsOf(next.value) === 'crlf' ? next.value.replaceAll('\r\n', '\n') : next.value;
      if (next.owner !== before.owner) {
        waiting = null;
        reserved.clear();
        view.setState(stateFor(next));
        if (scrolled) view.scrollDOM.scrollTop = 0;
        return;
      }
      if (waiting !== null) {
        waiting.text = text;
        return;
      }
      const was = view.state.doc.toString();
      if (text !== was && view.compositionStarted) {
        waiting = { before: view.state.doc, text, typed: ChangeSet.empty(view.state.doc.length) };
        return;
      }
      if (text !== was) {
        // What comes from elsewhere has steps of its own; those of typing would not fit it any more.
        const { anchor, head } = view.state.selection.main;
        view.setState(stateFor(next));
        const become = view.state.doc.toString();
        const carried = (at: number): number => carriedPlace(was, become, at);
        view.dispatch({ selection: { anchor: carried(anchor), head: carried(head) } });
        for (const stretch of reserved) {
          stretch.from = carried(stretch.from);
          stretch.to = Math.max(stretch.from, carried(stretch.to));
        }
        return;
      }
      if (next.language !== before.language) {
        view.dispatch({ effects: language.reconfigure(languageOf(next.language)) });
      }
      if (next.spelling !== before.spelling) recheck(view);
      if (
        next.label !== before.label ||
        next.invalid !== before.invalid ||
        next.readonly !== before.readonly
      ) {
        view.dispatch({ effects: access.reconfigure(accessOf(next)) });
      }
    },
    focus() {
      view.focus();
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
      view.focus();
    },
    rewrite(text) {
      const was = view.state.doc.toString();
      const become = text.replaceAll('\r\n', '\n');
      if (now.readonly || was === become) return;
      let from = 0;
      while (from < was.length && was[from] === become[from]) from += 1;
      let same = 0;
      const max = Math.min(was.length, become.length) - from;
      while (same < max && was.at(-1 - same) === become.at(-1 - same)) same += 1;
      const insert = view.state.toText(become.slice(from, become.length - same));
      view.dispatch({
        changes: { from, to: was.length - same, insert },
        userEvent: 'input',
        annotations: isolateHistory.of('full'),
      });
    },
    place() {
      const { from, to } = view.state.selection.main;
      return reserve(from, to);
    },
    format(name) {
      const { from, to } = view.state.selection.main;
      const format = { markdown: formatted, html: htmlFormatted, plain: null }[
        typeof now.language === 'string' ? now.language : 'plain'
      ];
      if (!now.readonly && format !== null) {
        const { changes, anchor, head } = format(name, { text: view.state.doc.toString(), from, to });
        view.dispatch({
          changes: changes.map((change) => ({ ...change, insert: view.state.toText(change.insert) })),
          selection: { anchor, head },
          scrollIntoView: true,
          userEvent: 'input.format',
          annotations: isolateHistory.of('full'),
        });
      }
      view.focus();
    },
    link() {
      if (now.language === 'markdown' && !now.readonly && now.links !== null)
        startCompletion(view, linkTrigger);
    },
    isSelected() {
      return !view.state.selection.main.empty;
    },
    find: findActions(view),
    scroller: view.scrollDOM,
    selected() {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    beforeSelected() {
      return view.state.sliceDoc(0, view.state.selection.main.from);
    },
    async misspelled() {
      const { head } = view.state.selection.main;
      const here = misspelledAt(view.state, head, spellingBasis());
      const found = here ?? (await nextMisspelled(view, spellingBasis()));
      if (found === null) return null;
      if (here === null) {
        view.dispatch({ selection: { anchor: found.from, head: found.to }, scrollIntoView: true });
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return seen(found);
    },
    recheck() {
      recheck(view);
    },
    destroy() {
      waiting = null;
      reserved.clear();
      view.destroy();
    },
  };
}

/** Types over a selection. A browser would keep its look by a style of its own, which the page's policy refuses. */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  const { readOnly, selection } = view.state;
  if (inputType !== 'insertText' || data === null || isComposing || readOnly || selection.main.empty)
    return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { scrollIntoView: true, userEvent: 'input.type' });
  return true;
}

function filesOf(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])];
}

/** What is pasted into code: words alone, and only if the plain text holds what must be left out. */
function wordsAlone(html: string): PastedText {
  const cleaned = pastedWords(html);
  if (cleaned === null) return { kind: 'plain' };
  if (cleaned.words === '' && cleaned.leftOut.length === 0) return { kind: 'too-large' };
  return { kind: 'text', text: cleaned.words, images: [], missing: 0, leftOut: cleaned.leftOut };
}

/** An image of pasted text as a file, named as browsers name those that are pasted alone. */
function fileOf({ type, content }: PastedImage): File {
  const ending = type.slice('image/'.length).replace(/\W.*$/u, '');
  return new File([Uint8Array.fromBase64(content)], `image.${ending === 'jpeg' ? 'jpg' : ending}`, { type });
}

function isInCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); ;) {
    if (/Code(?:Text|Block)?$/u.test(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}

function isBlockText(markdown: string): boolean {
  return markdown.includes('\n') || /^(?:[-#>|]|\d+\.) /u.test(markdown);
}

/** The one change that makes a text another: what both begin and end with stays. */
function differenceOf(was: string, become: string): { from: number; to: number; insert: string } {
  const least = Math.min(was.length, become.length);
  let from = 0;
  while (from < least && was[from] === become[from]) from += 1;
  let same = 0;
  while (same < least - from && was.at(-1 - same) === become.at(-1 - same)) same += 1;
  return { from, to: was.length - same, insert: become.slice(from, become.length - same) };
}

function accessOf({ label, invalid, readonly }: CodeOptions): Extension {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      ...(invalid ? { 'aria-invalid': 'true' } : {}),
      ...(readonly ? { 'aria-readonly': 'true' } : {}),
      // That of a browser would mark words a second time, and may send them away.
      spellcheck: 'false',
      dir: 'auto',
      // It takes the focus as it is; said, so that tools that look for it know that the text scrolls by keys.
      tabindex: '0',
    }),
    EditorState.readOnly.of(readonly),
  ];
}

/**
 * How the lines of a text end. CodeMirror knows one kind of line end, and opening a text must not change it. In a text
 * with both, carriage returns are shown as characters.
 */
function lineEndsOf(text: string): 'lf' | 'crlf' | 'mixed' {
  if (!text.includes('\r')) return 'lf';
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? 'mixed' : 'crlf';
}

function withEnds(text: string, model: string): string {
  return lineEndsOf(model) === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
}
