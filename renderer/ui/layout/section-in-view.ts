/** How far a page is scrolled, as its element tells it. */
type Scrolled = Readonly<Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>>;

/**
 * Finds the section that is read: the last one above a line that moves from the top of the view to its bottom while the
 * page scrolls. So short sections at the end are reached too.
 *
 * @param tops where the sections begin on the page, in their order
 */
export function sectionInView(
  tops: readonly number[],
  { scrollTop, clientHeight, scrollHeight }: Scrolled,
): number {
  const way = scrollHeight - clientHeight;
  const line = way <= 0 ? 0 : scrollTop + (Math.min(scrollTop, way) / way) * clientHeight;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
}
