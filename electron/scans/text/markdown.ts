import type { ElementContent } from 'hast';
import { htmlToMarkdown } from '#domain/text/pasted/convert-html.ts';
import { markdownOf } from '#domain/text/pasted/written.ts';
import { parseText, visibleText } from '#domain/text/index.ts';

/*
 * Texts of scanners as Markdown. HTML goes through the conversion of the editor, so that an imported text reads like one
 * that was pasted.
 */

/** Files repeat the same few texts for every host. */
const maxRemembered = 5_000;
const remembered = { html: new Map<string, string>(), plain: new Map<string, string>() };

function rememberedFor(kind: 'html' | 'plain', source: string, convert: () => string): string {
  const texts = remembered[kind];
  const known = texts.get(source);
  if (known !== undefined) return known;
  const text = convert();
  if (texts.size >= maxRemembered) texts.clear();
  if (source.length < 100_000) texts.set(source, text);
  return text;
}

/** A text of HTML; words without any tag are taken as they are. Never throws. */
export function htmlText(source: string): string {
  const text = source.replaceAll('\r\n', '\n').trim();
  if (text === '') return '';
  return rememberedFor('html', text, () => htmlToMarkdown(text)?.markdown ?? codeBlock(text));
}

/** A text without formatting, whose blank lines part paragraphs; signs of Markdown in it stay words. Never throws. */
export function plainText(source: string): string {
  const text = source.replaceAll('\r\n', '\n').trim();
  if (text === '') return '';
  return rememberedFor('plain', text, () => {
    // An indent is the look of a terminal; in Markdown it would make code of it.
    const lines = text.split('\n').map((line) => line.trim());
    const markdown = lines.join('\n').replace(/\n{3,}/gu, '\n\n');
    return markdown.split('\n\n').map(wordsAsMarkdown).join('\n\n');
  });
}

/** A sign that Markdown may read as markup. */
const sign = /[*_`#<>|~\\[\]&]|^(?:[-+=]|\d+[.)])/mu;

/** A paragraph or a list; where Markdown would read other words, its signs are escaped. */
function wordsAsMarkdown(words: string): string {
  if (!sign.test(words)) return words;
  const plain = withoutBlanks(words.replace(/^(?:[-*+]|\d+[.)]) /gmu, ''));
  const reads = (markdown: string): string => withoutBlanks(visibleText(parseText(markdown, 'markdown')));
  if (reads(words) === plain) return words;
  const escaped = escapedText(words);
  return reads(escaped) === withoutBlanks(words) ? escaped : codeBlock(words);
}

/** Output of a tool, shown as it is but for an indent that all lines have. */
export function codeBlock(source: string): string {
  const text = withoutIndent(
    source
      .replaceAll('\r\n', '\n')
      .replace(/^(?:[ \t]*\n)+/u, '')
      .trimEnd(),
  );
  if (text === '') return '';
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/gu), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function withoutIndent(text: string): string {
  if (!/^[ \t]/u.test(text)) return text;
  const lines = text.split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/u.exec(line)?.[0].length ?? 0);
  const indent = indents.reduce((least, length) => Math.min(least, length), Infinity);
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** Parts with a blank line between them; empty ones are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A part with words before it, or nothing if there is no part. */
export function titled(title: string, part: string): string {
  return part === '' ? '' : `**${title}**\n\n${part}`;
}

function withoutBlanks(words: string): string {
  return words.replace(/\s+/gu, '');
}

function escapedText(words: string): string {
  const lines = words.split('\n').flatMap((value, at): ElementContent[] => {
    const line: ElementContent = { type: 'text', value };
    return at === 0 ? [line] : [{ type: 'element', tagName: 'br', properties: {}, children: [] }, line];
  });
  return markdownOf({
    type: 'root',
    children: [{ type: 'element', tagName: 'p', properties: {}, children: lines }],
  });
}
