import type { Content } from 'pdfmake/interfaces.js';
import type { EngineMargins } from 'pdfmake/js/PageElementWriter.js';
import type { FontLibrary } from '../../fonts/library.ts';
import type { Shaper } from '../../fonts/shape.ts';
import type { DisplayList, PageSize } from '../display-list.ts';
import { MeasuringDocument, SetLines } from './measuring.ts';
import { markOf, type EngineItem } from './page-items.ts';
import {
  EngineContext,
  EngineLayout,
  EngineMeasure,
  EnginePreprocessor,
  EngineWriter,
  SvgMeasure,
  tableLayouts,
} from './stages.ts';

/** Lays content out with pdfmake's stages, of which its own run would throw the pages away. */
export class PageLayout {
  readonly #document: MeasuringDocument;
  readonly #lines: SetLines;
  readonly #margins: EngineMargins;
  readonly #style: object;

  /** @param style of what says nothing about its look */
  constructor(fonts: FontLibrary, shaper: Shaper, margins: EngineMargins, style: object) {
    this.#document = new MeasuringDocument(fonts);
    this.#lines = new SetLines(this.#document, shaper);
    this.#margins = margins;
    this.#style = style;
  }

  /** Begins empty pages of one size. */
  begin(page: PageSize): PageRun {
    return new PageRun(page, this.#margins, this.#style, this.#document, this.#lines);
  }
}

/** Pages of one size while content is placed on them, from the top of the first one on. */
export class PageRun {
  readonly #document: MeasuringDocument;
  readonly #preprocessor = new EnginePreprocessor();
  readonly #measure: InstanceType<typeof EngineMeasure>;
  readonly #layout: InstanceType<typeof EngineLayout>;
  readonly #names = new Map<object, string>();

  constructor(
    page: PageSize,
    margins: EngineMargins,
    style: object,
    document: MeasuringDocument,
    lines: SetLines,
  ) {
    const size = { ...page, orientation: 'portrait' as const };
    this.#document = document;
    this.#layout = new EngineLayout(size, margins, new SvgMeasure());
    this.#layout.registerTableLayouts(tableLayouts);
    this.#measure = new EngineMeasure(document, {}, style, null, this.#layout.tableLayouts);
    this.#measure.textInlines = lines;
    this.#layout.docPreprocessor = this.#preprocessor;
    this.#layout.docMeasure = this.#measure;
    this.#layout.linearNodeList = [];
    this.#layout.writer = new EngineWriter(new EngineContext());
    this.#layout.writer.addPage(size, null, margins);
  }

  /** Where the next piece begins, in points from the top of its page. */
  get y(): number {
    return this.#layout.writer.context().y;
  }

  /** Points that are left on the page. */
  get left(): number {
    return this.#layout.writer.context().availableHeight;
  }

  moveDown(points: number): void {
    this.#layout.writer.context().moveDown(points);
  }

  /** Places content, which is used up. */
  place(node: Content): void {
    const structure = this.#preprocessor.preprocessDocument(node);
    for (const [name, { _nodeRef }] of Object.entries(this.#preprocessor.nodeReferences))
      this.#names.set(_nodeRef, name);
    this.#layout.processNode(this.#measure.measureDocument(structure));
  }

  /** Places content in the margins of all pages. */
  placeAround(header: Content | null, footer: Content | null): void {
    this.#layout.addHeadersAndFooters(
      () => header,
      () => footer,
    );
  }

  /** What stands on each page. */
  pages(): DisplayList[] {
    const faces = this.#document.faces();
    const drawn = new Set<object>();
    const again = (inlines: object): boolean => drawn.has(inlines) || !drawn.add(inlines);
    return this.#layout.writer
      .context()
      .pages.map(({ items }) => items.map((item) => markOf(item as EngineItem, this.#names, faces, again)));
  }
}
