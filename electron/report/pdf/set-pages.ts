import { setImmediate as turn } from 'node:timers/promises';
import type { PageLine } from '#contract/deliverable/report.ts';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { Block, ReportDocument } from '../document/blocks.ts';
import { japaneseShare, type JapaneseShare } from '../fonts/language.ts';
import type { FontLibrary } from '../fonts/library.ts';
import { Shaper } from '../fonts/shape.ts';
import { blockItems } from './parts/block-items.ts';
import { charactersOf, sameTree } from './output/compare-trees.ts';
import { figureBook } from './layout/figure-book.ts';
import { storeFile } from './pdfmake/virtual-files.ts';
import { assemble, type Item } from './layout/flow.ts';
import { headerFooter, type HeaderFooter } from './parts/header-footer.ts';
import { Layout, topOfPage } from './layout/layout.ts';
import { pageRoom, layoutContextOf, turnedContext, type LayoutContext } from './layout/layout-context.ts';
import { backPlace } from './parts/back.ts';
import { idsOf, isBlank, type PlacedSheets, type DisplayList } from './display-list.ts';

/** Blocks that are laid out in one go: the last piece of each stays with the first of the next. */
interface Part {
  readonly blocks: readonly Block[];
  /** Where it began when it was laid out. */
  readonly top: number;
  readonly placed: PlacedSheets;
  readonly damaged: number;
  readonly missing: ReadonlyMap<number, number>;
}

/** Makes the fonts of a document, with those that its theme brings. */
export type MakeFonts = (theme?: ReportTheme, files?: ReadonlyMap<string, Uint8Array>) => FontLibrary;

/** Everything of a document but its blocks: what all of its pages have in common. */
type Frame = Omit<ReportDocument, 'blocks'>;

/** Pages as far as they are laid out. */
export interface SetPages {
  /** What stands between the margins, page by page; of the last one more may follow unless all are laid out. */
  readonly pages: readonly (readonly DisplayList[])[];
  /** The pages, counted from 1, whose paper is turned. */
  readonly turned: ReadonlySet<number>;
  readonly complete: boolean;
  /** Blocks that are laid out. */
  readonly done: number;
  /** The page on which a destination stands, counted from 1; undefined if that is not known yet. */
  readonly pageOf: (target: string) => number | undefined;
  readonly ctx: LayoutContext;
  /** Header and footer of a page, as if there were `pages` of them. */
  readonly around: (page: number, pages: number) => DisplayList;
  readonly damagedImages: number;
  /** What stands on every page and is cut. */
  readonly cutLines: readonly PageLine[];
  readonly missing: ReadonlyMap<number, number>;
  readonly shaper: Shaper;
}

/**
 * Lays out documents, one after the other, and keeps the pages of the last one. An unchanged block that begins at the
 * same height is not laid out again. What comes out is the same as without anything kept.
 */
export class PageSetter {
  readonly #makeFonts: MakeFonts;
  #fonts: FontLibrary;
  #shaper: Shaper;
  #characters = new Set<number>();
  #japanese: JapaneseShare = 'none';
  #frame: Frame | null = null;
  #known = new Map<string, Block>();
  #charactersOf = new WeakMap<Block, ReadonlySet<number>>();
  #parts = new WeakMap<Block, Part>();

  constructor(makeFonts: MakeFonts) {
    this.#makeFonts = makeFonts;
    this.#fonts = makeFonts();
    this.#shaper = new Shaper(this.#fonts);
  }

  /**
   * Lays out a document part by part, in order; after each it gives what there is, and lets the caller go elsewhere.
   * Only the newest call may be gone on with.
   */
  *set(document: ReportDocument, images: ReadonlyMap<string, Uint8Array>): Generator<SetPages, SetPages> {
    const { blocks: given, ...frame } = document;
    const blocks = this.#recognise(given);
    if (this.#frame === null || !sameTree(this.#frame.theme.fonts, frame.theme.fonts)) {
      this.#remakeFonts(frame, images);
    }
    if (this.#frame === null || !sameFrame(this.#frame, frame)) this.#parts = new WeakMap();
    this.#frame = frame;
    this.#prepareFonts(frame, blocks, images);
    const fonts = this.#fonts;
    const shaper = this.#shaper;
    const book = figureBook(images, pageRoom(document.pageSize), (name, { bytes }) => {
      storeFile(name, bytes);
    });
    const ctx = layoutContextOf(document, fonts, book);
    const layout = Layout.of(ctx.page, fonts, shaper);
    const turned = new Set<number>();
    const onEach = headerFooter(document, ctx);
    const upright = aroundPages(onEach, layout);
    const wide = aroundPages(headerFooter(document, turnedContext(ctx)), layout.turned());
    const around: SetPages['around'] = (page, count) =>
      (turned.has(page) ? wide : upright)(page, count, page === places.get(backPlace));
    const pages: DisplayList[][] = [[]];
    const places = new Map<string, number>();
    const missing = new Map<number, number>();
    let damaged = 0;
    let top = topOfPage;
    const state = (done: number): SetPages => ({
      pages,
      complete: done === blocks.length,
      done,
      ctx,
      damagedImages: damaged,
      missing,
      shaper,
      cutLines: onEach.cut,
      pageOf: (target) => places.get(target),
      around,
      turned,
    });
    for (let at = 0; at < blocks.length;) {
      const first = blocks[at] as Block;
      let part = this.#parts.get(first);
      if (part?.top !== top || !part.blocks.every((block, index) => block === blocks[at + index])) {
        const before = book.damaged();
        fonts.takeMissing();
        const { items, taken } = itemsOf(blocks, at, (block) => blockItems(block, document, ctx));
        const placed = layout.place(assemble(items), top);
        part = { blocks: taken, top, placed, damaged: book.damaged() - before, missing: fonts.takeMissing() };
        this.#parts.set(first, part);
      }
      const { placed } = part;
      placed.sheets.forEach((sheet, index) => {
        if (index > 0) pages.push([]);
        pages.at(-1)?.push(sheet);
        if (placed.turned.has(index)) turned.add(pages.length);
        for (const id of idsOf(sheet)) places.set(id, pages.length);
      });
      top = placed.bottom;
      damaged += part.damaged;
      for (const [codePoint, count] of part.missing)
        missing.set(codePoint, (missing.get(codePoint) ?? 0) + count);
      at += part.blocks.length;
      if (at < blocks.length) yield state(at);
    }
    if (pages.length > 1 && pages.at(-1)?.every(isBlank) === true) pages.pop();
    return state(blocks.length);
  }

  /** The blocks of a document, those that the last one had too as the same objects. */
  #recognise(given: readonly Block[]): readonly Block[] {
    const known = new Map<string, Block>();
    const blocks = given.map((block, index) => {
      const name = nameOf(block, index);
      const before = this.#known.get(name);
      const kept = before !== undefined && sameTree(before, block) ? before : block;
      known.set(name, kept);
      return kept;
    });
    this.#known = known;
    return blocks;
  }

