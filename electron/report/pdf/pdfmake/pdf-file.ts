import type { EngineFont, EngineImage, EngineOutline, EngineReference } from 'pdfmake/js/PDFDocument.js';
import { isPng } from '#domain/images/png.ts';
import { pngParts } from '../../images/png.ts';
import { FileBytes } from './file-bytes.ts';
import { EngineDocument, engineFiles, EngineRenderer } from './stages.ts';
import { fontOptions, storeFont } from './virtual-files.ts';

/** An object of the file that others may refer to; `end` writes it. */
export interface PdfObject {
  readonly data: Record<string, unknown>;
  /** Writes into its stream. */
  write(content: string | Uint8Array): void;
  end(): void;
}

/** A font of the file, with the glyphs that are embedded of it. */
export class PdfFont {
  readonly engine: EngineFont;

  constructor(engine: EngineFont) {
    this.engine = engine;
  }

  /** Thousandths of its size from the baseline to the top. */
  get ascender(): number {
    return this.engine.ascender;
  }

  /** Points of a line of this size. */
  lineHeight(size: number): number {
    return this.engine.lineHeight(size);
  }

  /** Embeds a glyph and returns its number in this file. */
  include(glyph: number, advance: number, codePoints: readonly number[]): number {
    const { subset, widths, unicode } = this.engine;
    const id = subset.includeGlyph(glyph);
    widths[id] ??= advance;
    unicode[id] ??= codePoints;
    return id;
  }
}

/** An entry of the outline, under which others may stand. */
export type PdfBookmark = EngineOutline;

/** What encrypts a file. Names are encrypted on their own: PDFKit leaves them in clear. */
export interface PdfEncryption {
  readonly entries: object;
  readonly encrypt: (content: Uint8Array) => Buffer;
  readonly encryptName: (name: string) => Buffer;
}

/** What a file says about itself. */
export interface PdfFileOptions {
  readonly info: Readonly<Record<string, string | Date>>;
  readonly lang: string;
  /** XMP. PDFKit's own is unsound if a title has signs of XML, and counts letters as bytes. */
  readonly metadata: string;
}

/**
 * A PDF that is drawn page by page: all that the report needs of PDFKit and of pdfmake's drawing, in points from the upper
 * left corner.
 */
export class PdfFile {
  readonly #document: InstanceType<typeof EngineDocument>;
  readonly #renderer: InstanceType<typeof EngineRenderer>;
  readonly #bytes: FileBytes;
  readonly #ended: Promise<void>;
  readonly #fonts = new Map<string, PdfFont>();
  #encryption: PdfEncryption | null = null;
  #operators: string[] = [];

  constructor({ info, lang, metadata }: PdfFileOptions) {
    const document = new EngineDocument(
      ...([{}, {}, {}, {}] as const),
      {
        pdfVersion: '1.7',
        compress: true,
        autoFirstPage: false,
        font: null,
        fontLayoutCache: false,
        displayTitle: true,
        lang,
        info,
      },
      ...fontOptions,
    );
    this.#document = document;
    document.endMetadata = () => {
      this.#describe(metadata);
    };
    // PDFKit makes a buffer of each operator: those of a page are gathered first.
    document.addContent = (operators) => {
      this.#operators.push(operators);
      return document;
    };
    this.#renderer = new EngineRenderer(document);
    this.#bytes = new FileBytes(document);
    this.#ended = new Promise((resolve) => document.on('end', resolve));
  }

  /** The entries of the file's root. */
  get catalog(): Record<string, unknown> {
    return this.#document._root.data;
  }

  /** The page that has begun, as an object. */
  get page(): PdfObject {
    return this.#document.page.dictionary;
  }

  get pageSize(): { readonly width: number; readonly height: number } {
    return this.#document.page;
  }

  /** Makes an object; the caller ends it. */
  object(data: object): PdfObject {
    return this.#document.ref(data);
  }

  /** Begins a page. */
  beginPage(width: number, height: number): void {
    this.#document.addPage({ size: [width, height] });
  }

  /** Writes all that was drawn on the page. */
  endPage(): void {
    this.#document.page.write(this.#operators.join('\n'));
    this.#operators = [];
  }

  /** Adds operators to the page as they are. */
  write(operators: string): void {
    this.#document.addContent(operators);
  }

  /** Colour of what is filled from now on. */
  fillColor(color: string, opacity?: number): void {
    this.#document.fillColor(color, opacity);
  }

  /** Opacity of all that is drawn from now on. */
  opacity(opacity: number): void {
    this.#document.opacity(opacity);
  }

  /** Fills a box with the colour that is set. */
  fillBox(x: number, y: number, width: number, height: number): void {
    this.#document.rect(x, y, width, height).fill();
  }

  /** Names an object on this page, so that operators find it. */
  nameObject(name: string, object: PdfObject): void {
    this.#document.page.xobjects[name] = object as EngineReference;
  }

