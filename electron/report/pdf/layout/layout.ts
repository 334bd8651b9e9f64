import type { Content } from 'pdfmake/interfaces.js';
import type { FontLibrary } from '../../fonts/library.ts';
import type { Shaper } from '../../fonts/shape.ts';
import {
  EngineContext,
  EngineLayout,
  EngineMeasure,
  EnginePreprocessor,
  EngineWriter,
  SvgMeasure,
  tableLayouts,
} from '../pdfmake/engine.ts';
import { markOf, type EngineItem } from '../pdfmake/extract.ts';
import { gapOf } from './gap.ts';
import { MeasuringDocument, SetLines } from './measure.ts';
import { fitted, piecesOf } from './scalable.ts';
import type { Placed, DisplayList } from '../output/display-list.ts';
import { pageMargins, sizes } from './theme.ts';
import { isTurned } from './turned.ts';

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const defaultStyle = { font: 'sans', fontSize: sizes.body };
const margins = { left: pageMargins[0], top: pageMargins[1], right: pageMargins[2], bottom: pageMargins[3] };

/** Where a page's content begins, in points from its top. */
export const topOfPage: number = margins.top;

/**
 * Sets content on pages with pdfmake's own layout, piece by piece: what comes out is what one run over everything would
 * give, since nothing but the place where a piece ends is handed on to the next. The content given in is used up.
 */
export class Layout {
  readonly #page: PageSize;
  readonly #document: MeasuringDocument;
  readonly #lines: SetLines;
  #turned: Layout | undefined;

  constructor(page: PageSize, document: MeasuringDocument, lines: SetLines) {
    this.#page = page;
    this.#document = document;
    this.#lines = lines;
  }

  /** @param page its paper, upright */
  static of(page: PageSize, fonts: FontLibrary, shaper: Shaper): Layout {
    const document = new MeasuringDocument(fonts);
    return new Layout(page, document, new SetLines(document, shaper));
  }

  /** The same layout on turned paper. */
  turned(): Layout {
    const { width, height } = this.#page;
    return (this.#turned ??= new Layout({ width: height, height: width }, this.#document, this.#lines));
  }

  /** Lays content out from `top` on; the first sheet is what comes on the page that has begun there. */
  place(content: readonly Content[], top: number): Placed {
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

  #upright(content: readonly Content[], top: number): Placed {
    const run = this.#begin();
    const context = run.builder.writer.context();
    context.moveDown(top - context.y);
    for (const node of content) {
      const gap = gapOf(node);
      if (gap === undefined) {
        for (const piece of piecesOf(node, context.availableHeight))
          run.set(fitted(piece, context.availableHeight, (alone) => this.#heightOf(alone)));
      } else if (context.y > topOfPage) context.moveDown(Math.min(gap, context.availableHeight));
    }
    return { sheets: run.sheets(), turned: new Set(), bottom: context.y };
  }

  #heightOf(content: Content): number {
    return this.place([content], topOfPage).bottom - topOfPage;
  }

  /** What stands in the margins of one page. */
  placeAround(header: Content | null, footer: Content | null): DisplayList {
    const run = this.#begin();
    run.builder.addHeadersAndFooters(
      () => header,
      () => footer,
    );
    return run.sheets()[0] ?? [];
  }

  #begin() {
    const size = { ...this.#page, orientation: 'portrait' as const };
    const builder = new EngineLayout(size, margins, new SvgMeasure());
    builder.registerTableLayouts(tableLayouts);
    const preprocessor = new EnginePreprocessor();
    const measure = new EngineMeasure(this.#document, {}, defaultStyle, null, builder.tableLayouts);
    measure.textInlines = this.#lines;
    builder.docPreprocessor = preprocessor;
    builder.docMeasure = measure;
    builder.linearNodeList = [];
    builder.writer = new EngineWriter(new EngineContext());
    builder.writer.addPage(size, null, margins);
    const names = new Map<object, string>();
    const set = (node: Content): void => {
      const structure = preprocessor.preprocessDocument(node);
      for (const [name, { _nodeRef }] of Object.entries(preprocessor.nodeReferences))
        names.set(_nodeRef, name);
      builder.processNode(measure.measureDocument(structure));
    };
    const sheets = (): DisplayList[] => {
      const faces = this.#document.faces();
      const drawn = new Set<object>();
      const again = (inlines: object): boolean => drawn.has(inlines) || !drawn.add(inlines);
      return builder.writer
        .context()
        .pages.map(({ items }) => items.map((item) => markOf(item as EngineItem, names, faces, again)));
    };
    return { builder, set, sheets };
  }
}
