import { saidKeys } from './keys.ts';
import type { Commands, HandlersOf } from './commands.svelte.ts';
import type { CommandSpec } from './shortcuts.ts';

const inText = { writes: true, group: 'Writing', inText: true } as const;

/** What formats a Markdown text; a link by key needs a selection, because the palette has the same key. */
export const textCommands = [
  { id: 'text.bold', title: 'Bold', keys: ['Mod+b'], ...inText },
  { id: 'text.italic', title: 'Italic', keys: ['Mod+i'], ...inText },
  { id: 'text.code', title: 'Code', keys: ['Mod+e'], ...inText },
  { id: 'text.link', title: 'Link', keys: [], ...inText },
  { id: 'text.linkSelection', title: 'Link selected text', keys: ['Mod+k'], unlisted: true, ...inText },
  { id: 'text.finding', title: 'Link to a finding', keys: ['Mod+Shift+k'], ...inText },
  { id: 'text.list', title: 'Bulleted list', keys: ['Mod+Shift+l'], ...inText },
  { id: 'text.numbers', title: 'Numbered list', keys: ['Mod+Shift+o'], ...inText },
  { id: 'text.quote', title: 'Quote', keys: ['Mod+>'], ...inText },
  { id: 'text.table', title: 'Table', keys: ['Mod+Shift+m'], ...inText },
  { id: 'text.caption', title: 'Caption of code or table', keys: ['Mod+Shift+e'], ...inText },
  { id: 'text.spelling', title: 'Spelling suggestions', keys: ['Mod+.'], ...inText },
  { id: 'text.figure', title: 'Insert image', keys: ['Mod+Shift+f'], ...inText },
  { id: 'text.snippet', title: 'Insert snippet', keys: ['Mod+Alt+p'], ...inText },
  { id: 'text.toolbar', title: 'Go to the toolbar', keys: ['Alt+F10'], unlisted: true, ...inText },
  { id: 'text.comment', title: 'Comment on selected words', keys: ['Mod+Alt+m'], ...inText },
] as const satisfies readonly CommandSpec[];

type TextCommand = (typeof textCommands)[number]['id'];
type Formatting = 'bold' | 'italic' | 'code' | 'link' | 'list' | 'numbers' | 'quote' | 'table' | 'caption';

/** An editor of Markdown that commands can change. */
interface FormattedText {
  format(name: Formatting): void;
  isSelected(): boolean;
  /** Opens the menu of the misspelled word at the cursor, or of the next one. */
  correct(): Promise<void>;
}

/** A text on the page, as commands see it. */
export interface TextTarget {
  /** Whether the text, or its toolbar, has focus; a dialog over it does not count. */
  hasFocus(): boolean;
  /** Null while there is none, or none that can be changed. */
  editor(): FormattedText | null;
  /** Opens the choice of images; absent or null if the text takes none. */
  figure?(): (() => void) | null;
  /** Opens the choice of a finding to link to; absent or null if the text links to none. */
  finding?(): (() => void) | null;
  /** Opens the choice of snippets; absent or null if the text takes none. */
  snippet?(): (() => void) | null;
  /** Focuses its toolbar; absent or null if it has none. */
  toolbar?(): (() => void) | null;
  /** Comments on what is selected; absent or null if the text takes no comments. */
  comment?(): (() => void) | null;
}

/** Carries the commands of texts out on this one while it has focus. Only inside a component's initialisation. */
export function provideText(commands: Commands, target: TextTarget): void {
  const writable = (): FormattedText | null => (target.hasFocus() ? target.editor() : null);
  const format = (name: Formatting) => ({
    run: (): void => writable()?.format(name),
    when: (): boolean => writable() !== null,
  });
  const opened = (choice: () => (() => void) | null) => ({
    run: (): void => choice()?.(),
    when: (): boolean => writable() !== null && choice() !== null,
  });
  const handlers: HandlersOf<typeof textCommands> = {
    'text.bold': format('bold'),
    'text.italic': format('italic'),
    'text.code': format('code'),
    'text.link': format('link'),
    'text.linkSelection': { ...format('link'), when: () => writable()?.isSelected() === true },
    'text.list': format('list'),
    'text.numbers': format('numbers'),
    'text.quote': format('quote'),
    'text.table': format('table'),
    'text.caption': format('caption'),
    'text.spelling': { run: () => void writable()?.correct(), when: () => writable() !== null },
    'text.figure': opened(() => target.figure?.() ?? null),
    'text.snippet': opened(() => target.snippet?.() ?? null),
    'text.finding': opened(() => target.finding?.() ?? null),
    'text.toolbar': opened(() => target.toolbar?.() ?? null),
    'text.comment': {
      run: () => target.comment?.()?.(),
      when: () => target.hasFocus() && (target.comment?.() ?? null) !== null,
    },
  };
  $effect(() => commands.provide(textCommands, handlers));
}

/** What a button of the toolbar does, with its key: "Bold (Ctrl+B)". */
export function textTitle(commands: Commands, name: Formatting): string {
  const id: TextCommand = `text.${name}`;
  const title = textCommands.find((spec) => spec.id === id)?.title ?? name;
  if (name !== 'link') return commands.titled(title, id);
  const keys = commands.keysFor('text.linkSelection');
  return keys === null ? title : `${title} (${saidKeys(keys, commands.mac)} if text is selected)`;
}

/** The keys that open the menu of a misspelled word, as they are read out; null for none. */
export function spellingKeys(commands: Commands): string | null {
  const keys = commands.keysFor('text.spelling');
  return keys === null ? null : saidKeys(keys, commands.mac);
}
