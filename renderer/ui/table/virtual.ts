/*
 * Arithmetic of a list that draws only the rows in view. Browsers cut elements off at some 33 million pixels, so a
 * longer list has a shorter plane. The scroll position is read as a share of the whole.
 */

/** No plane is taller than this (CSS pixels). */
export const tallestPlane = 15_000_000;
/** Rows drawn beyond each edge, so that a step of the wheel meets drawn rows. */
const beyond = 6;
/** So many elements get another item in a frame while a list is scrolled: with a third of a view, two slow cores keep pace. */
export const maxInFrame = 14;

export interface VirtualInput {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of what is seen of the rows, in CSS pixels. */
  readonly viewport: number;
  readonly scrollTop: number;
}

export interface VirtualView {
  /** Height of the plane that is scrolled. */
  readonly plane: number;
  /** First row to draw, and the one behind the last. */
  readonly first: number;
  readonly end: number;
  /** Where on the plane the first drawn row stands. */
  readonly top: number;
  /** The place in the middle of what is seen: half a row's height is half a place. */
  readonly middle: number;
}

function measure({ count, rowHeight, viewport, scrollTop }: VirtualInput): {
  readonly plane: number;
  /** How far the list, and the plane, can be scrolled. */
  readonly listWay: number;
  readonly planeWay: number;
  /** The position within that way: a list that became shorter leaves it beyond. */
  readonly scrolled: number;
} {
  const whole = count * rowHeight;
  const plane = Math.min(whole, tallestPlane);
  const planeWay = Math.max(0, plane - viewport);
  return {
    plane,
    planeWay,
    listWay: Math.max(0, whole - viewport),
    scrolled: Math.min(Math.max(0, scrollTop), planeWay),
  };
}

/** Which rows are drawn where at a scroll position. */
export function viewOf(input: VirtualInput): VirtualView {
  const { count, rowHeight, viewport } = input;
  const { plane, listWay, planeWay, scrolled } = measure(input);
  const above = planeWay === 0 ? 0 : (scrolled / planeWay) * listWay;
  const first = Math.max(0, Math.floor(above / rowHeight) - beyond);
  const end = Math.min(count, Math.ceil((above + viewport) / rowHeight) + beyond);
  const middle = (above + viewport / 2) / rowHeight - 0.5;
  return { plane, first, end, top: scrolled - (above - first * rowHeight), middle };
}

/** How many rows are seen at most, some of them in part, in a view of this height (CSS pixels). */
export function seenOf(viewport: number, rowHeight: number): number {
  return Math.ceil(viewport / rowHeight) + 1;
}

/**
 * How many elements draw a list: the most rows that a view of this height (CSS pixels) has, wherever it is scrolled. The row
 * at a place is drawn by the element `place % elements`, so that a row keeps its element while it is in view.
 */
export function elementsOf(viewport: number, rowHeight: number): number {
  return seenOf(viewport, rowHeight) + 2 * beyond;
}

/** What an element shows: the row at a place; no item while that is on its way, nor behind the last row. */
export interface Drawn<Item> {
  readonly place: number;
  readonly item: Item | null;
}

/**
 * What each element shows next. Of those that must show another item, at most `max` change, from the middle of the
 * view outwards. Rows of a whole view at once take longer than a frame, and a scrolling user has passed them by then.
 * Places without an item cost next to nothing, and are shown all at once.
 * @param now by element; those of another number of elements count for nothing
 * @param wanted one for each element
 * @param middle the place that is drawn first (`VirtualView`)
 * @returns by element; `now` itself if nothing changes
 */
export function drawNext<Item>(
  now: readonly Drawn<Item>[],
  wanted: readonly Drawn<Item>[],
  { middle, max }: { readonly middle: number; readonly max: number },
): readonly Drawn<Item>[] {
  const elements = wanted.length;
  const next = wanted.toSorted((one, other) => (one.place % elements) - (other.place % elements));
  if (now.length !== elements) return next;
  const late = next.filter((one, element) => !showsSame(one, now[element]));
  if (late.length === 0) return now;
  const fromMiddle = ({ place }: Drawn<Item>): number => Math.abs(place - middle);
  const items = late.filter(({ item }) => item !== null);
  const kept = new Set(items.sort((one, other) => fromMiddle(one) - fromMiddle(other)).slice(max));
  const changed = new Set(late.filter((one) => !kept.has(one)));
  return next.map((one, element) => (changed.has(one) ? one : (now[element] ?? one)));
}

function showsSame<Item>(one: Drawn<Item>, other: Drawn<Item> | undefined): boolean {
  return one.place === other?.place && one.item === other.item;
}

/** Where to scroll so that a row is wholly seen; the position that is shown if it is already. */
export function scrollTo(input: VirtualInput, row: number): number {
  const { rowHeight, viewport } = input;
  const { listWay, planeWay, scrolled } = measure(input);
  if (listWay === 0) return 0;
  const scale = planeWay / listWay;
  const above = scrolled / scale;
  const top = row * rowHeight;
  if (top < above) return top * scale;
  if (top + rowHeight > above + viewport) return (top + rowHeight - viewport) * scale;
  return scrolled;
}
