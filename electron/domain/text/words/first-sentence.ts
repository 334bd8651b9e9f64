import type { Element, Root, RootContent } from 'hast';
import { isBlock } from '../tree/allowed.ts';
import { visibleText } from '../tree/visible.ts';

/** As long a sentence fits into two or three lines of a table. */
const maxSentence = 200;

/** A full stop behind these ends no sentence; one behind a single letter, or the number of a list, does not either. */
const abbreviations =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|excl|no|nos|fig|sec|mr|mrs|ms|dr|prof|st|inc|ltd|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|usw|ggf|evtl|vgl|nr|abb|bspw|inkl|exkl|zzgl|max|min|\p{L})\.$|^\d+\.$/iu;

/** A small letter begins no sentence, and a month belongs to the day before it (`3. Juni`). */
const continuation =
  /^\s*(?:\p{Ll}|(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)/u;

/** What a sentence may stand in: not a heading, code, a table, a picture or a rule. */
const prose = /^(?:p|div|blockquote|section|article|details|summary|center)$/;

/**
 * The first sentence of a rich text in plain words, in one line; empty if it has none. A sentence that announces a list has
 * its items behind it. One that is too long is cut between words, with an ellipsis.
 */
export function firstSentence(root: Root): string {
  const blocks = blocksOf(root.children);
  const first = blocks.findIndex(({ words }) => words !== '');
  const block = blocks[first];
  if (block === undefined) return '';
  const sentence = sentenceIn(block.words);
  const announced =
    sentence.endsWith(':') && sentence.length === block.words.length ? blocks.slice(first + 1) : [];
  const items = takenWhile(announced, ({ item }) => item).map(({ words }) => words.replace(/[.;,]$/u, ''));
  const ended = items.length > 0 ? `${sentence} ${items.join(', ')}.` : sentence.replace(/\s*:$/u, '.');
  return shortened(ended);
}

interface TextBlock {
  readonly words: string;
  /** Whether it is an item of a list. */
  readonly item: boolean;
}

/** The paragraphs and items of lists, in order, each as one line. */
function blocksOf(nodes: readonly RootContent[], item = false): TextBlock[] {
  const blocks: TextBlock[] = [];
  let inline: RootContent[] = [];
  const close = (): void => {
    const words = lineOf(inline);
    if (words !== '') blocks.push({ words, item });
    inline = [];
  };
  for (const node of nodes) {
    if (node.type !== 'element' || !isBlock(node.tagName)) {
      inline.push(node);
      continue;
    }
    close();
    if (node.tagName === 'ul' || node.tagName === 'ol') {
      blocks.push(
        ...node.children.flatMap((child) => (isElement(child) ? blocksOf(child.children, true) : [])),
      );
    } else if (prose.test(node.tagName)) blocks.push(...blocksOf(node.children, item));
    else if (item) continue;
    else blocks.push({ words: '', item: false });
  }
  close();
  return blocks;
}

function lineOf(nodes: readonly RootContent[]): string {
  return visibleText({
    type: 'root',
    children: nodes.filter((node) => !isElement(node) || node.tagName !== 'img'),
  })
    .replace(/\s+/gu, ' ')
    .trim();
}

function isElement(node: RootContent): node is Element {
  return node.type === 'element';
}

function sentenceIn(line: string): string {
  for (const { index, 0: end } of line.matchAll(/[.!?…。！？]+["'”’)\]]*(?=\s|$)|[。！？]/gu)) {
    const until = line.slice(0, index + end.length);
    const goesOn = continuation.test(line.slice(until.length));
    if (until.length === line.length || !(goesOn || abbreviations.test(until))) return until;
  }
  return line;
}

/** A line that has no more letters than that, cut between words, with an ellipsis. */
export function shortened(sentence: string, max = maxSentence): string {
  const letters = Array.from(sentence);
  if (letters.length <= max) return sentence;
  const cut = letters.slice(0, max - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > max / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:(]+$/u, '')}\u2026`;
}

function takenWhile<T>(items: readonly T[], holds: (item: T) => boolean): readonly T[] {
  const end = items.findIndex((item) => !holds(item));
  return end === -1 ? items : items.slice(0, end);
}
