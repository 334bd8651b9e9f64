import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { ReportProgress } from '#contract/report.ts';
import type { Block, ReportDocument } from '../../document/blocks.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { coverNodes } from './cover.ts';
import { figureBook, type FigureBook } from './figures.ts';
import { findingItems } from './finding.ts';
import type { Item } from './flow.ts';
import { assemble, lineNode } from './flow.ts';
import { furniture } from './furniture.ts';
import { breakLines } from './lines.ts';
import { chapterHeading, contentsNodes, summaryNodes } from './lists.ts';
import { bodyStyle } from './rich.ts';
import { colors, pageMargins, pageSizes, sizes } from './theme.ts';

/** The file, whole, and how many pages it has. */
export interface WrittenPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
}

/**
 * Writes a document as PDF. The same document gives the same bytes: its own date is the only one in the file.
 * Layout is one long synchronous block, so this runs in the child process. Nothing is fetched and no file is
 * opened while it runs; fonts come from `fonts`, which afterwards knows the characters that no font has, and the
 * bytes of figures from `images`, by their hash.
 */
export async function writePdf(
  document: ReportDocument,
  fonts: FontLibrary,
  images: ReadonlyMap<string, Uint8Array>,
  onProgress: (progress: ReportProgress) => void,
): Promise<WrittenPdf> {
  const [pageWidth, pageHeight] = pageSizes[document.pageSize];
  const page = { width: pageWidth, height: pageHeight };
  const width = pageWidth - pageMargins[0] - pageMargins[2];
  const book = figureBook(images, pageHeight - pageMargins[1] - pageMargins[3], (name, picture) => {
    storeFile(name, picture.bytes);
  });
  const items: Item[] = [];
  document.blocks.forEach((block, index) => {
    items.push(...blockItems(block, document, page, width, fonts, book));
    onProgress({ phase: 'document', done: index + 1, total: document.blocks.length });
  });
  const { header, footer } = furniture(document, page, fonts);
  fonts.split('0123456789 of Page', {});
  let pages = 0;
  const created = new Date(document.generatedAt);
  const definition: TDocumentDefinitions = {
    pageSize: page,
    pageMargins: [...pageMargins],
    content: assemble(items),
    images: book.files(),
    header,
    footer(current, count) {
      pages = count;
      return footer(current, count);
    },
    info: {
      title: plain(document.title),
      author: plain(document.author),
      subject: plain(document.client),
      creator: 'Dossier',
      producer: 'Dossier',
      creationDate: created,
      modDate: created,
    },
    defaultStyle: { font: 'sans', fontSize: sizes.body, color: colors.text },
    version: '1.7',
  };
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  pdfmake.setFonts(
    Object.fromEntries([...fonts.used()].map(([face, data]) => [face, { normal: storeFont(face, data) }])),
  );
  let reported = 0;
  pdfmake.setProgressCallback((share) => {
    if (share - reported < 0.02 && share < 1) return;
    reported = share;
    onProgress({ phase: 'pages', done: Math.round(share * 100), total: 100 });
  });
  onProgress({ phase: 'layout', done: 0, total: 1 });
  const bytes = await pdfmake.createPdf(definition).getBuffer();
  return { bytes, pages, damagedImages: book.damaged() };
}

/** Hands a font over by the engine's in-memory file system, the only files that it may open; gives its name. */
function storeFont(face: string, data: Uint8Array): string {
  const name = `${face}.ttf`;
  storeFile(name, data);
  return name;
}

function storeFile(name: string, data: Uint8Array): void {
  // The types leave this member out; the engine has no other way to take a file that is already in memory.
  const { virtualfs } = pdfmake as unknown as {
    virtualfs: { writeFileSync(name: string, data: Buffer): void };
  };
  virtualfs.writeFileSync(name, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}

function blockItems(
  block: Block,
  document: ReportDocument,
  page: { width: number; height: number },
  width: number,
  fonts: FontLibrary,
  book: FigureBook,
): Item[] {
  switch (block.kind) {
    case 'cover':
      return flowing(coverNodes(block, page, document.classification, fonts));
    case 'contents':
      return flowing(onNewPage(contentsNodes(block, width, fonts)));
    case 'summary':
      return flowing(onNewPage(summaryNodes(block, width, fonts)));
    case 'chapter': {
      // Not on a page of its own: a table that ends on the first lines of a page would leave the rest empty.
      const heading = chapterHeading(block.title, width, fonts, { id: block.target, open: true, top: 26 });
      const empty =
        block.empty === undefined ? [] : breakLines([{ text: block.empty, style: bodyStyle }], width, fonts);
      return [
        ...heading.map((node): Item => ({ node, keep: true })),
        ...empty.map((line): Item => ({ node: lineNode(line), keep: false })),
      ];
    }
    case 'finding':
      return findingItems(block, width, fonts, book);
    default:
      return block satisfies never;
  }
}

function flowing(nodes: readonly Content[]): Item[] {
  return nodes.map((node) => ({ node, keep: false }));
}

function onNewPage(nodes: Content[]): Content[] {
  return [{ text: '', pageBreak: 'before', fontSize: 1, font: 'sans' }, ...nodes];
}

/** Document properties are shown by viewers as they are: no controls, no half surrogates. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}
