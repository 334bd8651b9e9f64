import type { Element, ElementContent, Root } from 'hast';
import { holdsBlock, visibleText } from '#domain/text/index.ts';
import { listingOf } from '#domain/text/listing.ts';
import { hasRightToLeft } from '../../fonts/printable.ts';
import { captionOf, type TextCaption } from '../../document/text/captions.ts';
import { headingLevels } from '../../document/text/heading-levels.ts';
import { readsFromRight } from '../../fonts/bidi.ts';
import { codeItems, noteItems } from './boxes.ts';
import type { Item, Placement } from '../layout/flow.ts';
import { lineNode, paragraphItems } from '../layout/flow.ts';
import { inlinesOf } from '../layout/inlines.ts';
import type { Inline, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { headingRole, role, type Role } from '../roles.ts';
import { fencedLanguage } from '../layout/tokens.ts';
import { captionLines } from './captions.ts';
import { tableItems } from './table.ts';
import { leading, sizes } from '../layout/theme.ts';

/** Where a block stands: points from the left edge of the column, points wide, and how its text looks. */
export interface ColumnPosition {
  readonly left: number;
  readonly width: number;
  /** Points from the right edge of the column: lists of a script that runs from the right are set in there. */
  readonly right: number;
  readonly style: Style;
  readonly ctx: LayoutContext;
  /** The element that it is part of; null: the document. */
  readonly under: Role | null;
  /** Points that a turned page has beside each other; null if a page cannot be turned, as within a table. */
  readonly turned: number | null;
  /** How the words of a cell are set; left out: by their script. */
  readonly align?: 'left' | 'right' | 'center' | null;
  /** The level of the next heading in the document, by its level in the text. */
  readonly levelOf: (level: number) => number;
}

/** What stands at the head of a list's entry. */
interface Marker extends Inline {
  readonly role: Role;
  /** It stands to the right of the entry. */
  readonly fromRight: boolean;
}

const PARAGRAPH_GAP = 5;
/** However deep lists nest, a line keeps this much room. */
const MIN_WIDTH = 120;

/** Text as it runs on. */
export function bodyStyle(ctx: LayoutContext): Style {
  return { size: sizes.body, color: ctx.colors.text };
}

/** Sets a rich text as pieces of the page, over the whole width. @param level that of its highest headings */
export function richItems(root: Root, level: number, ctx: LayoutContext): Item[] {
  const children = root.children.filter((child) => child.type !== 'doctype');
  return blockItems(children, {
    left: 0,
    width: ctx.width,
    right: 0,
    style: bodyStyle(ctx),
    ctx,
    under: null,
    turned: ctx.turnedWidth,
    levelOf: headingLevels(children, level),
  });
}

/**
 * Blocks one after the other; inline content between them is a paragraph of its own. A paragraph that ends in a colon stays
 * with the beginning of what it announces.
 */
export function blockItems(children: readonly ElementContent[], place: ColumnPosition): Item[] {
  const items: Item[] = [];
  let announces = false;
  const add = (more: readonly Item[], words: readonly ElementContent[]): void => {
    if (more.length === 0) return;
    const last = items.at(-1);
    if (announces && last !== undefined) items[items.length - 1] = { ...last, keep: true };
    items.push(...more);
    announces = visibleText({ type: 'root', children: [...words] })
      .trimEnd()
      .endsWith(':');
  };
  let inline: ElementContent[] = [];
  const flush = (): void => {
    add(paragraph(inline, place), inline);
    inline = [];
  };
  for (const child of children) {
    if (child.type === 'element' && holdsBlock(child)) {
      flush();
      add(block(child, place), child.tagName === 'p' ? child.children : []);
    } else inline.push(child);
  }
  flush();
  return items;
}

function paragraph(
  children: readonly ElementContent[],
  place: ColumnPosition,
  element = role('P', place.under),
  marker?: Marker,
): Item[] {
  const inlines = inlinesOf(children, place.style, place.ctx.colors);
  if (inlines.length === 0 && marker === undefined) return [];
  const { left, width, right } = place;
  const { fonts } = place.ctx;
  const last: Placement = { bottom: PARAGRAPH_GAP };
  const lines = breakLines(inlines, width, fonts);
  if (lines.length === 0) lines.push({ runs: [], width: 0, fromRight: false });
  const { align } = place;
  const aligned = marker === undefined && (align === 'right' || align === 'center') ? { align } : {};
  const items = paragraphItems(lines, element, (index) => ({
    left,
    right,
    ...aligned,
    ...(index === lines.length - 1 ? last : {}),
  }));
  const first = lines[0];
  if (marker === undefined || first === undefined) return items;
  const { style, role: mark } = marker;
  const marks = fonts.split(marker.text, style).map((piece) => ({ ...piece, style, role: mark }));
  const markWidth = marks.reduce((sum, run) => sum + fonts.width(run.text, run.face, run.style.size), 0);
  const runs = marker.fromRight ? [...first.runs, ...marks] : [...marks, ...first.runs];
  const node = lineNode({ runs, fromRight: marker.fromRight }, element, {
    ...(marker.fromRight
      ? { left, right: Math.max(0, right - markWidth) }
      : { left: Math.max(0, left - markWidth), right }),
    ...(lines.length === 1 ? last : {}),
  });
  return [{ node, keep: items[0]?.keep ?? false }, ...items.slice(1)];
}

function block(element: Element, place: ColumnPosition): Item[] {
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(element, place);
    case 'ul':
    case 'ol':
      return list(element, place);
    case 'pre':
      return listing(element, place);
    case 'blockquote':
      if (element.properties['alert'] !== undefined) {
        const under = role('BlockQuote', place.under);
        return noteItems(place, (inner) => blockItems(element.children, { ...inner, under }));
      }
      return blockItems(element.children, {
        ...inset(
          place,
          14,
          { ...place.style, color: place.ctx.colors.muted, italic: true },
          runsFromRight(element),
        ),
        under: role('BlockQuote', place.under),
      });
    case 'table':
      return tableItems(element, place);
    case 'hr':
      return [{ node: rule(place), keep: false }];
    case 'dd':
      return blockItems(element.children, inset(place, 14, place.style));
    case 'dt':
    case 'b':
    case 'strong':
      return blockItems(element.children, { ...place, style: { ...place.style, bold: true } });
    case 'i':
    case 'em':
      return blockItems(element.children, { ...place, style: { ...place.style, italic: true } });
    case 'li':
      return listItem(element, place, BULLET, role('L', place.under), runsFromRight(element));
    default:
      return blockItems(element.children, place);
  }
}

