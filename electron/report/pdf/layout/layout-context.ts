import type { ThemeColors } from '#contract/deliverable/theme.ts';
import type { ReportDocument } from '../../document/blocks.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { wordsOf, type Words } from '../../languages/index.ts';
import type { FigureBook } from './figure-book.ts';
import { pageMargins, pageSizes } from './theme.ts';

/** What every piece of a document is set with; one for each document, and nothing of its blocks is in it. */
export interface LayoutContext {
  /** Points. */
  readonly page: { readonly width: number; readonly height: number };
  /** Points between the margins. */
  readonly width: number;
  /** Points between the margins of a page that is turned for a wide table. */
  readonly turnedWidth: number;
  readonly colors: ThemeColors;
  readonly fonts: FontLibrary;
  readonly book: FigureBook;
  readonly words: Words;
}

/** The ctx of a document: its paper, colours and words, with the fonts and pictures that it is printed with. */
export function layoutContextOf(
  { pageSize, theme, language }: Pick<ReportDocument, 'pageSize' | 'theme' | 'language'>,
  fonts: FontLibrary,
  book: FigureBook,
): LayoutContext {
  const [width, height] = pageSizes[pageSize];
  return {
    page: { width, height },
    width: width - pageMargins[0] - pageMargins[2],
    turnedWidth: height - pageMargins[0] - pageMargins[2],
    colors: theme.colors,
    fonts,
    book,
    words: wordsOf(language),
  };
}

/** The same ctx with its paper turned, for what stands around the content of such a page. */
export function turnedContext(ctx: LayoutContext): LayoutContext {
  const { page, width, turnedWidth } = ctx;
  const turned = { width: page.height, height: page.width };
  return { ...ctx, page: turned, width: turnedWidth, turnedWidth: width };
}

/** Points from the top to the bottom of what a page of a document can hold. */
export function pageRoom(pageSize: ReportDocument['pageSize']): number {
  return pageSizes[pageSize][1] - pageMargins[1] - pageMargins[3];
}
