/*
 * The stages of pdfmake (0.3), which its own types leave out: measuring and page breaks on one side, drawing on the other.
 * Only this folder uses them; `page-layout.ts` and `pdf-file.ts` are what others see of it.
 */

declare module 'pdfmake/js/PDFDocument.js' {
  /** A font of PDFKit, as text is measured with it and its glyphs are embedded. */
  export interface EngineFont {
    readonly id: string;
    readonly ascender: number;
    readonly descender: number;
    readonly lineGap: number;
    readonly subset: { includeGlyph(glyph: number): number };
    readonly widths: number[];
    readonly unicode: (readonly number[])[];
    lineHeight(size: number): number;
    ref(): unknown;
  }
  export interface EngineOutline {
    addItem(title: string, options: { expanded: boolean; left: number; top: number }): EngineOutline;
  }
  /** An object of the file. */
  export interface EngineReference {
    readonly data: Record<string, unknown>;
    compress: boolean;
    write(operators: string | Uint8Array): void;
    end(): void;
  }
  /** A picture of the file, under the name by which a page names it. */
  export interface EngineImage {
    readonly label: string;
    readonly width: number;
    readonly height: number;
    readonly obj: EngineReference;
  }
  /** What encrypts the texts and streams of a file. */
  export interface EngineSecurity {
    readonly dictionary: EngineReference;
    getEncryptFn(id: number, generation: number): (content: Uint8Array) => Buffer;
    end(): void;
  }
  /** Names of the file: destinations, files inside of it. */
  export interface EngineNames {
    _dataForKey: (name: string) => Buffer;
    _compareKeys: (one: string, other: string) => number;
  }
  /** A document of PDFKit with pdfmake's way to fonts and pictures. */
  class EngineDocument {
    constructor(
      fonts: Readonly<Record<string, { normal: string }>>,
      images: Readonly<Record<string, string>>,
      patterns: object,
      attachments: object,
      options: object,
      files: unknown,
      mayOpen: (path: string) => boolean,
    );
    fonts: Record<string, { normal: string }>;
    images: Record<string, string>;
    readonly page: {
      readonly width: number;
      readonly height: number;
      readonly fonts: Record<string, unknown>;
      readonly xobjects: Record<string, EngineReference>;
      readonly dictionary: EngineReference;
      readonly annotations: readonly EngineReference[];
      write(operators: string): void;
    };
    readonly outline: EngineOutline;
    _font: EngineFont;
    addPage(options: { size: readonly [number, number] }): this;
    addContent: (operators: string) => EngineDocument;
    addNamedDestination(name: string, kind: 'XYZ', x: number, y: number, zoom: null): void;
    link(x: number, y: number, width: number, height: number, url: string, more: object): this;
    goTo(x: number, y: number, width: number, height: number, name: string, more: object): this;
    fontSize(size: number): this;
    fillColor(color: string, opacity?: number): this;
    opacity(opacity: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(): this;
    _fragment(text: string, x: number, y: number, options: { textWidth: number; wordCount: number }): void;
    provideFont(name: string, bold: boolean, italics: boolean): EngineFont;
    provideImage(name: string): { readonly width: number; readonly height: number };
    /** The pictures that are open, by their names, and how many there were. */
    readonly _imageRegistry: Record<string, EngineImage>;
    _imageCount: number;
    ref(data: object): EngineReference;
    file(
      content: Buffer,
      options: {
        name: string;
        type: string;
        creationDate: Date;
        modifiedDate: Date;
        relationship: string;
      },
    ): void;
    _security: EngineSecurity | null;
    /** The file's root: `Names` are its name trees. */
    readonly _root: {
      readonly data: Record<string, unknown> & {
        readonly Names: { readonly data: Readonly<Record<string, EngineNames>> };
      };
    };
    /** Writes bytes as they are, or anything else as a line. */
    _write: (data: unknown) => void;
    /** How long the file is by now. */
    _offset: number;
    read(): Uint8Array | null;
    resume(): this;
    on(event: 'end', listener: () => void): this;
    end: () => void;
    endMetadata: () => void;
  }
  const module: { readonly default: typeof EngineDocument };
  export default module;
  export type { EngineDocument };
}

declare module 'pdfmake/js/TextInlines.js' {
  import type { EngineDocument, EngineFont } from 'pdfmake/js/PDFDocument.js';
  import type { Heard, Role } from '#report/pdf/roles.ts';
  export interface EngineInline {
    text: string;
    x?: number;
    width: number;
    height: number;
    font: EngineFont;
    fontSize: number;
    alignment?: string;
    leadingCut: number;
    trailingCut: number;
    noWrap?: boolean | null;
    noNewLine?: boolean;
    color?: string | null;
    link?: string | null;
    linkToDestination?: string | null;
    decoration?: string | null;
    background?: string | null;
    /** Our own, as the role is: points above the baseline. */
    raise?: number;
    /** Our own, too: a destination that begins here. */
    anchor?: string;
    role?: Role;
    heard?: Heard;
    _pageRef?: object;
  }
  export interface EngineInlines {
    readonly items: EngineInline[];
    readonly minWidth: number;
    readonly maxWidth: number;
  }
  export class EngineTextInlines {
    constructor(document: EngineDocument);
    buildInlines(text: unknown, styles: unknown): EngineInlines;
  }
  const module: { readonly default: typeof EngineTextInlines };
  export default module;
}

declare module 'pdfmake/js/DocMeasure.js' {
  import type { EngineDocument } from 'pdfmake/js/PDFDocument.js';
  export class EngineMeasure {
    constructor(
      document: EngineDocument,
      styles: object,
      defaultStyle: object,
      svg: unknown,
      tableLayouts: object,
    );
    textInlines: unknown;
    measureDocument(node: unknown): unknown;
  }
  const module: { readonly default: typeof EngineMeasure };
  export default module;
}

declare module 'pdfmake/js/DocPreprocessor.js' {
  export class EnginePreprocessor {
    readonly nodeReferences: Readonly<Record<string, { readonly _nodeRef: object }>>;
    preprocessDocument(node: unknown): unknown;
  }
  const module: { readonly default: typeof EnginePreprocessor };
  export default module;
}

declare module 'pdfmake/js/DocumentContext.js' {
  export interface EnginePage {
    readonly items: readonly { readonly type: string; readonly item: unknown }[];
  }
  class EngineContext {
    readonly pages: readonly EnginePage[];
    y: number;
    /** Points that are left on the page. */
    readonly availableHeight: number;
    moveDown(points: number): void;
  }
  const module: { readonly default: typeof EngineContext };
  export default module;
  export type { EngineContext };
}

declare module 'pdfmake/js/PageElementWriter.js' {
  import type { EngineContext } from 'pdfmake/js/DocumentContext.js';
  class EngineWriter {
    constructor(context: EngineContext);
    context(): EngineContext;
    addPage(size: EngineSize, orientation: null, margins: EngineMargins): void;
  }
  export interface EngineSize {
    readonly width: number;
    readonly height: number;
    readonly orientation: 'portrait';
  }
  export interface EngineMargins {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const module: { readonly default: typeof EngineWriter };
  export default module;
  export type { EngineWriter };
}

declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { EngineMargins, EngineSize, EngineWriter } from 'pdfmake/js/PageElementWriter.js';
  export class EngineLayout {
    constructor(size: EngineSize, margins: EngineMargins, svg: unknown);
    readonly tableLayouts: object;
    docPreprocessor: unknown;
    docMeasure: unknown;
    linearNodeList: unknown[];
    writer: EngineWriter;
    registerTableLayouts(layouts: object): void;
    processNode(node: unknown): void;
    addHeadersAndFooters(header: () => unknown, footer: () => unknown): void;
  }
  const module: { readonly default: typeof EngineLayout };
  export default module;
}

declare module 'pdfmake/js/Renderer.js' {
  import type { EngineDocument } from 'pdfmake/js/PDFDocument.js';
  export class EngineRenderer {
    constructor(document: EngineDocument);
    renderVector(vector: unknown): void;
    renderImage(image: unknown): void;
    beginClip(area: unknown): void;
    endClip(): void;
  }
  const module: { readonly default: typeof EngineRenderer };
  export default module;
}

declare module 'pdfmake/js/SVGMeasure.js' {
  const module: { readonly default: new () => unknown };
  export default module;
}

declare module 'pdfmake/js/tableLayouts.js' {
  const module: { readonly tableLayouts: object };
  export default module;
}

declare module 'pdfmake/js/virtual-fs.js' {
  class EngineFiles {
    writeFileSync(name: string, content: Buffer): void;
    readFileSync(name: string): Buffer;
  }
  const module: { readonly default: EngineFiles };
  export default module;
}
