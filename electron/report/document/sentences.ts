import { firstSentence } from '#domain/text/words/first-sentence.ts';
import type { Context } from './context.ts';
import { firstSaid, namedId } from './grouped.ts';
import type { NumberedFinding } from './numbered.ts';
import { withLinkedFindings } from './text/linked-findings.ts';
import { parsedText } from './text/parsed.ts';

/** What a sentence is taken from is read no further than this: a text may be as long as a book. */
const maxRead = 4_000;

/** Gives the sentence of a finding in the summary: by hand, else the first of its description; empty if it has none. */
export function sentencesOf(context: Context): (finding: NumberedFinding) => string {
  const { options, template, snapshot } = context;
  if (!(options.sentences ?? template.sentences === true)) return () => '';
  const given = new Map(snapshot.facts.sentences.map(({ finding, sentence }) => [finding, sentence.trim()]));
  const named = new Set(given.keys());
  return (finding) =>
    given.get(namedId(finding, named)) || plainSentence(context, firstSaid(finding, 'description'));
}

/** The first sentence of a rich text of a finding, in plain words; empty if there is none. */
export function plainSentence({ linkOf, words }: Pick<Context, 'linkOf' | 'words'>, text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') return '';
  const named = (id: string): ReturnType<Context['linkOf']> => {
    const ref = linkOf(id);
    if (ref === undefined) return undefined;
    // No place: a page number means nothing in a sentence by itself.
    const { target: _target, ...unplaced } = ref;
    return unplaced;
  };
  return firstSentence(withLinkedFindings(parsedText(beginning(text)), { linkOf: named, words }));
}

/** The beginning of a long text, up to the end of a paragraph if it has one. */
function beginning(text: string): string {
  if (text.length <= maxRead) return text;
  const cut = text.slice(0, maxRead);
  const end = cut.lastIndexOf('\n\n');
  return end > 0 ? cut.slice(0, end) : cut;
}
