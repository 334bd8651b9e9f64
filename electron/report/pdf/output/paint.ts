import { mirrored } from '../../fonts/bidi.ts';
import { isReordered, type FaceName } from '../../fonts/faces.ts';
import { hasRightToLeft } from '../../fonts/printable.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { shapedWords, type Shaper } from '../../fonts/shape.ts';
import type { DisplayList, ListedLine, ListedRun, Mark, PageSize } from '../display-list.ts';
import { PdfFile, type PdfBookmark, type PdfFont } from '../pdfmake/pdf-file.ts';
import { attachFindings, lock } from './protect.ts';
import { Structure, type Saying } from './structure.ts';
import { XObjectCache } from './xobject-cache.ts';
import { xmpOf } from './xmp.ts';

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
  readonly #file: PdfFile;
  readonly #structure: Structure;
  readonly #xObjects: XObjectCache;
  readonly #fonts: FontLibrary;
  readonly #shaper: Shaper;
  readonly #written = new Map<PdfFont, Map<string, string | null>>();
  readonly #bookmarks = new Map<string, PdfBookmark>();
  #opaque = true;
  /** What letters are drawn with, if that is known. */
  #color: string | undefined;

  constructor(fonts: FontLibrary, shaper: Shaper, options: PaperOptions) {
    this.#fonts = fonts;
    this.#shaper = shaper;
    const { info, lang, password, findings } = options;
    const created = info.CreationDate;
    const metadata = xmpOf({ title: textOf(info['Title']), author: textOf(info['Author']), lang, created });
    this.#file = new PdfFile({ info, lang, metadata });
    if (password !== undefined) lock(this.#file, password);
    if (findings !== undefined) attachFindings(this.#file, findings, created);
    this.#structure = new Structure(this.#file);
    this.#xObjects = new XObjectCache(this.#file);
  }

  /** Draws one page. @param pageOf the page on which a destination stands; undefined if nobody knows yet */
  page(size: PageSize, sheets: readonly DisplayList[], pageOf: (target: string) => number | undefined): void {
    const structure = this.#structure;
    this.#file.beginPage(size.width, size.height);
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
            this.#file.openImage(mark.name);
            structure.begin(mark.role ?? null, mark.box);
            this.#image(mark);
            this.#opaque = true;
            break;
          case 'clip':
            structure.end();
            this.#file.beginClip(mark.area);
            break;
          case 'unclip':
            structure.end();
            this.#file.endClip();
            break;
          default:
            mark satisfies never;
        }
      }
    }
    structure.end();
    this.#file.endPage();
  }

  /** The file, whole. Nothing can be drawn afterwards. */
  finish(): Promise<Uint8Array> {
    this.#structure.finish();
    return this.#file.finish();
  }

  #image({ image, box: [x, y, width, height], cut }: Extract<Mark, { kind: 'image' }>): void {
    if (cut === undefined) {
      this.#file.drawImage(image);
      return;
    }
    this.#file.beginClip({ x, y, width, height });
    this.#file.drawImage({ ...image, y: y - cut.from, _height: cut.of });
    this.#file.endClip();
  }

  #shape(shape: Readonly<Record<string, unknown>>): void {
    const { d, color, fillOpacity } = shape;
    if (typeof d === 'string' && typeof color === 'string' && typeof fillOpacity === 'number') {
      this.#file.fillColor(color, fillOpacity);
      this.#xObjects.fill(d);
    } else this.#file.drawShape(shape);
  }

  #line(line: ListedLine, pageOf: (target: string) => number | undefined): void {
    const file = this.#file;
    if (!this.#opaque) {
      file.opacity(1);
      this.#opaque = true;
    }
    this.#bookmark(line);
    const runs = this.#numberedRuns(line.runs, pageOf);
    for (const { background, x, width } of runs) {
      if (background !== undefined) {
        this.#structure.begin(null);
        this.#color = undefined;
        file.fillColor(background);
        file.fillBox(line.x + x, line.y, width, line.height);
      }
    }
    if (line.id !== undefined) file.destination(line.id, aboveLine(line.y));
    for (const group of inReadingOrder(runs)) {
      group.runs.forEach((run, at) => {
        const font = this.#font(run.face);
        const rise = (font.ascender / 1000) * run.size;
        const x = line.x + run.x;
        const top = line.y + line.ascent - rise - (run.raise ?? 0);
        if (run.color !== this.#color) file.fillColor((this.#color = run.color));
        if (run.anchor !== undefined) file.destination(run.anchor, aboveLine(line.y));
        if (at === 0 || group.saying === undefined) {
          this.#begin(run, group.saying, x, top, font.lineHeight(run.size));
        }
        this.#text(run, font, x, top, rise);
      });
    }
    for (const run of runs) {
      if (run.decoration === undefined) continue;
      this.#structure.begin(null);
      this.#decoration(line, run, run.decoration);
    }
  }

  /** What a run belongs to, and what leads elsewhere where it stands. */
  #begin(
    { role, link, target, width, text, heard }: ListedRun,
    saying: Saying | undefined,
    x: number,
    top: number,
    height: number,
  ): void {
    const structure = this.#structure;
    if (link === undefined && target === undefined) {
      if (role !== undefined && saying !== undefined) structure.beginSpan(role, saying);
      else structure.begin(role ?? null);
      return;
    }
    // Readers that do not follow the structure say this of a link.
    const said = {
      Contents: Object((heard?.written ?? text).toWellFormed().trim() || link || target) as object,
    };
    const owner = role === undefined ? said : { ...said, StructParent: structure.beginLink(role, saying) };
    if (role === undefined) structure.begin(null);
    const box = [x, top, width, height] as const;
    const ways = [
      ...(link === undefined ? [] : [{ url: link }]),
      ...(target === undefined ? [] : [{ target }]),
    ];
    structure.annotated(ways.map((to) => this.#file.link(box, to, owner)).at(-1));
  }

  #bookmark({ bookmark, id, y }: ListedLine): void {
    if (bookmark === undefined) return;
    const parent = bookmark.parent === undefined ? undefined : this.#bookmarks.get(bookmark.parent);
    const item = this.#file.bookmark(bookmark.text, aboveLine(y), bookmark.open, parent);
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
  #text(run: ListedRun, font: PdfFont, x: number, top: number, rise: number): void {
    const written = run.heard?.written ?? run.text;
    const isMirrored = written !== run.text && !hasRightToLeft(run.text);
    if (!isReordered(run.face as FaceName) && !isMirrored) {
      this.#glyphs(run, font, x, top, rise);
      return;
    }
    this.#file.write(`/Span <</ActualText <${utf16(written)}>>> BDC`);
    this.#glyphs(run, font, x, top, rise);
    this.#file.write('EMC');
  }

  #glyphs(run: ListedRun, font: PdfFont, x: number, top: number, rise: number): void {
    const pieces: string[] = [];
    for (const word of shapedWords(run.text)) {
      const written = this.#word(word, font, run.face as FaceName);
      if (written === null) {
        this.#moved(run, font, x, top);
        return;
      }
      pieces.push(written);
    }
    const name = this.#file.nameFont(font);
    const glyphs = pieces.join('').replaceAll('><', '');
    this.#file.write(
      `BT /${name} ${number(run.size)} Tf 1 0 0 -1 ${number(x)} ${number(top + rise)} Tm [${glyphs}] TJ ET`,
    );
  }

  /** Letters that are moved from their place. The engine shapes word by word: those from the right are given to it from the left. */
  #moved({ text, face, size, width }: ListedRun, font: PdfFont, x: number, top: number): void {
    if (!hasRightToLeft(text)) {
      this.#file.drawMoved(text, font, size, x, top, width);
      return;
    }
    let at = x;
    for (const word of text.split(/(?<= )|(?= )/u).toReversed()) {
      const wide = this.#shaper.width(word, face as FaceName, size);
      this.#file.drawMoved(word, font, size, at, top, wide);
      at += wide;
    }
  }

  #word(word: string, font: PdfFont, face: FaceName): string | null {
    let written = this.#written.get(font);
    if (written === undefined) this.#written.set(font, (written = new Map<string, string | null>()));
    // Fixed pitch: letters one by one, of which there are few, instead of words, of which there are many.
    if (this.#fonts.isFixed(face) && !hasRightToLeft(word)) {
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
      if (written.size > MAX_WORDS) written.clear();
      written.set(word, (known = this.#write(word, font, face)));
    }
    return known;
  }

  #write(word: string, font: PdfFont, face: FaceName): string | null {
    const { glyphs, kerning, moved } = this.#shaper.shape(word, face);
    const turned = hasRightToLeft(word);
    const ids = glyphs.map(({ id, advance, codePoints }) =>
      font.include(id, advance, turned ? readFromRight(codePoints) : codePoints),
    );
    if (moved) return null;
    let out = '';
    let open = '';
    ids.forEach((id, at) => {
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
    this.#file.fillColor(run.color);
    this.#file.fillBox(line.x + run.x, y - thick / 2, run.width, thick);
  }

  #font(face: string): PdfFont {
    return this.#file.font(face, () => this.#fonts.file(face as FaceName));
  }
}

