import type { Content } from 'pdfmake/interfaces.js';
import type { FontLibrary } from '../../fonts/library.ts';
import type { Shaper } from '../../fonts/shape.ts';
import type { DisplayList, PageSize, PlacedSheets } from '../display-list.ts';
import { PageLayout } from '../pdfmake/page-layout.ts';
import { gapOf, isPageStart } from './gap.ts';
import { fitted, piecesOf } from './scalable.ts';
import { pageMargins, sizes } from './theme.ts';
import { isTurned } from './turned.ts';

const defaultStyle = { font: 'sans', fontSize: sizes.body };
const margins = { left: pageMargins[0], top: pageMargins[1], right: pageMargins[2], bottom: pageMargins[3] };

/** Where a page's content begins, in points from its top. */
export const topOfPage: number = margins.top;

/** Points that what begins a page takes of it at most. */
const blankLine = 2;

/**
 * Sets content on pages with pdfmake's layout, piece by piece. The result is that of one run over everything: a piece
 * hands on only the place of its end. The content given in is used up.
 */
export class Layout {
  readonly #page: PageSize;
  readonly #engine: PageLayout;
  #turned: Layout | undefined;

  constructor(page: PageSize, engine: PageLayout) {
    this.#page = page;
    this.#engine = engine;
  }

  /** @param page its paper, upright */
  static of(page: PageSize, fonts: FontLibrary, shaper: Shaper): Layout {
    return new Layout(page, new PageLayout(fonts, shaper, margins, defaultStyle));
  }

  /** The same layout on turned paper. */
  turned(): Layout {
    const { width, height } = this.#page;
    return (this.#turned ??= new Layout({ width: height, height: width }, this.#engine));
  }

  /** Lays content out from `top` on; the first sheet is what comes on the page that has begun there. */
  place(content: readonly Content[], top: number): PlacedSheets {
    const first = content.findIndex(isTurned);
    if (first < 0) return this.#upright(content, top);
    const before = this.#upright(content.slice(0, first), top);
    const wide = this.#wide(content.slice(first, first + 1));
    const after = this.place(content.slice(first + 1), topOfPage);
    // Nothing stands on the page yet: it is the one that is turned.
    const begun = before.bottom > topOfPage ? before.sheets : before.sheets.slice(0, -1);
    const start = begun.length + wide.length;
    return {
      sheets: [...begun, ...wide, ...after.sheets],
      turned: new Set(
        [...wide.keys()].map((at) => begun.length + at).concat([...after.turned].map((at) => start + at)),
      ),
      bottom: after.bottom,
    };
  }

  #wide(content: readonly Content[]): readonly DisplayList[] {
    return this.turned().#upright(content, topOfPage).sheets;
  }

  #upright(content: readonly Content[], top: number): PlacedSheets {
    const run = this.#engine.begin(this.#page);
    run.moveDown(top - run.y);
    for (const node of content) {
      if (isPageStart(node) && run.y <= topOfPage + blankLine) continue;
      const gap = gapOf(node);
      if (gap === undefined) {
        for (const piece of piecesOf(node, run.left))
          run.place(fitted(piece, run.left, (alone) => this.#heightOf(alone)));
      } else if (run.y > topOfPage) run.moveDown(Math.min(gap, run.left));
    }
    return { sheets: run.pages(), turned: new Set(), bottom: run.y };
  }

  #heightOf(content: Content): number {
    return this.place([content], topOfPage).bottom - topOfPage;
  }

  /** What stands in the margins of one page. */
  placeAround(header: Content | null, footer: Content | null): DisplayList {
    const run = this.#engine.begin(this.#page);
    run.placeAround(header, footer);
    return run.pages()[0] ?? [];
  }
}
