import { detectFormat } from '../../text/detect.ts';

/** What is looked for in a text. */
export interface Sought {
  readonly find: string;
  readonly matchCase: boolean;
  /** Only if no letter, digit or underscore stands before or behind it. */
  readonly wholeWord: boolean;
}

/** One place of a text: index of its first UTF-16 unit and of the one behind its last. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

/**
 * Makes a search of texts, to be used for many of them. Hits never overlap and come from left to right. Letters are
 * compared by simple case folding, one for one, so a hit is as long as the search text. An accent belongs to the letter
 * before it: `cafe` is not found in `café`, however it is composed.
 */
export function searchFor({ find, matchCase, wholeWord }: Sought): (text: string) => Hit[] {
  if (find === '') return () => [];
  const inWord = '[\\p{L}\\p{N}\\p{M}_]';
  const before = wholeWord && startsInWord.test(find) ? `(?<!${inWord})` : '';
  const after = wholeWord && endsInWord.test(find) ? `(?!${inWord})` : '(?!\\p{M})';
  const pattern = new RegExp(`${before}${literally(find)}${after}`, matchCase ? 'gu' : 'giu');
  return (text) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
}

const startsInWord = /^[\p{L}\p{N}\p{M}_]/u;
const endsInWord = /[\p{L}\p{N}\p{M}_]$/u;

/** A pattern that finds this text and nothing else. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

/** How long the text would be with another one in the place of each hit. */
export function lengthReplaced(text: string, hits: readonly Hit[], by: string): number {
  return hits.reduce((length, { start, end }) => length + by.length - (end - start), text.length);
}

/** The text with another one in the place of each hit; what stands between them stays unit for unit. */
export function replaceHits(text: string, hits: readonly Hit[], by: string): string {
  let from = 0;
  const pieces: string[] = [];
  for (const { start, end } of hits) {
    pieces.push(text.slice(from, start), by);
    from = end;
  }
  return pieces.join('') + text.slice(from);
}

/** So many characters of a text are shown before and behind a hit. */
const shownAround = 40;

/** What stands before and behind a hit, in one line each, cut to what a person reads at a glance. */
export function contextOf(text: string, { start, end }: Hit): { before: string; after: string } {
  const from = wholeFrom(text, Math.max(0, start - shownAround));
  const to = wholeFrom(text, Math.min(text.length, end + shownAround));
  const before = inOneLine(text.slice(from, start));
  const after = inOneLine(text.slice(end, to));
  return {
    before: from > 0 ? `…${before.trimStart()}` : before,
    after: to < text.length ? `${after.trimEnd()}…` : after,
  };
}

/** The index itself, or the next one if it would cut a character in two. */
function wholeFrom(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return index > 0 && unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

/** Tells of each place whether it stands in a tag of an HTML text, where a replacement changes how it looks. */
export function markupOf(text: string): (hit: Hit) => boolean {
  if (!text.includes('<') || detectFormat(text) !== 'html') return () => false;
  const tags = Array.from(text.matchAll(/<[a-z/!][^<>]*>/giu), (tag) => ({
    start: tag.index,
    end: tag.index + tag[0].length,
  }));
  return ({ start, end }) => tags.some((tag) => tag.start < end && start < tag.end);
}