/**
 * What a glyph says in a stretch that runs from the right. Readers turn it around character by character, also within a
 * ligature, and leave mirrored signs as they are drawn.
 */
function readFromRight(codePoints: readonly number[]): number[] {
  return codePoints
    .map((codePoint) => mirrored(String.fromCodePoint(codePoint)).codePointAt(0) ?? 0)
    .toReversed();
}

/** Runs that are drawn, and heard, one after the other. */
interface RunGroup {
  readonly runs: readonly ListedRun[];
  /** What is heard of all of them, if that is not what they show. */
  readonly saying?: Saying;
}

/**
 * The runs of a line in the order in which they are read: programs that take text out of the file keep the order in which
 * it is drawn. Neighbours in a language that runs from the right are one group, with the blanks and numbers between them.
 */
function inReadingOrder(runs: readonly ListedRun[]): readonly RunGroup[] {
  if (runs.every(({ heard }) => heard === undefined)) return runs.map((run) => ({ runs: [run] }));
  const sorted = [...runs].sort((one, other) => (one.heard?.at ?? -1) - (other.heard?.at ?? -1));
  const groups: RunGroup[] = [];
  for (let at = 0; at < sorted.length;) {
    const first = sorted[at] as ListedRun;
    const lang = first.heard?.lang;
    let end = at + 1;
    if (lang !== undefined && !leads(first)) {
      for (let next = end; next < sorted.length; next += 1) {
        const run = sorted[next] as ListedRun;
        if (leads(run) || run.role !== first.role || run.anchor !== undefined) break;
        if (run.heard?.lang === lang) end = next + 1;
        else if (run.heard === undefined || /\p{L}/u.test(run.text)) break;
      }
    }
    const own = sorted.slice(at, end);
    const written = own.map((run) => run.heard?.written ?? run.text).join('');
    groups.push({ runs: own, ...(lang === undefined ? {} : { saying: { written, lang } }) });
    at = end;
  }
  return groups;
}

function leads({ link, target }: ListedRun): boolean {
  return link !== undefined || target !== undefined;
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
const MAX_WORDS = 60_000;

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
