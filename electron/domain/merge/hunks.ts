import { diffArrays } from 'diff';

/** One change of a side: the tokens from `start` to before `end` of the base became `tokens`. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
}

/**
 * Bounds of the search for differences: tokens inserted and removed, and the product of that with the length,
 * which is what the search costs at worst. Bounds on work instead of time, so that the same texts always give
 * the same answer. A total rewrite of thousands of lines passes them and ends as a conflict.
 */
const maxEdits = 1_500;
const maxSteps = 30_000_000;

/** A stretch of the base that neither side changed, or one that one of them or both did. */
export interface Stretch {
  readonly kind: 'agreed' | 'mine' | 'theirs' | 'both' | 'contested';
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Aligns two changed token lists with the one that both began with, stretch by stretch. Joined,
 * each side's tokens are that side's list.
 *
 * Changes that overlap or touch (no unchanged token between them) are contested, unless they are the same. The answer
 * does not depend on which side is called mine.
 *
 * @returns the stretches in their order, or null if the difference is too large to be found
 */
export function stretchesOf(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly Stretch[] | null {
  const left = hunksOf(base, mine);
  const right = hunksOf(base, theirs);
  if (left === null || right === null) return null;
  const stretches: Stretch[] = [];
  let at = 0;
  let [i, j] = [0, 0];
  for (;;) {
    const [one, two] = [left[i], right[j]];
    const first = one === undefined || (two !== undefined && two.start < one.start) ? two : one;
    if (first === undefined) break;
    if (first.start > at) stretches.push(agreed(base.slice(at, first.start)));
    // What touches the stretch belongs to it, and lengthens it.
    const [fromLeft, fromRight] = [i, j];
    let stretch = { start: first.start, end: first.end };
    for (;;) {
      const next = [left[i], right[j]].find((hunk) => hunk !== undefined && touch(hunk, stretch));
      if (next === undefined) break;
      if (next === left[i]) i += 1;
      else j += 1;
      stretch = { start: Math.min(stretch.start, next.start), end: Math.max(stretch.end, next.end) };
    }
    stretches.push(changed(base, stretch, left.slice(fromLeft, i), right.slice(fromRight, j)));
    at = stretch.end;
  }
  if (at < base.length) stretches.push(agreed(base.slice(at)));
  return stretches;
}

function agreed(tokens: readonly string[]): Stretch {
  return { kind: 'agreed', base: tokens, mine: tokens, theirs: tokens };
}

function changed(
  base: readonly string[],
  { start, end }: Pick<Hunk, 'start' | 'end'>,
  left: readonly Hunk[],
  right: readonly Hunk[],
): Stretch {
  const sides = {
    base: base.slice(start, end),
    mine: applied(base, start, end, left),
    theirs: applied(base, start, end, right),
  };
  const [one, two] = [left[0], right[0]];
  if (one === undefined) return { kind: 'theirs', ...sides };
  if (two === undefined) return { kind: 'mine', ...sides };
  return { kind: left.length === 1 && right.length === 1 && same(one, two) ? 'both' : 'contested', ...sides };
}

/** What a side has in the place of a stretch of the base. */
function applied(base: readonly string[], start: number, end: number, hunks: readonly Hunk[]): string[] {
  const tokens: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    append(tokens, base, at, hunk.start);
    append(tokens, hunk.tokens, 0, hunk.tokens.length);
    at = hunk.end;
  }
  append(tokens, base, at, end);
  return tokens;
}

/**
 * Three-way merge of token lists: the changes of both sides applied to the base (`stretchesOf`).
 *
 * @returns the merged tokens, or null for a conflict or if the difference is too large to be found
 */
export function mergeTokens(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] | null {
  const stretches = stretchesOf(base, mine, theirs);
  if (stretches === null || stretches.some(({ kind }) => kind === 'contested')) return null;
  const merged: string[] = [];
  for (const stretch of stretches) {
    const tokens = stretch.kind === 'theirs' ? stretch.theirs : stretch.mine;
    append(merged, tokens, 0, tokens.length);
  }
  return merged;
}

/** Spreading a long list into `push` overflows the stack. */
function append(to: string[], from: readonly string[], start: number, end: number): void {
  for (let at = start; at < end; at += 1) to.push(from[at] ?? '');
}

function touch(one: Pick<Hunk, 'start' | 'end'>, two: Pick<Hunk, 'start' | 'end'>): boolean {
  return one.start <= two.end && two.start <= one.end;
}

function same(one: Hunk, two: Hunk): boolean {
  return (
    one.start === two.start &&
    one.end === two.end &&
    one.tokens.length === two.tokens.length &&
    one.tokens.every((token, index) => token === two.tokens[index])
  );
}

/** What a side changed, from the first to the last change, or null if that is too much to be found. */
function hunksOf(base: readonly string[], side: readonly string[]): readonly Hunk[] | null {
  const shorter = Math.min(base.length, side.length);
  let head = 0;
  while (head < shorter && base[head] === side[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && base[base.length - 1 - tail] === side[side.length - 1 - tail]) tail += 1;
  const before = base.slice(head, base.length - tail);
  const after = side.slice(head, side.length - tail);
  if (before.length === 0 && after.length === 0) return [];
  const known = new Set(before);
  const hunks = after.some((token) => known.has(token))
    ? searched(before, after)
    : [{ start: 0, end: before.length, tokens: after }];
  if (hunks === null) return null;
  const placed = hunks.map(({ start, end, tokens }) => ({ start: start + head, end: end + head, tokens }));
  return placed.map((hunk, index) => slidDown(base, hunk, placed[index + 1]?.start ?? base.length + 1));
}

function searched(before: readonly string[], after: readonly string[]): readonly Hunk[] | null {
  const [old, fresh] = numbered(before, after);
  const maxEditLength = Math.min(maxEdits, Math.ceil(maxSteps / (before.length + after.length)));
  const changes = diffArrays(old, fresh, { maxEditLength });
  if (changes === undefined) return null;
  const hunks: Hunk[] = [];
  let [from, to] = [0, 0];
  let open: { start: number; first: number } | null = null;
  const close = (): void => {
    if (open !== null) hunks.push({ start: open.start, end: from, tokens: after.slice(open.first, to) });
    open = null;
  };
  for (const change of changes) {
    if (!change.added && !change.removed) close();
    else open ??= { start: from, first: to };
    if (!change.added) from += change.count;
    if (!change.removed) to += change.count;
  }
  close();
  return hunks;
}

/** Tokens by number: long equal tokens are then compared in one step instead of character by character. */
function numbered(before: readonly string[], after: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (token: string): number => {
    const number = numbers.get(token) ?? numbers.size;
    numbers.set(token, number);
    return number;
  };
  return [before.map(numberOf), after.map(numberOf)];
}

/**
 * An insertion or removal among repeated tokens has several places that mean the same. The last of them is
 * taken on both sides; otherwise the same insertion of both could be seen at two places and be made twice.
 */
function slidDown(base: readonly string[], hunk: Hunk, next: number): Hunk {
  const { start, end, tokens } = hunk;
  let moved = 0;
  if (tokens.length === 0) {
    while (end + moved + 1 < next && base[start + moved] === base[end + moved]) moved += 1;
    return { start: start + moved, end: end + moved, tokens };
  }
  if (start !== end) return hunk;
  while (end + moved + 1 < next && base[end + moved] === tokens[moved % tokens.length]) moved += 1;
  const turn = moved % tokens.length;
  return {
    start: start + moved,
    end: end + moved,
    tokens: [...tokens.slice(turn), ...tokens.slice(0, turn)],
  };
}
