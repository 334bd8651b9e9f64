import type { ReportDocument } from '../document/blocks.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import {
  frameParts,
  officeFile,
  relationshipsPart,
  type OfficePart,
  type Relationship,
} from '../office/package.ts';
import { pageMargins, pageSizes } from '../pdf/layout/theme.ts';
import { withPages } from './fields.ts';
import { blockXml, footnotesOf } from './block.ts';
import { DocxFile } from './file.ts';
import { wordLanguages } from './language.ts';
import { twips } from './paragraph.ts';
import { footerXml, headerXml } from './header-footer.ts';
import { commentsXml, footnotesXml, numberingXml, relationshipNames, settingsXml } from './side-parts.ts';
import { docxFonts, stylesXml, wordNames } from './styles.ts';

/** The file, whole. */
export interface WrittenDocx {
  readonly bytes: Uint8Array;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
}

/** Points at which head and foot of a page stand from its edges. */
const edge = { head: 34, foot: 30 } as const;

/**
 * Writes a document for Word (DOCX, ECMA-376). Headings, captions, lists, footnotes and references are those of Word, so
 * that it can be worked on. Numbers of pages are estimated: Word has its own when it reckons its fields anew. The same
 * document gives the same bytes. `images` holds the bytes of the figures and of the theme's fonts, by their hash.
 */
export function writeDocx(document: ReportDocument, images: ReadonlyMap<string, Uint8Array>): WrittenDocx {
  const size = pageSizes[document.pageSize];
  const [left, top, right, bottom] = pageMargins;
  const page = { column: size[0] - left - right, room: size[1] - top - bottom };
  const file = new DocxFile(document, images, footnotesOf(document.blocks), page);
  const language = wordLanguages[document.language];
  const written = document.blocks.map((block) => ({
    isBare: block.kind === 'back',
    xml: markup(blockXml(block, document, page.room, file)),
  }));
  const side = sideParts(document, language, images, file);
  const section = (isBare: boolean, isFirst: boolean): Markup =>
    tag('w:sectPr', {}, [
      ...side.flatMap((one) => (isBare ? one.bareReference : one.reference)),
      voidTag('w:pgSz', { 'w:w': twips(size[0]), 'w:h': twips(size[1]) }),
      voidTag('w:pgMar', {
        'w:top': twips(top),
        'w:right': twips(right),
        'w:bottom': twips(bottom),
        'w:left': twips(left),
        'w:header': twips(edge.head),
        'w:footer': twips(edge.foot),
        'w:gutter': 0,
      }),
      ...(isFirst ? [voidTag('w:titlePg')] : []),
    ]);
  const main = tag('w:document', documentNames, tag('w:body', {}, inSections(written, section)));
  const parts: OfficePart[] = [
    ...frameParts('word/document.xml', {
      title: document.title,
      author: document.author,
      client: document.client,
      at: document.generatedAt,
      language,
    }),
    {
      path: 'word/document.xml',
      content: withPages(main, (target) => file.pages.pageOf(target)),
      type: `${wordType}.document.main+xml`,
    },
    ...side.map(({ part }) => withPagesIn(part, file)),
    relationshipsPart('word/document.xml', file.relationships),
    ...sideLinks(file),
    ...file.media,
  ];
  return { bytes: officeFile(parts), damagedImages: file.damagedImages };
}

/** The blocks in sections: one without header and footer for each bare block. The last section's properties end the text. */
function inSections(
  written: readonly { readonly isBare: boolean; readonly xml: Markup }[],
  section: (isBare: boolean, isFirst: boolean) => Markup,
): Markup[] {
  let sections = 0;
  const next = (isBare: boolean): Markup => section(isBare, (sections += 1) === 1);
  const xml = written.flatMap(({ isBare, xml }, at) => {
    const before = written[at - 1]?.isBare;
    const begins = before !== undefined && (isBare || before);
    return begins ? [tag('w:p', {}, tag('w:pPr', {}, next(before))), xml] : [xml];
  });
  return [...xml, next(written.at(-1)?.isBare === true)];
}

/** A part beside the text whose texts may refer to pages too. */
export function withPagesIn(part: OfficePart, { pages }: DocxFile): OfficePart {
  return typeof part.content === 'string'
    ? { ...part, content: withPages(part.content, (target) => pages.pageOf(target)) }
    : part;
}

/** What the media types of Word begin with. */
export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Names of the main part. */
export const documentNames = {
  'xmlns:w': wordNames,
  'xmlns:r': relationshipNames,
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
};

/** A part beside the text, with what of it stands in the section. */
interface SidePart {
  readonly part: OfficePart;
  readonly reference: readonly Markup[];
  /** The same of a section whose pages are all as the first one of the document. */
  readonly bareReference: readonly Markup[];
}

function sideParts(
  document: ReportDocument,
  language: string,
  images: ReadonlyMap<string, Uint8Array>,
  file: DocxFile,
): SidePart[] {
  const fonts = docxFonts(document.theme, images);
  const part = (name: string, kind: string, content: Markup, reference?: string): SidePart => {
    const id = file.relate(kind, `${name}.xml`);
    const [of, type] = reference?.split(' ') ?? [];
    const refer = (as: string | undefined): Markup[] =>
      of === undefined ? [] : [voidTag(`w:${of}Reference`, { 'w:type': as, 'r:id': id })];
    return {
      part: { path: `word/${name}.xml`, content, type: `${wordType}.${kind}+xml` },
      reference: refer(type),
      bareReference: type === 'first' ? refer('default') : [],
    };
  };
  const { draftMark, decimal } = file.words;
  return [
    part('header1', 'header', headerXml(document, false, draftMark), 'header default'),
    part('header2', 'header', headerXml(document, true, draftMark), 'header first'),
    part('footer1', 'footer', footerXml(document, false, file), 'footer default'),
    part('footer2', 'footer', footerXml(document, true, file), 'footer first'),
    part('styles', 'styles', stylesXml(document.theme, fonts, file.column, language)),
    part('numbering', 'numbering', numberingXml(file)),
    part('settings', 'settings', settingsXml(language, decimal)),
    part('footnotes', 'footnotes', footnotesXml(file)),
    ...(file.comments.length === 0 ? [] : [part('comments', 'comments', commentsXml(file))]),
  ];
}

/** Footnotes and comments have relationships of their own: what they link to, under the ids of the main part. */
function sideLinks(file: DocxFile): OfficePart[] {
  return [
    [
      'word/footnotes.xml',
      linksIn(
        file.footnotes.map(({ content }) => content),
        file,
      ),
    ] as const,
    ['word/comments.xml', linksIn(file.comments, file)] as const,
  ].flatMap(([path, used]) => (used.length === 0 ? [] : [relationshipsPart(path, used)]));
}

/** The relationships of the main part that markup beside it names. */
export function linksIn(all: readonly Markup[], { relationships }: DocxFile): Relationship[] {
  if (all.length === 0) return [];
  const whole = all.join('');
  return relationships.filter(({ id }) => whole.includes(`"${id}"`));
}
