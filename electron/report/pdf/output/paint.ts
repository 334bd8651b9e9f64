import type { EngineFont, EngineOutline } from 'pdfmake/js/PDFDocument.js';
import { isReordered, type FaceName } from '../../fonts/faces.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import type { Shaper } from '../../fonts/shape.ts';
import { wordsOf } from '../../fonts/shape.ts';
import { EngineDocument, EngineRenderer } from '../pdfmake/engine.ts';
import { FileBytes } from './file-bytes.ts';
import { fontOptions, storeFont } from './files.ts';
import type { PageSize } from '../layout/layout.ts';
import { attachFindings, lock } from './protect.ts';
import type { Mark, DisplayList, ListedLine, ListedRun } from './display-list.ts';
import { XObjectCache } from './xobject-cache.ts';
import { Structure } from './structure.ts';
import { xmpOf, type FileFacts } from './xmp.ts';

/** What a file may have beside its pages. */
export interface PaperExtras {
  /** Without it nobody can open the file; prepared by `preparedPassword`. */
  readonly password?: string | undefined;
  /** The findings as JSON, to be put inside. */
  readonly findings?: Uint8Array | undefined;
}

/** What a file says about itself, as PDFKit takes it. */
export interface PaperOptions extends PaperExtras {
  readonly info: Readonly<Record<string, string | Date>> & { readonly CreationDate: Date };
  /** Tag of the language that a screen reader reads it in. */
  readonly lang: string;
}

/** Draws pages that are laid out into a file. The same sheets in the same order give the same bytes. */
export class Painter {
  readonly #paper: InstanceType<typeof EngineDocument>;
  readonly #renderer: InstanceType<typeof EngineRenderer>;
  readonly #structure: Structure;
  readonly #stamps: XObjectCache;
  readonly #fonts: FontLibrary;
  readonly #shaper: Shaper;
  readonly #written = new Map<EngineFont, Map<string, string | null>>();
  readonly #bookmarks = new Map<string, EngineOutline>();
  readonly #bytes: FileBytes;
  readonly #ended: Promise<void>;
  #opaque = true;
  /** What letters are drawn with, where that is known. */
  #color: string | undefined;
  #operators: string[] = [];

