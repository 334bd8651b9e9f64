import type { ReportImage } from '#contract/deliverable/report.ts';
import { detectFormat, parseText } from '#domain/text/index.ts';
import { imageNamed, onlyPointsAtImage } from '#domain/text/references/evidence-address.ts';
import { onlyNamesFinding } from '#domain/text/references/finding-address.ts';
import { onlyPointsAtCaptioned } from '#domain/text/references/captioned-address.ts';
import { withReferences } from '#domain/text/with-references.ts';
import type { FindingRef } from '../document/blocks.ts';
import { saysTitle, withLinkedFindings } from '../document/text/linked-findings.ts';
import { wordsOf } from '../languages/index.ts';
import { richMarkdown } from '../markdown/rich.ts';
import { markdownOf } from '../markdown/stringify.ts';

/** What of a report a text in a cell may name. */
export interface Nameable {
  readonly linkOf: (id: string) => FindingRef | undefined;
  readonly images: readonly ReportImage[];
}

/**
 * A rich text as a cell has it: Markdown as it was typed, HTML as Markdown, for a spreadsheet would show its tags. A link to
 * a finding is its words and the number, an image its caption: their addresses lead nowhere outside.
 */
export function cellText(text: string, { linkOf, images }: Nameable): string {
  if (detectFormat(text) === 'html') {
    const named = (id: string): FindingRef | undefined => {
      const { target: _nowhere, ...ref } = linkOf(id) ?? {};
      return 'number' in ref ? ref : undefined;
    };
    const root = withLinkedFindings(parseText(text), { linkOf: named, words: wordsOf('en') });
    return markdownOf(richMarkdown(root)).trimEnd();
  }
  return withReferences(text, ({ kind, name, words }) => {
    if (kind === 'listing' || kind === 'table')
      return onlyPointsAtCaptioned(words, { kind, name }) ? name : words.trim();
    if (kind !== 'finding') {
      const known = images.map((image) => ({ ...image, name: image.name ?? '' }));
      const caption = imageNamed(known, name)?.caption.trim() ?? '';
      const own = kind === 'figure' && onlyPointsAtImage(words, name) ? '' : words.trim();
      const said = [own, caption, name].find((one) => one !== '') ?? name;
      return kind === 'image' ? `[${said}]` : said;
    }
    const ref = linkOf(name);
    if (ref === undefined) return words.trim() === '' ? name : words;
    return onlyNamesFinding(words, name) || saysTitle(words, ref)
      ? `${ref.number}, ${ref.title}`
      : `${words} (${ref.number})`;
  });
}
