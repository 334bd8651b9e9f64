import type { Element } from 'hast';
import { codeLanguages } from './words/code-languages.ts';

/** What the words behind a fence ask for, as site generators read them. */
export interface CodeListing {
  /** Empty if no language is named. */
  readonly language: string;
  /** Empty if it has none: then it has no number in the document either. */
  readonly caption: string;
  /** What references call it; empty if it has no name. */
  readonly name: string;
  /** The number of its first line; null: lines have no numbers. */
  readonly firstNumber: number | null;
  /** Whether a line is marked, counted from 1 whatever its number is. */
  readonly isMarked: (line: number) => boolean;
}

const option =
  /\s*(?:\{([\d,\s-]{1,200})\}|(showLineNumbers)(?:=(\d{1,6}))?|(caption|title|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))(?=\s|$)/uy;

/** Reads what stands behind a fence. Null if a word of it is unknown or says a thing twice: then all is shown as typed. */
export function readListing(info: string): CodeListing | null {
  const [lead = '', word = ''] = /^\s*([\w+#.-]{0,24})(?=\s|$)/u.exec(info) ?? [];
  const language = codeLanguages.has(word.toLowerCase()) ? word : '';
  const found = new Map<string, string>();
  option.lastIndex = language === '' ? 0 : lead.length;
  while (info.slice(option.lastIndex).trim() !== '') {
    const [all = '', marked, numbers, first = '1', key, ...values] = option.exec(info) ?? [];
    if (all === '') return null;
    const member = key === 'title' ? 'caption' : (key ?? numbers ?? 'marked');
    if (found.has(member)) return null;
    found.set(
      member,
      key === undefined ? (marked ?? first) : (values.find((one) => one !== undefined) ?? ''),
    );
  }
  const ranges = rangesIn(found.get('marked') ?? '');
  if (ranges === null || found.size === 0) return null;
  const first = found.get('showLineNumbers');
  return {
    language,
    caption: (found.get('caption') ?? '').trim(),
    name: found.get('name') ?? '',
    firstNumber: first === undefined ? null : Number(first),
    isMarked: (line) => ranges.some(([from, to]) => from <= line && line <= to),
  };
}

/** The words behind a fence that ask for numbers and marks, without language, caption and name. */
export function listingOptions(info: string): string {
  return Array.from(
    info.matchAll(/\{[\d,\s-]+\}|(?<=^|\s)showLineNumbers(?:=\d+)?(?=\s|$)/gu),
    ([words]) => words,
  ).join(' ');
}

/** `2,5-7` as pairs; null if one of them is no line or runs backwards. */
function rangesIn(text: string): readonly (readonly [number, number])[] | null {
  if (text.trim() === '') return [];
  const ranges = text.split(',').map((part) => {
    const [, from = '0', to = from] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/u.exec(part) ?? [];
    return [Number(from), Number(to)] as const;
  });
  return ranges.every(([from, to]) => from >= 1 && from <= to) ? ranges : null;
}

/** A line of a listing as it is shown. */
export interface ListingLine {
  /** Without its line end. */
  readonly text: string;
  readonly number: number | null;
  readonly isMarked: boolean;
}

/** The lines of a listing; a line end at its end begins none. */
export function listingLines({ firstNumber, isMarked }: CodeListing, code: string): ListingLine[] {
  return code
    .replace(/\n$/u, '')
    .split('\n')
    .map((text, at) => ({
      text,
      number: firstNumber === null ? null : firstNumber + at,
      isMarked: isMarked(at + 1),
    }));
}

/** The listing that a block of code of a tree is; null if its author asked for nothing. */
export function listingOf({ properties: { info } }: Element): CodeListing | null {
  return typeof info === 'string' ? readListing(info) : null;
}