  constructor(fonts: FontLibrary, shaper: Shaper, options: PaperOptions) {
    this.#fonts = fonts;
    this.#shaper = shaper;
    const { info, lang, password, findings } = options;
    this.#paper = new EngineDocument(
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
    // PDFKit's own is no sound XML where a title has signs of XML in it, and counts letters as bytes.
    this.#paper.endMetadata = () => {
      this.#describe({
        title: textOf(info['Title']),
        author: textOf(info['Author']),
        lang,
        created: info.CreationDate,
      });
    };
    if (password !== undefined) lock(this.#paper, password);
    if (findings !== undefined) attachFindings(this.#paper, findings, info.CreationDate);
    // PDFKit sorts names as the machine's language does; readers look for them by their bytes.
    for (const names of Object.values(this.#paper._root.data.Names.data)) names._compareKeys = byBytes;
    // PDFKit makes a buffer of each operator: those of a page are gathered first.
    this.#paper.addContent = (operators) => {
      this.#operators.push(operators);
      return this.#paper;
    };
    this.#renderer = new EngineRenderer(this.#paper);
    this.#structure = new Structure(this.#paper);
    this.#stamps = new XObjectCache(this.#paper);
    this.#bytes = new FileBytes(this.#paper);
    this.#ended = new Promise((resolve) => this.#paper.on('end', resolve));
  }

  /** Draws one page. @param pageOf the page on which a destination stands; undefined where nobody knows yet */
  page(size: PageSize, sheets: readonly DisplayList[], pageOf: (target: string) => number | undefined): void {
    const structure = this.#structure;
    this.#paper.addPage({ size: [size.width, size.height] });
    structure.page();
    this.#opaque = true;
    this.#color = undefined;
    for (const sheet of sheets) {
      for (const mark of sheet) {
        if (mark.kind !== 'line') this.#color = undefined;
        switch (mark.kind) {
          case 'line':
            this.#line(mark, pageOf);
            break;
          case 'shape':
            structure.begin(mark.role ?? null);
            this.#shape(mark.shape);
            this.#opaque = (mark.shape['fillOpacity'] ?? 1) === 1 && (mark.shape['strokeOpacity'] ?? 1) === 1;
            break;
          case 'image':
            this.#paper.images[mark.name] = mark.name;
            this.#paper.provideImage(mark.name);
            structure.begin(mark.role ?? null, mark.box);
            this.#image(mark);
            this.#opaque = true;
            break;
          case 'clip':
            structure.end();
            this.#renderer.beginClip(mark.area);
            break;
          case 'unclip':
            structure.end();
            this.#renderer.endClip();
            break;
          default:
            mark satisfies never;
        }
      }
    }
    structure.end();
    this.#paper.page.write(this.#operators.join('\n'));
    this.#operators = [];
  }

  /** The file, whole. Nothing can be drawn afterwards. */
  async finish(): Promise<Uint8Array> {
    this.#structure.finish();
    this.#paper.end();
    await this.#ended;
    return this.#bytes.all();
  }

  #describe(facts: FileFacts): void {
    const metadata = this.#paper.ref({ Type: 'Metadata', Subtype: 'XML' });
    // Programs that know no PDF look for it in the bytes of the file.
    metadata.compress = false;
    metadata.write(Buffer.from(xmpOf(facts), 'utf8'));
    metadata.end();
    this.#paper._root.data.Metadata = metadata;
  }

  #image({ image, box: [x, y, width, height], cut }: Extract<Mark, { kind: 'image' }>): void {
    if (cut === undefined) {
      this.#renderer.renderImage({ ...image });
      return;
    }
    this.#renderer.beginClip({ x, y, width, height });
    this.#renderer.renderImage({ ...image, y: y - cut.from, _height: cut.of });
    this.#renderer.endClip();
  }

  #shape(shape: Readonly<Record<string, unknown>>): void {
    const { d, color, fillOpacity } = shape;
    if (typeof d === 'string' && typeof color === 'string' && typeof fillOpacity === 'number') {
      this.#paper.fillColor(color, fillOpacity);
      this.#stamps.fill(d);
    }
    // The engine writes into what it draws.
    else this.#renderer.renderVector({ ...shape });
  }

  #line(line: ListedLine, pageOf: (target: string) => number | undefined): void {
    const paper = this.#paper;
    if (!this.#opaque) {
      paper.opacity(1);
      this.#opaque = true;
    }
    this.#bookmark(line);
    const runs = this.#numberedRuns(line.runs, pageOf);
    for (const { background, x, width } of runs) {
      if (background !== undefined) {
        this.#structure.begin(null);
        this.#color = undefined;
        paper
          .fillColor(background)
          .rect(line.x + x, line.y, width, line.height)
          .fill();
      }
    }
    runs.forEach((run, index) => {
      const font = this.#font(run.face);
      const rise = (font.ascender / 1000) * run.size;
      const x = line.x + run.x;
      const top = line.y + line.ascent - rise - (run.raise ?? 0);
      if (run.color !== this.#color) paper.fillColor((this.#color = run.color));
      if (index === 0 && line.id !== undefined)
        paper.addNamedDestination(line.id, 'XYZ', 0, aboveLine(line.y), null);
      if (run.anchor !== undefined) paper.addNamedDestination(run.anchor, 'XYZ', 0, aboveLine(line.y), null);
      this.#begin(run, x, top, font.lineHeight(run.size));
      this.#text(run, font, x, top, rise);
    });
    for (const run of runs) {
      if (run.decoration === undefined) continue;
      this.#structure.begin(null);
      this.#decoration(line, run, run.decoration);
    }
  }

  /** What a run belongs to, and what leads elsewhere where it stands. */
  #begin({ role, link, target, width, text }: ListedRun, x: number, top: number, height: number): void {
    const structure = this.#structure;
    if (link === undefined && target === undefined) {
      structure.begin(role ?? null);
      return;
    }
    // Readers that do not follow the structure say this of a link.
    const said = { Contents: Object(text.toWellFormed().trim() || link || target) as object };
    const owner = role === undefined ? said : { ...said, StructParent: structure.beginLink(role) };
    if (role === undefined) structure.begin(null);
    if (link !== undefined) this.#paper.link(x, top, width, height, link, owner);
    if (target !== undefined) this.#paper.goTo(x, top, width, height, target, owner);
    structure.annotated(this.#paper.page.annotations.at(-1));
  }

  #bookmark({ bookmark, id, y }: ListedLine): void {
    if (bookmark === undefined) return;
    const parent = bookmark.parent === undefined ? undefined : this.#bookmarks.get(bookmark.parent);
    const item = (parent ?? this.#paper.outline).addItem(bookmark.text, {
      expanded: bookmark.open,
      // PDFKit takes `left` as the distance from the right edge, and sends what has none there.
      left: this.#paper.page.width,
      top: aboveLine(y),
    });
    if (id !== undefined) this.#bookmarks.set(id, item);
  }

  /** The runs of a line with the pages that it names; what follows a page in a text moves up to it. */
  #numberedRuns(
    runs: readonly ListedRun[],
    pageOf: (target: string) => number | undefined,
  ): readonly ListedRun[] {
    if (runs.every((run) => run.pageOf === undefined)) return runs;
    let moved = 0;
    return runs.map((run) => {
      if (run.pageOf === undefined) return { ...run, x: run.x - moved };
      const text = String(pageOf(run.pageOf.target) ?? '\u2013');
      const width = this.#shaper.width(text, run.face as FaceName, run.size);
      const free = run.width - width;
      const { align } = run.pageOf;
      const x = run.x - moved + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
      if (align === 'left') moved += free;
      return { ...run, text, width, x };
    });
  }

  /** A run as one operator; letters that are moved from their place are left to the engine. */
  #text(run: ListedRun, font: EngineFont, x: number, top: number, rise: number): void {
    if (!isReordered(run.face as FaceName)) {
      this.#glyphs(run, font, x, top, rise);
      return;
    }
    this.#paper.addContent(`/Span <</ActualText <${utf16(run.text)}>>> BDC`);
    this.#glyphs(run, font, x, top, rise);
    this.#paper.addContent('EMC');
  }

  #glyphs(run: ListedRun, font: EngineFont, x: number, top: number, rise: number): void {
    const paper = this.#paper;
    const pieces: string[] = [];
    for (const word of wordsOf(run.text)) {
      const written = this.#word(word, font, run.face as FaceName);
      if (written === null) {
        paper._font = font;
        paper.fontSize(run.size);
        paper._fragment(run.text, x, top, { textWidth: run.width, wordCount: 1 });
        return;
      }
      pieces.push(written);
    }
    paper.page.fonts[font.id] ??= font.ref();
    const glyphs = pieces.join('').replaceAll('><', '');
    paper.addContent(
      `BT /${font.id} ${number(run.size)} Tf 1 0 0 -1 ${number(x)} ${number(top + rise)} Tm [${glyphs}] TJ ET`,
    );
  }

  #word(word: string, font: EngineFont, face: FaceName): string | null {
    let written = this.#written.get(font);
    if (written === undefined) this.#written.set(font, (written = new Map<string, string | null>()));
    // Fixed pitch: letters one by one, of which there are few, instead of words, of which there are many.
    if (this.#fonts.isFixed(face)) {
      let all = '';
      for (const character of word) {
        let letter = written.get(character);
        if (letter === undefined) written.set(character, (letter = this.#write(character, font, face)));
        all += letter ?? '';
      }
      return all;
    }
    let known = written.get(word);
    if (known === undefined) {
      if (written.size > MOST_WORDS) written.clear();
      written.set(word, (known = this.#write(word, font, face)));
    }
    return known;
  }

  #write(word: string, font: EngineFont, face: FaceName): string | null {
    const { glyphs, kerning, moved } = this.#shaper.shape(word, face);
    if (moved) return null;
    let out = '';
    let open = '';
    glyphs.forEach((glyph, at) => {
      const id = font.subset.includeGlyph(glyph.id);
      font.widths[id] ??= glyph.advance;
      font.unicode[id] ??= glyph.codePoints;
      open += id.toString(16).padStart(4, '0');
      const by = kerning[at] ?? 0;
      if (by === 0) return;
      out += `<${open}>${number(-by)}`;
      open = '';
    });
    return open === '' ? out : `${out}<${open}>`;
  }

  #decoration(line: ListedLine, run: ListedRun, decoration: string): void {
    const font = this.#font(run.face);
    const rise = (font.ascender / 1000) * run.size;
    const fall = run.height - rise;
    const y = line.y + line.ascent + (decoration === 'underline' ? fall * 0.45 : -rise * 0.25);
    this.#color = undefined;
    const thick = 0.5 + Math.floor(Math.max(run.size - 8, 0) / 2) * 0.12;
    this.#paper
      .fillColor(run.color)
      .rect(line.x + run.x, y - thick / 2, run.width, thick)
      .fill();
  }

  #font(face: string): EngineFont {
    this.#paper.fonts[face] ??= { normal: storeFont(face, this.#fonts.file(face as FaceName)) };
    return this.#paper.provideFont(face, false, false);
  }
}

/** Points above a heading that a link or bookmark to it shows too: the upper edge of a finding's card. */
const SHOWN_ABOVE = 8;

/** Where the window of a reader is to begin, in points from the top of the page, so that a line is seen whole. */
function aboveLine(y: number): number {
  return Math.max(0, y - SHOWN_ABOVE);
}

function textOf(value: string | Date | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** So many words are remembered as they are written. */
const MOST_WORDS = 60_000;

/** Order of names, which are ASCII. */
function byBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A text as PDF takes one outside of Latin: the bytes of its UTF-16 in hexadecimal digits. */
function utf16(text: string): string {
  let digits = 'FEFF';
  for (let at = 0; at < text.length; at += 1) digits += text.charCodeAt(at).toString(16).padStart(4, '0');
  return digits;
}

/** A number as PDF takes it: no exponent, no digits that nobody sees. */
function number(value: number): string {
  return String(Math.round(value * 1e3) / 1e3);
}