  /** The font of a face. @param content its file, asked for once */
  font(face: string, content: () => Uint8Array): PdfFont {
    const known = this.#fonts.get(face);
    if (known !== undefined) return known;
    this.#document.fonts[face] ??= { normal: storeFont(face, content()) };
    const font = new PdfFont(this.#document.provideFont(face, false, false));
    this.#fonts.set(face, font);
    return font;
  }

  /** Names a font on this page, so that operators find it. */
  nameFont({ engine }: PdfFont): string {
    this.#document.page.fonts[engine.id] ??= engine.ref();
    return engine.id;
  }

  /** Draws a text whose letters the font moves from their places. */
  drawMoved(text: string, font: PdfFont, size: number, x: number, top: number, width: number): void {
    this.#document._font = font.engine;
    this.#document.fontSize(size);
    this.#document._fragment(text, x, top, { textWidth: width, wordCount: 1 });
  }

  /** Draws a shape that pdfmake has laid out. */
  drawShape(shape: Readonly<Record<string, unknown>>): void {
    // It writes into what it draws.
    this.#renderer.renderVector({ ...shape });
  }

  /** Opens an image, so that it can be drawn. @param name of a file that was stored */
  openImage(name: string): void {
    const { images, _imageRegistry: open } = this.#document;
    if (open[name] !== undefined) return;
    images[name] = name;
    const content = engineFiles.readFileSync(name);
    if (isPng(content)) open[name] = this.#embedPng(content);
    else this.#document.provideImage(name);
  }

  /** PDFKit takes a PNG into a list of numbers, which has eight times its bytes; what it packs is here handed on as it is. */
  #embedPng(content: Uint8Array): EngineImage {
    const { width, height, depth, colour, palette, packed } = pngParts(content);
    const document = this.#document;
    const label = `I${String((document._imageCount += 1))}`;
    const obj = document.ref({
      Type: 'XObject',
      Subtype: 'Image',
      BitsPerComponent: depth,
      Width: width,
      Height: height,
      Filter: 'FlateDecode',
    });
    const isRgb = colour === 2;
    const parameters = { Predictor: 15, Colors: isRgb ? 3 : 1, BitsPerComponent: depth, Columns: width };
    const described = document.ref(parameters);
    obj.data['DecodeParms'] = described;
    described.end();
    obj.data['ColorSpace'] = isRgb ? 'DeviceRGB' : 'DeviceGray';
    if (colour === 3 && palette !== null) {
      const colours = document.ref({});
      colours.write(palette);
      colours.end();
      obj.data['ColorSpace'] = ['Indexed', 'DeviceRGB', palette.length / 3 - 1, colours];
    }
    obj.write(packed);
    obj.end();
    return { label, width, height, obj };
  }

  /** Draws an image that pdfmake has laid out. */
  drawImage(image: Readonly<Record<string, unknown>>): void {
    this.#renderer.renderImage({ ...image });
  }

  /** Draws only within an area until `endClip`. */
  beginClip(area: unknown): void {
    this.#renderer.beginClip(area);
  }

  endClip(): void {
    this.#renderer.endClip();
  }

  /** A place of this page that links lead to. */
  destination(name: string, top: number): void {
    this.#document.addNamedDestination(name, 'XYZ', 0, top, null);
  }

  /** A link to an address or, by `target`, to a destination. @returns its annotation */
  link(
    [x, y, width, height]: readonly [number, number, number, number],
    to: { readonly url: string } | { readonly target: string },
    more: object,
  ): PdfObject | undefined {
    if ('url' in to) this.#document.link(x, y, width, height, to.url, more);
    else this.#document.goTo(x, y, width, height, to.target, more);
    return this.#document.page.annotations.at(-1);
  }

  /** A bookmark that leads to a height of this page. */
  bookmark(text: string, top: number, expanded: boolean, under?: PdfBookmark): PdfBookmark {
    // PDFKit takes `left` as the distance from the right edge.
    const left = this.#document.page.width;
    return (under ?? this.#document.outline).addItem(text, { expanded, left, top });
  }

  /** Puts a file into this one. */
  attach(name: string, type: string, content: Uint8Array, created: Date): void {
    this.#document.file(Buffer.from(content.buffer, content.byteOffset, content.byteLength), {
      name,
      type,
      creationDate: created,
      modifiedDate: created,
      relationship: 'Data',
    });
  }

  /** Encrypts all texts, streams and names. Nothing may have been drawn yet. */
  encrypt(encryption: PdfEncryption): void {
    const dictionary = this.#document.ref({ ...encryption.entries });
    this.#encryption = encryption;
    this.#document._security = {
      dictionary,
      getEncryptFn: () => encryption.encrypt,
      end: () => {
        dictionary.end();
      },
    };
  }

  /** Returns the file, whole. Nothing can be drawn afterwards. */
  async finish(): Promise<Uint8Array> {
    for (const names of Object.values(this.#document._root.data.Names.data)) {
      // PDFKit sorts names as the machine's language does; readers look for them by their bytes.
      names._compareKeys = byBytes;
      if (this.#encryption !== null) names._dataForKey = this.#encryption.encryptName;
    }
    this.#document.end();
    await this.#ended;
    return this.#bytes.all();
  }

  #describe(metadata: string): void {
    const object = this.#document.ref({ Type: 'Metadata', Subtype: 'XML' });
    // Programs that know no PDF look for it in the bytes of the file.
    object.compress = false;
    object.write(Buffer.from(metadata, 'utf8'));
    object.end();
    this.#document._root.data.Metadata = object;
  }
}

/** Order of names, which are ASCII. */
function byBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
