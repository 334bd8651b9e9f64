import type { EngineFont } from 'pdfmake/js/PDFDocument.js';
import type { EngineInline } from 'pdfmake/js/TextInlines.js';
import type { Role } from '../roles.ts';
import type { Mark, PictureCut, ListedBookmark, ListedLine, ListedRun } from '../display-list.ts';

interface EngineLine {
  readonly x?: number;
  readonly y?: number;
  readonly inlines: readonly (EngineInline & { readonly _pageNodeRef?: object })[];
  readonly id?: string;
  readonly _outline?: {
    readonly text: string;
    readonly parentId?: string;
    readonly expanded: boolean;
  };
  readonly _pageNodeRef?: object;
  getHeight(): number;
  getAscenderHeight(): number;
}

interface EngineImage extends Readonly<Record<string, unknown>> {
  readonly image: string;
  readonly x: number;
  readonly y: number;
  readonly _width: number;
  readonly _height: number;
  readonly role?: Role;
  readonly cut?: PictureCut;
}

type EngineVector = Readonly<Record<string, unknown>> & { readonly role?: Role };

/** What stands on a page of the engine's. */
export type EngineItem =
  | { readonly type: 'line'; readonly item: EngineLine }
  | { readonly type: 'vector'; readonly item: EngineVector }
  | { readonly type: 'image'; readonly item: EngineImage }
  | { readonly type: 'beginClip'; readonly item: unknown }
  | { readonly type: 'endClip' };

/**
 * Takes an item of the engine's out of everything that it holds on to.
 * @param names of the destinations, by the nodes that stand for them
 * @param again whether a line stands on a page before: the head of a table is heard once
 * @throws TypeError for kinds of content that no block makes
 */
export function markOf(
  item: EngineItem,
  names: ReadonlyMap<object, string>,
  faces: ReadonlyMap<EngineFont, string>,
  again: (inlines: object) => boolean,
): Mark {
  switch (item.type) {
    case 'line':
      return lineOf(item.item, names, faces, again(item.item.inlines));
    case 'vector': {
      const { role, ...shape } = item.item;
      return { kind: 'shape', shape: plainMembers(shape), ...(role === undefined ? {} : { role }) };
    }
    case 'image': {
      const { image, x, y, _width, _height, role, cut } = item.item;
      return {
        kind: 'image',
        name: image,
        image: { image, x, y, _width, _height },
        box: [x, y, _width, _height],
        ...(role === undefined ? {} : { role }),
        ...(cut === undefined ? {} : { cut }),
      };
    }
    case 'beginClip':
      return { kind: 'clip', area: item.item };
    case 'endClip':
      return { kind: 'unclip' };
    default:
      throw new TypeError(`The pages cannot hold ${(item as { readonly type: string }).type}.`);
  }
}

/** Shapes without the functions that the engine hangs on them. */
function plainMembers(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(item)) if (typeof item[name] !== 'function') plain[name] = item[name];
  return plain;
}

function lineOf(
  line: EngineLine,
  names: ReadonlyMap<object, string>,
  faces: ReadonlyMap<EngineFont, string>,
  again: boolean,
): ListedLine {
  const { id, _outline: outline } = line;
  const bookmark: ListedBookmark | undefined =
    outline === undefined
      ? undefined
      : {
          text: outline.text,
          open: outline.expanded,
          ...(outline.parentId === undefined ? {} : { parent: outline.parentId }),
        };
  return {
    kind: 'line',
    x: line.x ?? 0,
    y: line.y ?? 0,
    height: line.getHeight(),
    ascent: line.getAscenderHeight(),
    runs: line.inlines.map((inline, index): ListedRun => {
      const named = inline._pageNodeRef ?? (index === 0 ? line._pageNodeRef : undefined);
      const pageOf = named === undefined ? undefined : names.get(named);
      const run = runOf(inline, faces, pageOf);
      return again ? run : { ...run, ...linksOf(inline) };
    }),
    ...(id === undefined || again ? {} : { id }),
    ...(bookmark === undefined ? {} : { bookmark }),
  };
}

function runOf(
  inline: EngineInline,
  faces: ReadonlyMap<EngineFont, string>,
  pageOf: string | undefined,
): ListedRun {
  const { text, x, width, height, font, fontSize, color, decoration, background, raise, heard } = inline;
  return {
    text,
    x: x ?? 0,
    width,
    height,
    face: faces.get(font) ?? 'sans',
    size: fontSize,
    color: color ?? 'black',
    ...(decoration == null ? {} : { decoration }),
    ...(background == null ? {} : { background }),
    ...(raise == null ? {} : { raise }),
    ...(heard === undefined ? {} : { heard }),
    ...(pageOf === undefined ? {} : { pageOf: { target: pageOf, align: inline.alignment ?? 'left' } }),
  };
}

/** What a run is and where it leads. The head of a table that is repeated is decoration: nothing leads to it or from it. */
function linksOf({ link, linkToDestination, anchor, role }: EngineInline): Partial<ListedRun> {
  return {
    ...(link == null ? {} : { link }),
    ...(linkToDestination == null ? {} : { target: linkToDestination }),
    ...(anchor == null ? {} : { anchor }),
    ...(role === undefined ? {} : { role }),
  };
}
