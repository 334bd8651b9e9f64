import type { Element, ElementContent } from 'hast';
import type { Block, Body, ReportDocument } from '../document/blocks.ts';
import { levelUnder } from '../document/text/heading-levels.ts';
import { assetTable } from '../document/text/plain-tables.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import { frameParts, officeFile, relationshipsPart, type OfficePart } from '../office/package.ts';
import { pageMargins, pageSizes } from '../pdf/layout/theme.ts';
import { withPages } from './fields.ts';
import { DocxFile, type Footnotes } from './file.ts';
import { contentsBlocks, coverBlocks } from './front.ts';
import { chapterHeading, factBlocks, partBlocks, sentenceBlocks } from './body.ts';
import { findingBlocks } from './finding.ts';
import { chartBlocks } from './figures.ts';
import { wordLanguages } from './language.ts';
import { twips } from './paragraph.ts';
import { footerXml, headerXml } from './header-footer.ts';
import { commentsXml, footnotesXml, numberingXml, relationshipNames, settingsXml } from './side-parts.ts';
import { docxFonts, stylesXml, wordNames } from './styles.ts';
import { findingTable, matrixBlocks, retestBlocks } from './finding-tables.ts';
import { plainTableXml } from './text/tables.ts';

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
  const body = document.blocks.flatMap((block) => blockXml(block, document, page.room, file));
  const side = sideParts(document, language, images, file);
  const section = tag('w:sectPr', {}, [
    ...side.flatMap(({ reference }) => reference),
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
    voidTag('w:titlePg'),
  ]);
  const main = tag('w:document', documentNames, tag('w:body', {}, [markup(body), section]));
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
    ...side.map(({ part }) => part),
    relationshipsPart('word/document.xml', file.relationships),
    ...footnoteLinks(file),
    ...file.media,
  ];
  return { bytes: officeFile(parts), damagedImages: file.damagedImages };
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const documentNames = {
  'xmlns:w': wordNames,
  'xmlns:r': relationshipNames,
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
};

/** A part beside the text, with what of it stands in the section. */
interface SidePart {
  readonly part: OfficePart;
  readonly reference: readonly Markup[];
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
    return {
      part: { path: `word/${name}.xml`, content, type: `${wordType}.${kind}+xml` },
      reference: of === undefined ? [] : [voidTag(`w:${of}Reference`, { 'w:type': type, 'r:id': id })],
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

/** Footnotes have relationships of their own: what they link to, under the ids of the main part. */
function footnoteLinks(file: DocxFile): OfficePart[] {
  if (file.footnotes.length === 0) return [];
  const all = file.footnotes.map(({ content }) => content).join('');
  const used = file.relationships.filter(({ id }) => all.includes(`"${id}"`));
  return used.length === 0 ? [] : [relationshipsPart('word/footnotes.xml', used)];
}

/** One block of the document. */
function blockXml(block: Block, document: ReportDocument, room: number, file: DocxFile): Markup[] {
  switch (block.kind) {
    case 'cover':
      return coverBlocks(block, document, file);
    case 'contents':
      return contentsBlocks(block, file);
    case 'chapter':
      return [chapterHeading(block, file), ...sentenceBlocks(block.empty ?? '', file)];
    case 'text':
      return [
        chapterHeading(block, file),
        ...block.parts.flatMap((part) => partBlocks(part, levelUnder(block.parent), room, file)),
      ];
    case 'facts':
      return [chapterHeading(block, file), ...factBlocks(block.facts, file)];
    case 'table':
      return [chapterHeading(block, file), ...plainTableXml(block, block.title, file)];
    case 'summary':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...(block.chart === undefined ? [] : chartBlocks(block.chart, file)),
        ...(block.rows.length === 0 ? [] : findingTable(block.rows, file)),
      ];
    case 'matrix':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...matrixBlocks(block, file),
      ];
    case 'assets':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...plainTableXml(assetTable(block, file.words), block.title, file),
      ];
    case 'retest':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...(block.chart === undefined ? [] : chartBlocks(block.chart, file)),
        ...(block.rows.length === 0 ? [] : retestBlocks(block, file)),
      ];
    case 'finding':
      return findingBlocks(block, document, room, file);
    default:
      return block satisfies never;
  }
}

/** The footnotes of all texts: their words stand at the end of their text, and with Word at the foot of a page. */
function footnotesOf(blocks: readonly Block[]): Footnotes {
  const bodies = new Map<string, Element>();
  const named = new Set<string>();
  const walk = (node: ElementContent, inSign: boolean): void => {
    if (node.type !== 'element') return;
    const { dataNote, href } = node.properties;
    const isSign = node.tagName === 'sup';
    if (typeof dataNote === 'string' && !isSign) bodies.set(`note-${dataNote}`, node);
    if (inSign && typeof href === 'string' && href.startsWith('#note-')) named.add(href.slice(1));
    for (const child of node.children) walk(child, inSign || isSign);
  };
  for (const body of blocks.flatMap(bodiesOf)) {
    if (body.kind !== 'rich') continue;
    for (const child of body.root.children) if (child.type !== 'doctype') walk(child, false);
  }
  return { bodies, named };
}

function bodiesOf(block: Block): Body[] {
  if (block.kind === 'text') return block.parts.map(({ body }) => body);
  if (block.kind !== 'finding') return [];
  return [...block.verdicts, ...block.sections].flatMap(({ parts }) => parts.map(({ body }) => body));
}