/** Code under its caption, if it has one. */
function listing(pre: Element, place: ColumnPosition): Item[] {
  const words = visibleText({ type: 'root', children: pre.children });
  const code = codeItems(words, place, fencedLanguage(pre), listingOf(pre));
  const caption = captionOf(pre);
  return caption === null ? code : [...captionItems(caption, place), ...code];
}

/** A caption above what it names, and stays with. */
export function captionItems(caption: TextCaption, { left, width, under, ctx }: ColumnPosition): Item[] {
  const element = role('P', under);
  const lines = captionLines(caption, width, ctx);
  return lines.map((line, at): Item => {
    const placed = at === 0 ? { id: caption.target, top: 3 } : {};
    const last = at === lines.length - 1 ? { bottom: 2 } : {};
    return { node: lineNode(line, element, { left, ...placed, ...last }), keep: true };
  });
}

function heading(element: Element, place: ColumnPosition): Item[] {
  const level = Number(element.tagName.slice(1));
  const size = place.style.size + (level === 1 ? 2 : level === 2 ? 1.2 : 0.4);
  const inlines = inlinesOf(
    element.children,
    { ...place.style, size, bold: true, color: place.ctx.colors.ink },
    place.ctx.colors,
  );
  const lines = breakLines(inlines, place.width, place.ctx.fonts);
  return paragraphItems(lines, headingRole(place.levelOf(level), place.under), (index) => ({
    left: place.left,
    right: place.right,
    top: index === 0 ? 4 : 0,
    bottom: index === lines.length - 1 ? 3 : 0,
  })).map((item) => ({ ...item, keep: true }));
}

