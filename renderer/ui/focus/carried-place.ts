/**
 * Where a place in a text lies in the text that replaces it, if both begin and end alike. The caret keeps its
 * surroundings, so the next words do not land inside another sentence. Inside of what changed it is the nearest place
 * that is there. Places and lengths are in UTF-16 units.
 */
export function carriedPlace(was: string, now: string, at: number): number {
  const max = Math.min(was.length, now.length);
  let alike = 0;
  while (alike < max && was[alike] === now[alike]) alike += 1;
  if (at <= alike) return at;
  let alikeAtEnd = 0;
  while (alikeAtEnd < max - alike && was[was.length - 1 - alikeAtEnd] === now[now.length - 1 - alikeAtEnd]) {
    alikeAtEnd += 1;
  }
  return at >= was.length - alikeAtEnd ? at + now.length - was.length : Math.min(at, now.length - alikeAtEnd);
}
