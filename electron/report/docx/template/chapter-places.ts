import type { ChapterKey } from '#contract/deliverable/template.ts';
import { childNamed, elementsWithin, xmlElement, type XmlNodeElement } from '../../office/xml-tree.ts';
import { textIn } from './fields-in.ts';
import type { BlockPlace, FoundMark } from './find-marks.ts';
import type { WordTemplate } from './read-template.ts';

/** Chapters that go to one place of a template. */
export interface ChapterPlace {
  readonly place: BlockPlace;
  readonly chapters: readonly ChapterKey[];
}

/**
 * Which of the wanted chapters go where, in the order of the text. A chapter without a mark goes to that of the report;
 * without any mark for a chapter the whole report goes behind the text.
 */
export function chapterPlaces(
  { body }: Pick<WordTemplate, 'body'>,
  marks: readonly FoundMark[],
  wanted: readonly ChapterKey[],
): ChapterPlace[] {
  const places = new Map<ChapterKey | 'report', BlockPlace>();
  for (const { meaning } of marks) {
    if (meaning.kind === 'block' && !places.has(meaning.mark)) places.set(meaning.mark, meaning.place);
  }
  if (![...places.keys()].some((mark) => mark !== 'cover' && mark !== 'contents')) {
    places.set('report', endOfText(body));
  }
  return [...places].map(([mark, place]) => {
    if (mark !== 'report') return { place, chapters: wanted.includes(mark) ? [mark] : [] };
    // A template that begins with a text of its own has its own cover.
    const hasCover = places.has('cover') || hasTextBefore(body, place);
    // A back page belongs behind all else: it stands at its mark alone.
    const elsewhere = (key: ChapterKey): boolean =>
      places.has(key) || (key === 'cover' && hasCover) || key === 'back';
    return { place, chapters: wanted.filter((key) => !elsewhere(key)) };
  });
}

/** A new paragraph before the properties of the last section. */
function endOfText(body: XmlNodeElement): BlockPlace {
  const paragraph = xmlElement('w:p');
  const last = childNamed(body, 'w:sectPr');
  const others = body.children.filter((child) => child !== last);
  body.children = [...others, paragraph, ...(last === undefined ? [] : [last])];
  return { parent: body, nodes: [paragraph], hasHeading: false };
}

function hasTextBefore(body: XmlNodeElement, { nodes: [first] }: BlockPlace): boolean {
  for (const element of elementsWithin(body)) {
    if (element === first) return false;
    if (/^w:(?:drawing|pict|tbl)$/u.test(element.name)) return true;
    if (element.name === 'w:t' && textIn(element).trim() !== '') return true;
  }
  return false;
}
