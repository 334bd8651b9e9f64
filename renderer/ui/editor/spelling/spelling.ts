import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { StateEffect, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { proseWords, type ProseWord } from '#domain/text/words/prose-words.ts';

/* Marks misspelled words of a text. What is in view is looked up between keystrokes; the looking up is not done here. */

/** Says which words are wrong. */
export interface SpellingChecker {
  /** Undefined until the word was looked up. */
  isWrong(word: string, owner: string): boolean | undefined;
  look(words: readonly string[]): Promise<void>;
  suggest(word: string): Promise<readonly string[]>;
  add(word: string): Promise<void>;
  /** Takes a word as right in one text. */
  ignore(owner: string, word: string): void;
  readonly isOn: boolean;
  /** An effect that reads it runs again once words may be judged otherwise. */
  readonly basis: unknown;
}

/** What the marks go by; null: nothing is checked. */
export interface SpellingBasis {
  readonly checker: SpellingChecker;
  readonly owner: string;
}

const judged = StateEffect.define<null>();
/** After the last keystroke. */
const restMs = 300;
/** After the text was scrolled, or its syntax became known. */
const soonMs = 60;
const mark = Decoration.mark({ class: 'cm-misspelled' });
/** Parts of Markdown and HTML that no dictionary is for. */
const unchecked =
  /^(?:InlineCode|FencedCode|CodeBlock|CodeInfo|URL|Autolink|LinkLabel|HTML(?:Tag|Block)|Comment(?:Block)?|ProcessingInstruction(?:Block)?|Entity|OpenTag|CloseTag|SelfClosingTag|EntityReference|CharacterReference|ScriptText|StyleText)$/u;

/** Marks misspelled words. `told` gets the one at the cursor, null for none. */
export function spellingExtension(
  basis: () => SpellingBasis | null,
  told: (word: string | null) => void,
): Extension {
  return ViewPlugin.define((view) => new Marks(view, basis, told), { decorations: (marks) => marks.shown });
}

/** Judges the words of a view anew. */
export function recheck(view: EditorView): void {
  view.dispatch({ effects: judged.of(null) });
}

/** The misspelled word at a place; null if it is right there, or nothing is checked. */
export function misspelledAt(state: EditorState, at: number, basis: SpellingBasis | null): ProseWord | null {
  const { from, to } = state.doc.lineAt(at);
  const found = wordsBetween(state, from, to).find((word) => word.from <= at && at <= word.to);
  return found !== undefined && isWrong(found, basis) ? found : null;
}

/** The next misspelled word of the whole text behind a place, from its beginning again after the last; null for none. */
export async function nextMisspelled(
  view: EditorView,
  basis: SpellingBasis | null,
): Promise<ProseWord | null> {
  if (basis === null) return null;
  ensureSyntaxTree(view.state, view.state.doc.length, 500);
  await look(wordsBetween(view.state, 0, view.state.doc.length), basis);
  const wrong = wordsBetween(view.state, 0, view.state.doc.length).filter((word) => isWrong(word, basis));
  const { to } = view.state.selection.main;
  return wrong.find((word) => word.from >= to) ?? wrong[0] ?? null;
}

async function look(words: readonly ProseWord[], { checker, owner }: SpellingBasis): Promise<boolean> {
  const unknown = new Set(
    words.map(({ word }) => word).filter((word) => checker.isWrong(word, owner) === undefined),
  );
  if (unknown.size > 0) await checker.look([...unknown]);
  return unknown.size > 0;
}

function isWrong({ word }: ProseWord, basis: SpellingBasis | null): boolean {
  return basis !== null && basis.checker.isOn && basis.checker.isWrong(word, basis.owner) === true;
}

/** The words of whole lines that can be looked up. */
function wordsBetween(state: EditorState, from: number, to: number): readonly ProseWord[] {
  let text = state.sliceDoc(from, to);
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      if (!unchecked.test(node.name)) return true;
      const [start, end] = [Math.max(from, node.from) - from, Math.min(to, node.to) - from];
      text = text.slice(0, start) + ' '.repeat(Math.max(0, end - start)) + text.slice(end);
      return false;
    },
  });
  return proseWords(text, from);
}

class Marks {
  shown: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #basis: () => SpellingBasis | null;
  readonly #told: (word: string | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;
  /** A word is being typed: it is not marked before the cursor leaves it. */
  #isTyping = false;
  #at: string | null = null;

  constructor(view: EditorView, basis: () => SpellingBasis | null, told: (word: string | null) => void) {
    this.#view = view;
    this.#basis = basis;
    this.#told = told;
    this.#later(soonMs);
  }

  update(update: ViewUpdate): void {
    const { docChanged, selectionSet, viewportChanged, startState, state, transactions } = update;
    if (docChanged) {
      this.shown = this.shown.map(update.changes);
      this.#isTyping = transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete'));
      this.#later(restMs);
    } else if (selectionSet || update.focusChanged) {
      if (this.#isTyping) this.#later(soonMs);
      this.#isTyping = false;
    }
    if (viewportChanged || syntaxTree(startState) !== syntaxTree(state))
      this.#later(docChanged ? restMs : soonMs);
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(judged)))) this.#draw();
    this.#tell();
  }

  destroy(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#judge(), ms);
  }

  /** Looks up what is in view. */
  async #judge(): Promise<void> {
    const basis = this.#basis();
    if (basis !== null && basis.checker.isOn) await look(this.#words(), basis);
    if (this.#isGone) return;
    // Marks that change in the middle of a composition would end it.
    if (this.#view.composing) this.#later(restMs);
    else recheck(this.#view);
  }

  #words(): readonly ProseWord[] {
    const { state, visibleRanges } = this.#view;
    return visibleRanges.flatMap(({ from, to }) =>
      wordsBetween(state, state.doc.lineAt(from).from, state.doc.lineAt(to).to),
    );
  }

  #draw(): void {
    const basis = this.#basis();
    const { head } = this.#view.state.selection.main;
    const isTyped = ({ from, to }: ProseWord): boolean => this.#isTyping && from <= head && head <= to;
    const seen = new Set<number>();
    const wrong = this.#words().filter((word) => {
      if (seen.has(word.from) || !isWrong(word, basis) || isTyped(word)) return false;
      seen.add(word.from);
      return true;
    });
    this.shown = Decoration.set(
      wrong.map(({ from, to }) => mark.range(from, to)),
      true,
    );
  }

  #tell(): void {
    const { state, hasFocus } = this.#view;
    const { head, empty } = state.selection.main;
    let at: string | null = null;
    if (hasFocus && empty) {
      this.shown.between(head, head, (from, to) => {
        at = state.sliceDoc(from, to);
        return false;
      });
    }
    if (at === this.#at) return;
    this.#at = at;
    this.#told(at);
  }
}