/** The last entry of a list never stands alone on a page. */
function list(element: Element, place: ColumnPosition): Item[] {
  const start = element.properties['start'];
  let number = typeof start === 'number' ? start : 1;
  const whole = role('L', place.under);
  const fromRight = runsFromRight(element);
  const entries = element.children.map((child): Item[] => {
    if (child.type !== 'element' || child.tagName !== 'li') {
      const by = child.type === 'element' ? 14 : 0;
      const under = role('LBody', role('LI', whole));
      return blockItems([child], { ...inset(place, by, place.style, fromRight), under });
    }
    const marker = element.tagName === 'ol' ? `${number}. ` : BULLET;
    number += 1;
    return listItem(child, place, marker, whole, fromRight);
  });
  const [before] = entries.filter((items) => items.length > 0).slice(-2, -1);
  const last = before?.at(-1);
  if (last !== undefined && last.tall !== true) before?.splice(-1, 1, { ...last, keep: true });
  return entries.flat();
}

const BULLET = '\u2022  ';

/** Whether the words of an element are read from the right, as its first letter says. */
export function runsFromRight(element: Element): boolean {
  // A blank line before it would be a paragraph of its own, which runs from the left.
  const text = visibleText({ type: 'root', children: [element] }).trimStart();
  return hasRightToLeft(text) && readsFromRight(text);
}

/** The marker of an entry as it is drawn from left to right, on the right side: the number is the outermost. */
function turnedMarker(marker: string): string {
  const number = /^(\d+)\. $/u.exec(marker)?.[1];
  return number === undefined ? '  \u2022' : ` .${number}`;
}

function listItem(
  element: Element,
  place: ColumnPosition,
  marker: string,
  whole: Role,
  fromRight: boolean,
): Item[] {
  const entry = role('LI', whole);
  const body = role('LBody', entry);
  const inner = { ...inset(place, 16, place.style, fromRight), under: body };
  const mark: Marker = {
    text: fromRight ? turnedMarker(marker) : marker,
    fromRight,
    style: { size: place.style.size, color: place.ctx.colors.muted },
    role: role('Lbl', entry),
  };
  const at = element.children.findIndex((child) => !isBlank(child));
  const first = element.children[at];
  if (first?.type === 'element' && first.tagName === 'p') {
    return [
      ...paragraph(first.children, inner, body, mark),
      ...blockItems(element.children.slice(at + 1), inner),
    ];
  }
  const firstBlock = element.children.findIndex(holdsBlock);
  const lead = firstBlock < 0 ? element.children : element.children.slice(0, firstBlock);
  const rest = firstBlock < 0 ? [] : element.children.slice(firstBlock);
  return [...paragraph(lead, inner, body, mark), ...blockItems(rest, inner)];
}

function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function inset(place: ColumnPosition, by: number, style: Style, fromRight = false): ColumnPosition {
  const step = place.width - by < MIN_WIDTH ? 0 : by;
  const side = fromRight ? { right: place.right + step } : { left: place.left + step };
  return { ...place, ...side, width: place.width - step, style };
}

function rule(place: ColumnPosition): Item['node'] {
  const line = { type: 'line' as const, x1: 0, y1: 0, x2: place.width, y2: 0, lineWidth: 0.6 };
  return {
    canvas: [{ ...line, lineColor: place.ctx.colors.rule }],
    margin: [place.left, 6, 0, 8],
    lineHeight: leading.body,
  };
}
