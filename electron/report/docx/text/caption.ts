import { markup, type Inside, type Markup } from '../../html/markup.ts';
import { bookmarkName, field } from '../fields.ts';
import type { DocxFile } from '../file.ts';
import { bookmarked, paragraph } from '../paragraph.ts';
import { runs } from '../runs.ts';
import { numberName } from './inlines.ts';

/** A caption whose number Word counts, and texts refer to. @param isAbove it stays with what stands below it */
export function captionBlock(
  { label, caption, target }: { readonly label: string; readonly caption: string; readonly target?: string },
  sequence: 'Figure' | 'Listing' | 'Table',
  file: DocxFile,
  isAbove = false,
): Markup {
  const [, before = label, number = '', behind = ''] = /^(\D*)(\d+)(.*)$/su.exec(label) ?? [];
  const numbered = markup([
    runs(before, { bold: true }),
    ...(number === '' ? [] : [field(`SEQ ${sequence} \\* ARABIC`, runs(number, { bold: true }))]),
    runs(behind, { bold: true }),
  ]);
  const named: Inside =
    target === undefined
      ? numbered
      : bookmarked(bookmarkName(target), bookmarked(numberName(target), numbered, file), file);
  if (target !== undefined) file.pages.place(target);
  return paragraph(
    { xml: [named, runs(caption === '' ? '' : `: ${caption}`)], text: `${label}: ${caption}` },
    { style: 'Caption', ...(isAbove && { keepNext: true }) },
    file,
    file.column,
  );
}
