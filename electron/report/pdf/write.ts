import type { MissingGlyph, PageLine, ReportProgress } from '#contract/deliverable/report.ts';
import type { ReportDocument } from '../document/blocks.ts';
import { missingGlyphs, type FontLibrary } from '../fonts/library.ts';
import { wordsOf } from '../languages/index.ts';
import { Painter, type PaperExtras } from './output/paint.ts';
import { PageSetter, setAll, type SetPages } from './set-pages.ts';
import type { LayoutContext } from './layout/layout-context.ts';

/** The file, whole, and how many pages it has. */
export interface WrittenPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
  /** Characters that no font has. */
  readonly missingGlyphs: MissingGlyph[];
  /** What stands on every page and is cut. */
  readonly cutLines: PageLine[];
}

/**
 * Writes a document as PDF. The same document gives the same bytes: its own date is the only one in the file.
 * Nothing is fetched and no file is opened while it runs; fonts come from `fonts`, and the bytes of figures from `images`,
 * by their hash. First all blocks are laid out, one after the other, so that every page number is known; then the pages
 * are drawn in their order. A file with a password is another one each time.
 */
export async function writePdf(
  document: ReportDocument,
  fonts: FontLibrary,
  images: ReadonlyMap<string, Uint8Array>,
  onProgress: (progress: ReportProgress) => void,
  extras: PaperExtras = {},
): Promise<WrittenPdf> {
  const total = document.blocks.length;
  const set = await setAll(new PageSetter(() => fonts), document, images, (done) => {
    onProgress({ phase: 'layout', done, total });
  });
  return drawAll(document, set, onProgress, extras);
}

/** Draws all pages of a document that is laid out into one file. */
export async function drawAll(
  document: Omit<ReportDocument, 'blocks'>,
  set: SetPages,
  onProgress: (progress: ReportProgress) => void,
  extras: PaperExtras = {},
): Promise<WrittenPdf> {
  const { pages, ctx, missing, damagedImages, cutLines } = set;
  const painter = new Painter(ctx.fonts, set.shaper, { ...paperOf(document), ...extras });
  pages.forEach((sheets, index) => {
    painter.page(paperOfPage(set, index + 1), [...sheets, set.around(index + 1, pages.length)], set.pageOf);
    onProgress({ phase: 'pages', done: index + 1, total: pages.length });
  });
  const bytes = await painter.finish();
  const missed = missingGlyphs(missing);
  return { bytes, pages: pages.length, damagedImages, missingGlyphs: missed, cutLines: [...cutLines] };
}

/**
 * Draws one page as a file of its own, for a screen; page numbers that are not known yet are left open.
 * @param page counted from 1, one of those that are laid out
 * @param pages how many pages there will be, as far as anybody knows
 */
export async function drawPage(
  document: Omit<ReportDocument, 'blocks'>,
  set: SetPages,
  page: number,
  pages: number,
): Promise<Uint8Array> {
  const { ctx } = set;
  const painter = new Painter(ctx.fonts, set.shaper, paperOf(document));
  painter.page(paperOfPage(set, page), [...(set.pages[page - 1] ?? []), set.around(page, pages)], set.pageOf);
  return painter.finish();
}

function paperOfPage({ ctx: { page }, turned }: SetPages, at: number): LayoutContext['page'] {
  return turned.has(at) ? { width: page.height, height: page.width } : page;
}

/** What the file says about itself; its language is what a screen reader reads it in. */
function paperOf({ title, author, client, generatedAt, language }: Omit<ReportDocument, 'blocks'>) {
  const created = new Date(generatedAt);
  return {
    lang: wordsOf(language).tag,
    info: {
      Title: plain(title),
      Author: plain(author),
      Subject: plain(client),
      Creator: 'Dossier',
      Producer: 'Dossier',
      CreationDate: created,
      ModDate: created,
    },
  };
}

/** Document properties are shown by viewers as they are: no controls, no half surrogates. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}
