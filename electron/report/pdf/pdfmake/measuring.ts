import type { EngineFont } from 'pdfmake/js/PDFDocument.js';
import type { EngineInline, EngineInlines } from 'pdfmake/js/TextInlines.js';
import { isFallback, type FaceName } from '../../fonts/faces.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import type { Shaper } from '../../fonts/shape.ts';
import { EngineDocument, EngineTextInlines } from './stages.ts';
import { fontOptions, storeFont } from './virtual-files.ts';
import type { Heard, Role } from '../roles.ts';

/** The document that text is measured with. It is never written: pictures come with their sizes and are not opened. */
export class MeasuringDocument extends EngineDocument {
  readonly #library: FontLibrary;
  readonly #faces = new Map<EngineFont, FaceName>();

  constructor(library: FontLibrary) {
    super({}, {}, {}, {}, { autoFirstPage: false, font: null, fontLayoutCache: false }, ...fontOptions);
    this.#library = library;
  }

  /** Which face each font is that was asked for. */
  faces(): ReadonlyMap<EngineFont, string> {
    return this.#faces;
  }

  override provideFont(face: FaceName): EngineFont {
    this.fonts[face] ??= { normal: storeFont(face, this.#library.file(face)) };
    const font = super.provideFont(face, false, false);
    if (this.#faces.has(font)) return font;
    this.#faces.set(font, face);
    // Lines have one height and base line whatever font draws them: that of another script would push a title below the
    // number beside it.
    if (isFallback(face)) {
      const { ascender, descender, lineGap } = this.provideFont(this.#library.face({}));
      Object.assign(font, { ascender, descender, lineGap });
    }
    return font;
  }

  override provideImage(): { readonly width: number; readonly height: number } {
    return { width: 1, height: 1 };
  }
}

/** A stretch of text as `lineNode` makes it: everything about its look is said, and it is not to be broken. */
interface SetRun {
  readonly text: string;
  readonly font: FaceName;
  readonly fontSize: number;
  readonly color: string;
  readonly alignment: string;
  readonly lineHeight: number;
  readonly preserveTrailingSpaces: true;
  readonly link?: string;
  readonly linkToDestination?: string;
  readonly decoration?: string;
  readonly background?: string;
  readonly raise?: number;
  readonly anchor?: string;
  readonly role: Role | null;
  readonly heard?: Heard;
  /** Points that it takes, where they are given. */
  readonly cell?: number;
  /** What the engine knows of the destination whose page is printed here. */
  readonly _pageRef?: object;
}

/**
 * Measures the lines that `lineNode` makes. Skips most of the cost: the search for breaks, and the lookup of
 * seventeen properties in the styles of everything around.
 */
export class SetLines extends EngineTextInlines {
  readonly #document: MeasuringDocument;
  readonly #shaper: Shaper;

  constructor(document: MeasuringDocument, shaper: Shaper) {
    super(document);
    this.#document = document;
    this.#shaper = shaper;
  }

  override buildInlines(text: unknown, styles: unknown): EngineInlines {
    if (!isSet(text)) return super.buildInlines(text, styles);
    let widest = 0;
    let total = 0;
    const items = text.map((run, index): EngineInline => {
      const font = this.#document.provideFont(run.font);
      const width = run.cell ?? this.#shaper.width(run.text, run.font, run.fontSize);
      widest = Math.max(widest, width);
      total += width;
      const {
        text: words,
        fontSize,
        color,
        alignment,
        link,
        linkToDestination,
        decoration,
        background,
        raise,
        anchor,
        role,
        heard,
        _pageRef,
      } = run;
      return {
        text: words,
        width,
        height: font.lineHeight(fontSize) * run.lineHeight,
        font,
        fontSize,
        color,
        alignment,
        leadingCut: 0,
        trailingCut: 0,
        noWrap: true,
        ...(index < text.length - 1 ? { noNewLine: true } : {}),
        ...(link === undefined ? {} : { link }),
        ...(linkToDestination === undefined ? {} : { linkToDestination }),
        ...(decoration === undefined ? {} : { decoration }),
        ...(background === undefined ? {} : { background }),
        ...(raise === undefined ? {} : { raise }),
        ...(anchor === undefined ? {} : { anchor }),
        ...(role === null ? {} : { role }),
        ...(heard === undefined ? {} : { heard }),
        ...(_pageRef === undefined ? {} : { _pageRef }),
      };
    });
    return { items, minWidth: widest, maxWidth: total };
  }
}

function isSet(text: unknown): text is readonly SetRun[] {
  if (!Array.isArray(text)) return false;
  const first: unknown = text[0];
  return (
    typeof first === 'object' &&
    first !== null &&
    'preserveTrailingSpaces' in first &&
    'lineHeight' in first &&
    first.preserveTrailingSpaces === true
  );
}
