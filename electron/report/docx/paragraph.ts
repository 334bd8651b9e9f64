import { readsFromRight } from '../fonts/bidi.ts';
import { hasRightToLeft } from '../fonts/printable.ts';
import { markup, tag, voidTag, type Inside, type Markup } from '../html/markup.ts';
import type { DocxFile } from './file.ts';
import { lineCount } from './page-estimate.ts';
import { styleSizes, type ParagraphStyle } from './style-names.ts';

/** Twentieths of a point, in which Word measures. */
export function twips(points: number): number {
  return Math.round(points * 20);
}

/** Runs of a paragraph, with the words that they show. */
export interface ParagraphLine {
  readonly xml: Inside;
  readonly text: string;
}

/** How a paragraph stands. */
export interface ParagraphLook {
  readonly style?: ParagraphStyle;
  /** A list and the level in it, from 0; `step`: points that its sign has before the words. */
  readonly list?: { readonly id: number; readonly level: number; readonly step?: number };
  /** Points from the edge of the column at which its text begins. */
  readonly indent?: number;
  /** Points that are left free at the end of each line. */
  readonly endIndent?: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly keepNext?: boolean;
  readonly newPage?: boolean;
  /** Points at which a tab behind dots ends, if its style does not say so. */
  readonly rightTab?: number;
  readonly fill?: string;
  /** The colour of a line beside it. */
  readonly border?: string;
  /** It is code: it runs from the left. */
  readonly code?: boolean;
}

/** A paragraph. @param width points of the column in which it stands; null in a place whose height is counted otherwise */
export function paragraph(
  line: ParagraphLine,
  look: ParagraphLook,
  file: DocxFile,
  width: number | null,
): Markup {
  const { style = 'BodyText', list, indent, endIndent, align, keepNext, fill, border, rightTab } = look;
  const newPage = look.newPage === true && file.breaksPage();
  const fromRight = look.code !== true && hasRightToLeft(line.text) && readsFromRight(line.text.trimStart());
  if (newPage) file.pages.newPage();
  if (width !== null) {
    const { size, height, around, kind } = styleSizes(style);
    const room = width - (indent ?? 0) - (endIndent ?? 0);
    file.pages.add(lineCount(line.text.length, room, size, kind) * height + around);
  }
  const indents =
    indent === undefined && endIndent === undefined
      ? []
      : [
          voidTag('w:ind', {
            'w:left': twips(indent ?? 0),
            'w:right': endIndent === undefined ? undefined : twips(endIndent),
            'w:firstLine': list === undefined ? 0 : undefined,
            'w:hanging': list === undefined ? undefined : twips(list.step ?? listStep),
          }),
        ];
  const properties = [
    voidTag('w:pStyle', { 'w:val': style }),
    ...(keepNext === true ? [voidTag('w:keepNext')] : []),
    ...(newPage ? [voidTag('w:pageBreakBefore')] : []),
    ...(list === undefined
      ? []
      : [
          tag('w:numPr', {}, [
            voidTag('w:ilvl', { 'w:val': list.level }),
            voidTag('w:numId', { 'w:val': file.listId(list.id) }),
          ]),
        ]),
    ...(border === undefined
      ? []
      : [
          tag(
            'w:pBdr',
            {},
            voidTag('w:left', { 'w:val': 'single', 'w:sz': 24, 'w:space': 8, 'w:color': border }),
          ),
        ]),
    ...(fill === undefined
      ? []
      : [voidTag('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': fill })]),
    ...(rightTab === undefined ? [] : [tabs(rightTab)]),
    ...(fromRight ? [voidTag('w:bidi')] : []),
    ...indents,
    // In a paragraph that runs from the right Word takes left for the side on which it begins.
    ...(align === undefined ? [] : [voidTag('w:jc', { 'w:val': fromRight ? turned(align) : align })]),
  ];
  return tag('w:p', {}, [tag('w:pPr', {}, properties), line.xml]);
}

function tabs(at: number): Markup {
  return tag('w:tabs', {}, voidTag('w:tab', { 'w:val': 'right', 'w:leader': 'dot', 'w:pos': twips(at) }));
}

function turned(align: 'left' | 'right' | 'center'): string {
  return align === 'left' ? 'right' : align === 'right' ? 'left' : align;
}

/** Points that each level of a list is set in. */
export const listStep = 18;

/** The place to which links lead, around some runs. */
export function bookmarked(name: string, inside: Inside, file: DocxFile): Markup {
  const id = file.nextId();
  return markup([
    voidTag('w:bookmarkStart', { 'w:id': id, 'w:name': name }),
    inside,
    voidTag('w:bookmarkEnd', { 'w:id': id }),
  ]);
}
