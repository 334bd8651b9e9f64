import type { ElementContent } from 'hast';

/** A piece of a text as it was read. */
export interface PieceBefore {
  readonly key: string;
  readonly content: readonly ElementContent[];
}

/**
 * What was read of a text before it was changed. A tree that is read with it holds what has not changed since as the same
 * objects, so that a screen draws the rest alone.
 */
export interface ReadBefore {
  pieces: readonly PieceBefore[];
}

/** The blocks of a piece, those at its beginning and its end that are as before as the same objects. */
export function unchangedKept(
  before: readonly ElementContent[],
  now: readonly ElementContent[],
): readonly ElementContent[] {
  const was = before.map((block) => JSON.stringify(block));
  const is = now.map((block) => JSON.stringify(block));
  const max = Math.min(was.length, is.length);
  let front = 0;
  while (front < max && was[front] === is[front]) front += 1;
  let back = 0;
  while (back < max - front && was.at(-1 - back) === is.at(-1 - back)) back += 1;
  return now.map((block, at) => {
    const kept =
      at < front ? before[at] : at >= now.length - back ? before[at - now.length + before.length] : block;
    return kept ?? block;
  });
}
