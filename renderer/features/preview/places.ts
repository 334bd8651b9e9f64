/* Where pages stand in a scrolled column: one under the other, all of one size. */

/** CSS pixels above the first page and between two. */
const GAP = 16;

/** Sizes that the buttons lead to, in CSS pixels for each point. */
export const steps: readonly number[] = [0.5, 0.67, 0.8, 1, 1.33, 1.6, 2, 2.67, 4];

export interface Scrolled {
  readonly pages: number;
  /** Of a page, CSS pixels. */
  readonly height: number;
  readonly scrollTop: number;
  /** Height of what is seen. */
  readonly viewport: number;
}

/** Where a page begins, counted from 1. */
export function topOf(page: number, height: number): number {
  return GAP + (page - 1) * (height + GAP);
}

/** The page that fills the upper part of the view; 1 if there are none. */
export function pageAt({ pages, height, scrollTop, viewport }: Scrolled): number {
  const at = Math.floor((scrollTop + viewport * 0.4) / (height + GAP)) + 1;
  return Math.max(1, Math.min(pages, at));
}

/** The pages to be drawn: those that are seen, and one on either side. */
export function pagesInView({ pages, height, scrollTop, viewport }: Scrolled): number[] {
  if (pages === 0) return [];
  const first = Math.max(1, Math.floor(scrollTop / (height + GAP)));
  const last = Math.min(pages, Math.floor((scrollTop + viewport) / (height + GAP)) + 2);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** Where to scroll so that the same place is at the top when pages have another height. */
export function movedTop(scrollTop: number, before: number, height: number): number {
  return (scrollTop / (before + GAP)) * (height + GAP);
}
