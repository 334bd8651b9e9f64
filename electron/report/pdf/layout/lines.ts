// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the tests' own configuration has to find it too
/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak';
import { isFromRightFace, isShaped, type FaceName } from '../../fonts/faces.ts';
import type { FontLibrary, Look } from '../../fonts/library.ts';
import { hasRightToLeft } from '../../fonts/printable.ts';
import { graphemes } from '../../fonts/scripts.ts';
import { readsFromRight, visualOrder, type Isolation } from '../../fonts/bidi.ts';
import { rightToLeftLanguage } from '../../fonts/language.ts';
import type { Heard, Role } from '../roles.ts';

/** How a stretch of text looks and where it leads. Sizes in points. */
export interface Style extends Look {
  readonly size: number;
  readonly color: string;
  readonly link?: string;
  /** Name of a destination in the document. */
  readonly target?: string;
  /** Its text is replaced by the page of that destination, as soon as it is known. */
  readonly pageOf?: string;
  /** Destination in the middle of a line that begins here. */
  readonly anchor?: string;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** Points above the baseline; below it if negative. */
  readonly raise?: number;
  readonly background?: string;
  /** A text of its own among others, which runs as its first letter does. */
  readonly own?: true;
}

/** Text with one style; `\n` ends the line. */
export interface Inline {
  readonly text: string;
  readonly style: Style;
}

/** What is drawn at once: one face, one style. */
export interface Run {
  readonly text: string;
  readonly face: FaceName;
  readonly style: Style;
  /** If it is of another element than its line. */
  readonly role?: Role;
  /** Points that it takes, if those are not what its letters take. */
  readonly width?: number;
  /** In a line that holds what runs from the right. */
  readonly heard?: Heard;
}

/** A line that is broken already: its runs in the order in which they are drawn. */
export interface Line {
  readonly runs: readonly Run[];
  /** Points. */
  readonly width: number;
  readonly fromRight: boolean;
}

/** The layout engine measures words with another rounding; a line filled to the last point would be split. */
const SLACK = 0.5;

/** Between the parts of an address or a path. Not behind a hyphen, see `endsInHyphen`. */
const BEHIND_SIGN = /(?<=[/._?&=,;:])/u;
/** The share of a line from which on it may end early. */
const WELL_FILLED = 0.5;

/**
 * Breaks a paragraph into lines of at most `width` points, where Unicode allows it, or between characters
 * if a word alone is wider. Done here and not by the layout engine, which draws word by word: that is slow, and cannot
 * run from right to left.
 */
export function breakLines(inlines: readonly Inline[], width: number, fonts: FontLibrary): Line[] {
  const text = inlines.map((inline) => inline.text).join('');
  const rightToLeft = hasRightToLeft(text);
  const fromRight = rightToLeft && readsFromRight(text);
  const japanese = fonts.isJapanese(text);
  const filler = new LineFiller(width - SLACK, fonts, (runs) =>
    rightToLeft ? orderedRuns(runs, text, fromRight, fonts) : runs,
  );
  const breaker = new LineBreaker(text);
  let start = 0;
  let inline = 0;
  let inlineStart = 0;
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) {
    if (endsInHyphen(text, at.position) || isBeginningOfPath(text, at.position)) continue;
    const segment: Run[] = [];
    while (start < at.position) {
      const current = inlines[inline];
      if (current === undefined) break;
      const end = Math.min(at.position, inlineStart + current.text.length);
      const part = text.slice(start, end).replace(/[\n\r\u2028\u2029\v\f\u0085]+$/u, '');
      for (const piece of fonts.split(part, current.style, japanese)) {
        segment.push({ ...piece, style: current.style });
      }
      start = end;
      if (end === inlineStart + current.text.length) {
        inlineStart = end;
        inline += 1;
      }
    }
    filler.add(segment);
    if (at.required && /[\n\r\u2028\u2029\v\f\u0085]/u.test(text.charAt(at.position - 1))) filler.end();
  }
  return filler.finish().map(({ runs, width: used }) => ({ runs, width: used, fromRight }));
}

/** The runs of a line as they are drawn, with what says how they are read. @param text of the paragraph */
export function orderedRuns(
  runs: readonly Run[],
  text: string,
  fromRight: boolean,
  fonts: FontLibrary,
): Run[] {
  const isolationOf = ({ style }: Run): Isolation =>
    style.mono === true ? 'code' : style.own === true ? 'own' : null;
  return visualOrder(runs, fromRight, isolationOf).flatMap(
    ({ run, text: drawn, written, at, ...part }): Run[] => {
      if (hasRightToLeft(written)) {
        const lang = rightToLeftLanguage(text, written);
        return [{ ...run, text: drawn, heard: { at, written, lang } }];
      }
      if (part.fromRight) return [{ ...run, text: drawn, heard: { at, written } }];
      // Blanks and signs beside such letters, which read from the left after all.
      const pieces = isFromRightFace(run.face)
        ? fonts.split(written, run.style, fonts.isJapanese(text))
        : [{ face: run.face, text: written }];
      return pieces.map((piece): Run => ({ ...run, ...piece, heard: { at, written: piece.text } }));
    },
  );
}

