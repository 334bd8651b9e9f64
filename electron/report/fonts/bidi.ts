import bidiModule from 'bidi-js';
import { leftToRightIn, type TextSpan } from './left-to-right.ts';
import { hasRightToLeft } from './printable.ts';
import { graphemes } from './scripts.ts';

/** The package's types describe its ES build, Node loads its CommonJS build: the default is the factory itself. */
const bidiFactory = bidiModule as unknown as typeof bidiModule.default;
const bidi = bidiFactory();

/** What begins a stretch that runs by itself: from the left, or as its first letter does; and what ends it. */
const ISOLATE = { code: '\u2066', own: '\u2068', end: '\u2069' } as const;

/** How a run stands among others: as code, from the left; as a text of its own, as its first letter says; or as part of the line. */
export type Isolation = 'code' | 'own' | null;

/** True when a paragraph begins, and so is read, from the right. */
export function readsFromRight(text: string): boolean {
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

/** A stretch of a run, in the order in which it is drawn. */
export interface OrderedRun<Of> {
  readonly run: Of;
  /** As it is drawn: what runs from the right has its signs that pair mirrored. */
  readonly text: string;
  /** As it is written. */
  readonly written: string;
  /** Its place in the order in which the line is read. */
  readonly at: number;
  readonly fromRight: boolean;
}

/**
 * Puts the runs of one line into the order in which they are drawn from left to right. The shaper turns the letters of a
 * stretch that runs from the right; signs without letters are stretches by themselves.
 *
 * @param isolationOf how all of a run stands among the others
 */
export function visualOrder<Of extends { readonly text: string }>(
  line: readonly Of[],
  fromRight: boolean,
  isolationOf: (run: Of) => Isolation = () => null,
): OrderedRun<Of>[] {
  const levels = levelsOf(line, fromRight, isolationOf);
  const parts: (OrderedRun<Of> & { readonly level: number })[] = [];
  let offset = 0;
  for (const run of line) {
    let start = 0;
    for (let index = 1; index <= run.text.length; index += 1) {
      const level = levels[offset + start] ?? 0;
      if (index < run.text.length && levels[offset + index] === level) continue;
      const stretch = run.text.slice(start, index);
      const turned = level % 2 === 1;
      for (const written of turned && !hasRightToLeft(stretch) ? graphemes(stretch) : [stretch]) {
        const text = turned ? mirrored(written) : written;
        parts.push({ run, text, written, at: parts.length, fromRight: turned, level });
      }
      start = index;
    }
    offset += run.text.length;
  }
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < parts.length; start += 1) {
      let end = start;
      while (end < parts.length && (parts[end]?.level ?? 0) >= level) end += 1;
      if (end > start) parts.splice(start, end - start, ...parts.slice(start, end).reverse());
      start = end;
    }
  }
  return parts;
}

/** The level of each character of a line, what stays from left to right as if it stood between isolates. */
function levelsOf<Of extends { readonly text: string }>(
  line: readonly Of[],
  fromRight: boolean,
  isolationOf: (run: Of) => Isolation,
): number[] {
  const stretches: (TextSpan & { readonly kind: 'code' | 'own' })[] = [];
  let text = '';
  for (const run of line) {
    const from = text.length;
    text += run.text;
    const kind = isolationOf(run);
    const before = stretches.at(-1);
    if (kind === null) continue;
    // One piece of code, or of a text, may be several runs: faces, and colours.
    if (before?.to === from && before.kind === kind) {
      stretches[stretches.length - 1] = { ...before, to: text.length };
    } else stretches.push({ from, to: text.length, kind });
  }
  const isIsolated = ({ from, to }: TextSpan): boolean =>
    stretches.some((one) => one.from < to && one.to > from);
  const words = leftToRightIn(text).map((one) => ({ ...one, kind: 'code' as const }));
  const whole = [...stretches, ...words.filter((one) => !isIsolated(one))].sort(
    (one, other) => one.from - other.from,
  );
  let isolated = '';
  let done = 0;
  const own: number[] = [];
  const add = (to: number): void => {
    for (let at = done; at < to; at += 1) own.push(isolated.length + at - done);
    isolated += text.slice(done, to);
    done = to;
  };
  for (const { from, to, kind } of whole) {
    add(from);
    isolated += ISOLATE[kind];
    add(to);
    isolated += ISOLATE.end;
  }
  add(text.length);
  const { levels } = bidi.getEmbeddingLevels(isolated, fromRight ? 'rtl' : 'ltr');
  return own.map((at) => levels[at] ?? 0);
}

/** A text with the other one of each sign that pairs: `(` for `)`. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}
