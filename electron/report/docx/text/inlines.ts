import type { ElementContent } from 'hast';
import type { FindingRef, Value } from '../../document/blocks.ts';
import { markup, tag, voidTag, type Markup } from '../../html/markup.ts';
import { inlinesOf } from '../../pdf/layout/inlines.ts';
import type { Inline, Style } from '../../pdf/layout/lines.ts';
import { bookmarkName, field, pageToken } from '../fields.ts';
import type { DocxFile } from '../file.ts';
import { bookmarked, paragraph, type ParagraphLine } from '../paragraph.ts';
import { runs, wordColor, type RunLook } from '../runs.ts';
import { chipStyle } from '../styles.ts';
import { richBlocks } from './rich.ts';

/** Points of the text in which inline content is measured: only what differs from it is said of a run. */
const ordinary = 10;

/** The inline content of a block as runs, links, fields and signs of footnotes. */
export function richLine(
  children: readonly ElementContent[],
  file: DocxFile,
  look: RunLook = {},
): ParagraphLine {
  const base: Style = { size: ordinary, color: '' };
  const inlines = inlinesOf(children, base, file.theme.colors);
  const xml = inlines.map((inline, at) => inlineXml(inline, inlines[at + 2]?.style.pageOf, look, file));
  return { xml, text: inlines.map(({ text }) => text).join('') };
}

/** @param cited the finding whose page follows, with its number at the end of this text */
function inlineXml(
  { text, style }: Inline,
  cited: string | undefined,
  look: RunLook,
  file: DocxFile,
): Markup {
  const own = { ...look, ...lookOf(style) };
  if (style.pageOf !== undefined) return pageField(style.pageOf, own);
  if (style.target !== undefined) {
    return style.target.startsWith('note-')
      ? noteSign(style.target, text, own, file)
      : placeLink(style.target, text, own);
  }
  if (style.link !== undefined) return webLink(style.link, text, own, file);
  const number = cited === undefined ? '' : (/[A-Z]\d+$/u.exec(text)?.[0] ?? '');
  if (cited === undefined || number === '') return runs(text, own);
  return markup([
    runs(text.slice(0, -number.length), own),
    field(`REF ${numberName(cited)} \\h`, runs(number, own)),
  ]);
}

function lookOf(style: Style): RunLook {
  const { bold, italic, mono, underline, strike, raise, background, size } = style;
  const marked = background !== undefined && mono !== true ? { fill: wordColor(background) } : {};
  const raised =
    raise === undefined ? {} : { raise: raise > 0 ? ('superscript' as const) : ('subscript' as const) };
  const small = raise === undefined && mono !== true && size < ordinary ? { size: 9 } : {};
  return {
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(mono === true && { style: 'InlineCode', code: true }),
    ...(underline === true && { underline }),
    ...(strike === true && { strike }),
    ...marked,
    ...raised,
    ...small,
  };
}

/** The page of a place as a field. */
export function pageField(target: string, look: RunLook = {}): Markup {
  const shown = runs('\u0000', look).replace(/\u2400|\u0000/u, () => pageToken(target)) as Markup;
  return field(`PAGEREF ${bookmarkName(target)} \\h`, shown);
}

/** Words that lead to a place of the document. The number of a figure, listing or finding among them is a field. */
export function placeLink(target: string, text: string, look: RunLook = {}): Markup {
  return tag(
    'w:hyperlink',
    { 'w:anchor': bookmarkName(target), 'w:history': 1 },
    numberField(target, text, { style: 'Hyperlink', ...look }),
  );
}

/** What a number is called by the bookmark around it. */
export function numberName(target: string): string {
  return bookmarkName(`${target}-no`);
}

function numberField(target: string, text: string, look: RunLook): Markup {
  const [, counted] = /^(?:figure|listing|table)-(\d+)$/u.exec(target) ?? [];
  const number =
    counted === undefined
      ? (/^[A-Z]\d+(?=, |$| )/u.exec(text)?.[0] ?? '')
      : /^\p{L}+\P{L}(\d+)$/u.exec(text)?.[1] === counted
        ? text
        : '';
  if (number === '' || (counted === undefined && !target.startsWith('finding-'))) return runs(text, look);
  return markup([
    field(`REF ${numberName(target)} \\h`, runs(number, look)),
    runs(text.slice(number.length), look),
  ]);
}

/** Words that lead to the web; the words alone if Word could not open the address. */
export function webLink(href: string, text: string, look: RunLook, file: DocxFile): Markup {
  const id = file.link(href);
  if (id === null) return runs(text, look);
  return tag('w:hyperlink', { 'r:id': id, 'w:history': 1 }, runs(text, { style: 'Hyperlink', ...look }));
}

/** A sign that leads to a footnote, whose words are written with the first one. */
function noteSign(name: string, text: string, look: RunLook, file: DocxFile): Markup {
  if (name.endsWith('-sign')) return markup([]);
  const note = file.noteOf(name);
  if (note === undefined) return runs(text, look);
  const { id, first } = file.noteId(name);
  const place = bookmarkName(name);
  if (!first)
    return field(
      `NOTEREF ${place} \\f \\h`,
      runs(String(file.shownNote(id)), { style: 'FootnoteReference' }),
    );
  const words = noteBlocks(note.children, file);
  file.footnotes.push({ id, content: tag('w:footnote', { 'w:id': id }, words) });
  const sign = tag('w:r', {}, [
    tag('w:rPr', {}, voidTag('w:rStyle', { 'w:val': 'FootnoteReference' })),
    voidTag('w:footnoteReference', { 'w:id': id }),
  ]);
  return bookmarked(place, sign, file);
}

/** The words of a footnote behind the sign that Word numbers. */
function noteBlocks(children: readonly ElementContent[], file: DocxFile): Markup[] {
  const sign = tag('w:r', {}, [
    tag('w:rPr', {}, voidTag('w:rStyle', { 'w:val': 'FootnoteReference' })),
    voidTag('w:footnoteRef'),
  ]);
  const [first, ...rest] = children;
  const words =
    first?.type === 'element' ? first.children.filter((_, at) => at > 0) : first === undefined ? [] : [first];
  const line = richLine(words, file);
  return [
    paragraph(
      { xml: [sign, runs(' '), line.xml], text: line.text },
      { style: 'FootnoteText' },
      file,
      file.column,
    ),
    ...richBlocks(rest, file, { style: 'FootnoteText' }),
  ];
}

/** A value with what it leads to. */
export function valueXml(value: Value, file: DocxFile, look: RunLook = {}): Markup {
  const { text, href, target, severity } = value;
  if (severity !== undefined) return runs(`\u00a0${text}\u00a0`, { style: chipStyle(severity) });
  if (href !== undefined) return webLink(href, text, look, file);
  return target === undefined ? runs(text, look) : placeLink(target, text, look);
}

/** Number and title of a finding, leading to it if it is printed. */
export function refXml({ number, title, target }: FindingRef, look: RunLook = {}): Markup {
  const text = `${number} ${title}`;
  return target === undefined ? runs(text, look) : placeLink(target, text, look);
}
