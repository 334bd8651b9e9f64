import type { Content, Decoration } from 'pdfmake/interfaces.js';
import type { Line, Run } from './lines.ts';
import type { Role } from '../roles.ts';
import { leading } from './theme.ts';
import { isTurned, turnedNode } from './turned.ts';

/** A piece of the page; `keep`: it must stand on the same page as the piece after it. */
export interface Item {
  readonly node: Content;
  readonly keep: boolean;
  /** May be higher than a page, so it must never be in a block that is not broken: what does not fit is lost. */
  readonly tall?: boolean;
}

/** What comes after it begins on a page of its own. */
export const newPage: Item = {
  node: { text: '', pageBreak: 'before', fontSize: 1, font: 'sans' },
  keep: false,
};

/** More than this many pieces are never forced onto one page: together they could be higher than it. */
const MAX_KEPT = 24;

/** Where a line stands and what leads to it. */
export interface Placement {
  /** Points from the left edge of the column. */
  readonly left?: number;
  readonly top?: number;
  readonly bottom?: number;
  /** Points from the right edge of the column. */
  readonly right?: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly lineHeight?: number;
  /** Destination that starts here. */
  readonly id?: string;
  /** Bookmark that leads here. */
  readonly bookmark?: { readonly text: string; readonly parent?: string; readonly open?: boolean };
}

/**
 * One line as a node of the layout engine, which is told not to break it again.
 * @param role the element that it belongs to; null: it is repeated on every page and says nothing
 */
export function lineNode(
  line: Pick<Line, 'runs' | 'fromRight'>,
  role: Role | null,
  placement: Placement = {},
): Content {
  const { left = 0, top = 0, right = 0, bottom = 0, id, bookmark } = placement;
  const lineHeight = placement.lineHeight ?? leading.body;
  const alignment = placement.align ?? (line.fromRight ? 'right' : 'left');
  const runs = line.runs.length === 0 ? [blankRun] : line.runs;
  return {
    text: runs.map((run) => runNode(run, run.role ?? role, alignment, lineHeight)),
    margin: [left, top, right, bottom],
    ...(id === undefined ? {} : { id }),
    ...(bookmark === undefined
      ? {}
      : {
          outline: true,
          outlineText: bookmark.text,
          outlineExpanded: bookmark.open ?? false,
          ...(bookmark.parent === undefined ? {} : { outlineParentId: bookmark.parent }),
        }),
  };
}

/** A line that is empty; as what a cell holds it makes the cell one of its row. */
export function blankNode(role: Role | null, size = BLANK): Content {
  return lineNode({ runs: [{ ...blankRun, style: { ...blankRun.style, size } }], fromRight: false }, role);
}

/** A place without words, which links lead to. */
export function placeNode(id: string): Content {
  const run = { ...blankRun, style: { ...blankRun.style, size: 1 } };
  return lineNode({ runs: [run], fromRight: false }, null, { id });
}

const BLANK = 8;
const blankRun: Run = { text: ' ', face: 'sans', style: { size: BLANK, color: '#000000' } };

function runNode(
  { text, face, style, width, heard }: Run,
  role: Role | null,
  alignment: 'left' | 'right' | 'center',
  lineHeight: number,
) {
  const decoration: Decoration | undefined =
    style.underline === true ? 'underline' : style.strike === true ? 'lineThrough' : undefined;
  return {
    // The layout engine writes the text of a page itself.
    ...(style.pageOf === undefined ? { text } : { pageReference: style.pageOf }),
    font: face,
    fontSize: style.size,
    color: style.color,
    alignment,
    lineHeight,
    role,
    ...(width === undefined ? {} : { cell: width }),
    ...everyRun,
    ...(style.link === undefined ? {} : { link: style.link }),
    ...(style.target === undefined ? {} : { linkToDestination: style.target }),
    ...(style.anchor === undefined ? {} : { anchor: style.anchor }),
    ...(decoration === undefined ? {} : { decoration: decoration }),
    ...(style.background === undefined ? {} : { background: style.background }),
    ...(style.raise === undefined ? {} : { raise: style.raise }),
    ...(heard === undefined ? {} : { heard }),
  };
}

/** Lines are broken already, and their blanks stand where they belong. */
export const everyRun = {
  noWrap: true,
  preserveLeadingSpaces: true,
  preserveTrailingSpaces: true,
};

/** The lines of a paragraph as pieces: no page begins with its last line or ends with its first. */
export function paragraphItems(
  lines: readonly Line[],
  role: Role,
  place: (index: number) => Placement,
): Item[] {
  return lines.map((line, index) => ({
    node: lineNode(line, role, place(index)),
    keep: lines.length > 1 && (index === 0 || index === lines.length - 2),
  }));
}

/**
 * Points that must be left on the page after what announces a high piece: a table's head with a row or two, the
 * beginning of a card.
 */
const ROOM_BELOW = 76;

/** Joins pieces that must stay together into blocks that are not broken, and leaves the others to flow. */
export function assemble(items: readonly Item[]): Content[] {
  const nodes: Content[] = [];
  let group: Item[] = [];
  const flush = (announced: boolean): void => {
    const stack = group.map(({ node }) => node);
    if (announced && group.at(-1)?.keep === true) nodes.push(...announcing(stack));
    else if (stack.length > 1) nodes.push({ stack, unbreakable: true });
    else nodes.push(...stack);
    group = [];
  };
  for (const item of items) {
    if (isTurned(item.node)) {
      // What announces it goes along: it would end the page before.
      const stack = group.map(({ node }) => node);
      group = [];
      nodes.push(turnedNode({ stack: [...stack, item.node] }));
      continue;
    }
    if (item.tall === true) flush(true);
    group.push(item);
    if (!item.keep || group.length >= MAX_KEPT) flush(false);
  }
  flush(false);
  return nodes;
}

/**
 * A heading before a piece that cannot be in one block with it: the block reserves room below itself, and what comes next
 * takes that room back.
 */
function announcing(stack: readonly Content[]): Content[] {
  const room: Content = { canvas: [], margin: [0, ROOM_BELOW, 0, 0] };
  return [{ stack: [...stack, room], unbreakable: true, margin: [0, 0, 0, -ROOM_BELOW] }];
}