  /**
   * Which of two characters has a glyph that both want follows from all characters of the document. If there are such
   * pairs and other characters than before, or it is Japanese and the last one was not, nothing that was laid out may
   * stay.
   */
  #prepareFonts(frame: Frame, blocks: readonly Block[], images: ReadonlyMap<string, Uint8Array>): void {
    const all = charactersOf([frame, ALWAYS]);
    for (const block of blocks) {
      let own = this.#charactersOf.get(block);
      if (own === undefined) this.#charactersOf.set(block, (own = charactersOf(block)));
      for (const codePoint of own) all.add(codePoint);
    }
    const japanese = japaneseShare([...all].map((codePoint) => String.fromCodePoint(codePoint)).join(''));
    if (japanese !== this.#japanese) this.#remakeFonts(frame, images);
    this.#japanese = japanese;
    const before = this.#characters;
    this.#characters = all;
    const added = [...all].filter((codePoint) => !before.has(codePoint));
    const gone = [...before].some((codePoint) => !all.has(codePoint));
    if (added.length === 0 && !(gone && this.#fonts.contested())) return;
    this.#fonts.reserve(added, japanese);
    if (!this.#fonts.contested() || before.size === 0) return;
    this.#remakeFonts(frame, images);
    this.#fonts.reserve(all, japanese);
    this.#characters = all;
  }

  #remakeFonts({ theme }: Frame, images: ReadonlyMap<string, Uint8Array>): void {
    this.#fonts = this.#makeFonts(theme, images);
    this.#shaper = new Shaper(this.#fonts);
    this.#characters = new Set();
    this.#parts = new WeakMap();
  }
}

/** Lays out all of a document, and yields between its parts. */
export async function setAll(
  setter: PageSetter,
  document: ReportDocument,
  images: ReadonlyMap<string, Uint8Array>,
  onDone: (done: number) => void,
): Promise<SetPages> {
  const steps = setter.set(document, images);
  for (;;) {
    const { value, done } = steps.next();
    onDone(value.done);
    if (done === true) return value;
    if (value.done % 16 === 0) await turn();
  }
}

/** What stands around the pages: laid out once for all of them but for their numbers. */
function aroundPages(
  { header, footer, number }: HeaderFooter,
  layout: Layout,
): (page: number, pages: number, isBare: boolean) => DisplayList {
  let first: DisplayList | null = null;
  let bare: DisplayList | null = null;
  let others: DisplayList | null = null;
  return (page, pages, isBare) =>
    page === 1
      ? (first ??= layout.placeAround(null, footer('first')))
      : isBare
        ? (bare ??= layout.placeAround(null, footer('bare')))
        : [
            ...(others ??= layout.placeAround(header, footer('usual'))),
            ...layout.placeAround(null, number(page, pages)),
          ];
}

/** What the pages hold beside the document's own words. */
const ALWAYS = '\u2022\u00b7\u2013\u2014\u2026\u25e6\u2192\u21a9\u21b5';

function nameOf(block: Block, index: number): string {
  if (block.kind === 'finding') return `finding ${block.ref.number}`;
  return 'target' in block ? `${block.kind} ${String(block.target)}` : `${block.kind} ${String(index)}`;
}

/** The clock alone does not change how a block looks: if it is printed it stands in a block. */
function sameFrame(one: Frame, other: Frame): boolean {
  return sameTree(
    { ...one, generatedAt: '', day: '', draft: false },
    { ...other, generatedAt: '', day: '', draft: false },
  );
}

function itemsOf(
  blocks: readonly Block[],
  at: number,
  items: (block: Block) => readonly Item[],
): { readonly items: Item[]; readonly taken: readonly Block[] } {
  const all: Item[] = [];
  let end = at;
  do {
    const block = blocks[end];
    if (block === undefined) break;
    all.push(...items(block));
    end += 1;
  } while (all.at(-1)?.keep === true);
  return { items: all, taken: blocks.slice(at, end) };
}
