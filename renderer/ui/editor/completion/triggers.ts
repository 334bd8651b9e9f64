import { snippetsFor, slashWordIn, type NamedSnippet } from '../snippets/slash-word.ts';
import type { CompletionSource, FindEntries, TypedWord } from './completion.ts';

/** The snippets that a text offers. */
export interface SnippetOffer {
  readonly list: readonly NamedSnippet[];
  /** The text of a snippet as it is inserted; `cursor` counts from its beginning. */
  readonly fill: (text: string) => { readonly text: string; readonly cursor: number };
}

/** What a text can link to. */
export interface LinkOffer {
  readonly label: string;
  readonly none: string;
  readonly count: (count: number) => string;
  readonly entries: FindEntries;
}

/** What begins a link. */
export const linkTrigger = '[[';

/** Blocks that are offered behind the snippets, at the beginning of a line; `|` is where the cursor goes. */
const blocks: readonly NamedSnippet[] = [
  { name: 'Listing', text: '```text caption="|" showLineNumbers\n\n```' },
  { name: 'Table with caption', text: 'Table: |\n\nColumn 1 | Column 2\n-------- | --------\n' },
];

/** Snippets behind `/name`, and blocks with a caption. */
export function snippetCompletion(offer: SnippetOffer | null): CompletionSource {
  return {
    label: 'Snippets',
    count: (count) => (count === 1 ? '1 snippet' : `${String(count)} snippets`),
    none: null,
    wordIn: slashWordIn,
    // After a slash alone Enter and the text are not the list's.
    eager: false,
    beginsLater: true,
    entries:
      offer === null
        ? null
        : (typed, isFirst) => [
            ...snippetsFor(offer.list, typed).map(({ name, text }) => ({
              title: name,
              fill: () => offer.fill(text),
            })),
            ...snippetsFor(isFirst ? blocks : [], typed).map(({ name, text }) => ({
              title: name,
              fill: () => ({ text: text.replace('|', ''), cursor: text.indexOf('|') }),
            })),
          ],
  };
}

/** What `[[words` links to. */
export function linkCompletion(offer: LinkOffer | null): CompletionSource {
  const { label, count, none } = offer ?? { label: '', count: String, none: null };
  const entries = offer?.entries ?? null;
  return { label, count, none, wordIn: linkWordIn, eager: true, beginsLater: false, entries };
}

const linkWord = /(?:^|[^\\[])(\[\[(?!\s)([^[\]]{0,100}))$/u;

/** The words behind `[[` at the end of a line up to the cursor; none behind a backtick that is not closed yet. */
export function linkWordIn(line: string): TypedWord | null {
  const found = linkWord.exec(line);
  if (found === null || line.split('`').length % 2 === 0) return null;
  const [, whole = '', typed = ''] = found;
  return { from: line.length - whole.length, typed };
}
