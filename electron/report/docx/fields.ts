import { createHash } from 'node:crypto';
import { markup, tag, voidTag, type Inside, type Markup } from '../html/markup.ts';

/*
 * Fields of Word: an instruction that Word carries out when it is asked to, and between its marks what it gave last.
 * Every field is whole, begin to end, with its result.
 */

/** A field in a paragraph. @param result runs that show what it gives */
export function field(instruction: string, result: Inside): Markup {
  return markup([fieldStart(instruction), result, fieldEnd()]);
}

/** The beginning of a field whose result may be several paragraphs. */
export function fieldStart(instruction: string): Markup {
  return markup([
    run(voidTag('w:fldChar', { 'w:fldCharType': 'begin' })),
    run(tag('w:instrText', { 'xml:space': 'preserve' }, { text: ` ${instruction} ` })),
    run(voidTag('w:fldChar', { 'w:fldCharType': 'separate' })),
  ]);
}

export function fieldEnd(): Markup {
  return run(voidTag('w:fldChar', { 'w:fldCharType': 'end' }));
}

function run(inside: Markup): Markup {
  return tag('w:r', {}, inside);
}

/** The longest name that Word takes. */
const maxBookmark = 40;

/** What Word calls a place: letters, digits and low lines, 40 at most. */
export function bookmarkName(target: string): string {
  const name = `d_${target.replace(/[^A-Za-z0-9]/gu, '_')}`;
  if (name.length <= maxBookmark) return name;
  return `${name.slice(0, maxBookmark - 9)}_${createHash('sha256').update(target).digest('hex').slice(0, 8)}`;
}

/** Stands for the page of a place until all pages are counted; no text holds this sign. */
export function pageToken(target: string): Markup {
  return `\u0001${target}\u0001` as Markup;
}

/** The same with the pages in their place. */
export function withPages(xml: Markup, pageOf: (target: string) => number): Markup {
  return xml.replace(/\u0001([^\u0001]*)\u0001/gu, (_, target: string) => String(pageOf(target))) as Markup;
}