/** The lines of a text of which only `max` have room: if more is left out, the last one ends in "…". */
export function cutLines(inline: Inline, width: number, max: number, fonts: FontLibrary): Line[] {
  const whole = breakLines([inline], width, fonts);
  if (whole.length <= max) return whole;
  const room = whole.slice(0, max).reduce((sum, { runs }) => sum + lengthOf(runs) + 1, 0);
  const characters = graphemes(inline.text.slice(0, room));
  for (let kept = characters.length; kept > 0; kept -= 1) {
    const text = `${characters.slice(0, kept).join('').trimEnd()}\u2026`;
    const lines = breakLines([{ ...inline, text }], width, fonts);
    if (lines.length <= max) return lines;
  }
  return whole.slice(0, max);
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * True if a line would end in a hyphen of the text itself (`third-party`). Programs that extract text from a PDF take
 * it for the layout's and drop it.
 */
function endsInHyphen(text: string, position: number): boolean {
  return position < text.length && /[-\u2010\u2011]/.test(text.charAt(position - 1));
}

/** True behind the slashes of `https://` and of a path such as `/etc`: they would stand at the end of a line by themselves. */
function isBeginningOfPath(text: string, position: number): boolean {
  return (
    position < text.length &&
    text.charAt(position - 1) === '/' &&
    /(?:^|[\s"'(\u201c\u2018=<:])\/{1,3}$/u.test(text.slice(Math.max(0, position - 4), position))
  );
}

class LineFiller {
  readonly #width: number;
  readonly #fonts: FontLibrary;
  readonly #order: (runs: Run[]) => Run[];
  readonly #lines: { runs: Run[]; width: number }[] = [];
  #runs: Run[] = [];
  #used = 0;
  /** An empty text has no line; behind the end of a line there is always more. */
  #isEmpty = true;

  constructor(width: number, fonts: FontLibrary, order: (runs: Run[]) => Run[]) {
    this.#width = width;
    this.#fonts = fonts;
    this.#order = order;
  }

  /** Adds what must not be broken, on the next line if this one has no room for it. */
  add(segment: readonly Run[]): void {
    const needed = this.#measure(segment);
    const blank = this.#trailingBlank(segment);
    if (this.#used > 0 && this.#used + needed - blank > this.#width) this.end();
    if (needed - blank > this.#width) this.#addByCharacter(segment);
    else this.#push(segment, needed);
  }

  /** Ends the line, also an empty one. */
  end(): void {
    const last = this.#runs.at(-1);
    if (last !== undefined) {
      const trimmed = last.text.trimEnd();
      this.#used -= this.#widthOf(last) - this.#widthOf({ ...last, text: trimmed });
      this.#runs[this.#runs.length - 1] = { ...last, text: trimmed };
    }
    const runs = this.#runs.filter((run) => run.text !== '');
    this.#lines.push({ runs: this.#order(runs), width: this.#used });
    this.#runs = [];
    this.#used = 0;
  }

  finish(): { runs: Run[]; width: number }[] {
    if (!this.#isEmpty) this.end();
    return this.#lines;
  }

  #push(segment: readonly Run[], width: number): void {
    for (const run of segment) {
      const last = this.#runs.at(-1);
      if (last !== undefined && last.face === run.face && last.style === run.style) {
        this.#runs[this.#runs.length - 1] = { ...last, text: last.text + run.text };
      } else this.#runs.push(run);
    }
    this.#used += width;
    this.#isEmpty = false;
  }

  /** Breaks a word that is wider than a line: behind a sign of its own if the line is well filled then. */
  #addByCharacter(segment: readonly Run[]): void {
    for (const run of segment) {
      for (const text of run.text.split(BEHIND_SIGN)) {
        const needed = this.#widthOf({ ...run, text });
        if (this.#used > this.#width * WELL_FILLED && this.#used + needed > this.#width) this.end();
        for (const character of isShaped(run.face) ? graphemes(text) : text) {
          const part = { ...run, text: character };
          const width = this.#widthOf(part);
          if (this.#used > 0 && this.#used + width > this.#width) this.end();
          this.#push([part], width);
        }
      }
    }
  }

  #measure(segment: readonly Run[]): number {
    return segment.reduce((sum, run) => sum + this.#widthOf(run), 0);
  }

  #trailingBlank(segment: readonly Run[]): number {
    const last = segment.at(-1);
    if (last === undefined) return 0;
    const trimmed = last.text.trimEnd();
    return trimmed.length === last.text.length
      ? 0
      : this.#widthOf(last) - this.#widthOf({ ...last, text: trimmed });
  }

  #widthOf(run: Run): number {
    return run.text === '' ? 0 : this.#fonts.width(run.text, run.face, run.style.size);
  }
}
