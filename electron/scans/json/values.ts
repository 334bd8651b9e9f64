import type { Json, JsonObject } from '#contract/json.ts';
import { ScanError } from '#contract/scans/problem.ts';
import { newlines } from '../source/decode.ts';

/** A value that is asked for. */
export interface FoundJson {
  readonly value: Json;
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** Of the objects that it stands in, the outermost first: short members that came before it. */
  readonly parents: readonly JsonObject[];
  /** Names of members and numbers of entries that lead to it. */
  readonly place: readonly (string | number)[];
}

/** Where values stand: names of members, and `*` for each entry of a list. `[]` is the text itself, once or line by line. */
export type JsonPath = readonly string[];

/** How deep values may stand in each other; scanners need twenty. */
const maxDepth = 200;
/** So many characters one value may have; a value is read whole. */
const maxCharacters = 128 * 1024 * 1024;
/** Longer texts of `parents` are left out. */
const maxShort = 10_000;

const quoteOrEscape = /["\\]/gu;

interface Frame {
  readonly isList: boolean;
  readonly members: Map<string, Json>;
  key: string | null;
  /** Of an entry of a list, from 0. */
  entry: number;
  readonly line: number;
}

/** What may come next in an object or a list that is not skipped. */
type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma';

/**
 * Every value at one of these places, as soon as it is complete. Nothing else is kept, so memory does not grow with the
 * file. @throws ScanError with its line if the text is cut off, too deep, or not JSON at or around these places
 */
export async function* jsonValues(
  chunks: AsyncIterable<string>,
  paths: readonly JsonPath[],
): AsyncIterable<FoundJson> {
  const reader = new ValueReader(paths);
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

/** The entries of a list, or values one after the other (JSON lines): the first sign tells. */
export function jsonRecords(chunks: AsyncIterable<string>): AsyncIterable<FoundJson> {
  return jsonValues(chunks, [[], ['*']]);
}

class ValueReader {
  readonly #paths: readonly JsonPath[];
  readonly #frames: Frame[] = [];
  #expected: Expected = 'value';
  #found: FoundJson[] = [];
  #chunk = '';
  #at = 0;
  /** The line at `#countedTo` of the chunk. */
  #line = 1;
  #countedTo = 0;
  /** A value that is read over as a whole; null between values. */
  #whole: {
    readonly isKept: boolean;
    readonly parts: string[];
    length: number;
    readonly line: number;
  } | null = null;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** What began in an earlier chunk: a name, a text or a number around the places. */
  #token: string | null = null;

  constructor(paths: readonly JsonPath[]) {
    this.#paths = paths;
  }

  read(chunk: string): readonly FoundJson[] {
    this.#found = [];
    this.#chunk = chunk;
    this.#at = 0;
    this.#countedTo = 0;
    while (this.#at < chunk.length) {
      if (this.#whole !== null) this.#readOver();
      else this.#step();
    }
    this.#lineAt(chunk.length);
    return this.#found;
  }

  end(): readonly FoundJson[] {
    this.#found = [];
    if (this.#token !== null && !this.#isInText) this.#endToken();
    // A number ends with the file.
    if (this.#whole !== null && this.#depth === 0 && !this.#isInText) this.#endWhole();
    const open = this.#whole ?? this.#frames.at(-1);
    if (this.#isInText || open !== undefined) {
      const line = open === undefined ? '' : `: what begins in line ${String(open.line)} is not closed`;
      throw new ScanError(`The file ends too early${line}.`, this.#line);
    }
    return this.#found;
  }

  #step(): void {
    if (this.#token !== null) {
      this.#goOnWithToken();
      return;
    }
    const sign = this.#chunk.charAt(this.#at);
    if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') {
      this.#at += 1;
      return;
    }
    const expected = this.#expected;
    if (sign === ',' && expected === 'comma') {
      const frame = this.#frames.at(-1);
      this.#expected = frame?.isList === true ? 'value' : 'key';
      if (frame !== undefined) frame.entry += 1;
      this.#at += 1;
    } else if (sign === ':' && expected === 'colon') {
      this.#expected = 'value';
      this.#at += 1;
    } else if (sign === '}' && (expected === 'comma' || expected === 'first-key')) this.#close(false);
    else if (sign === ']' && (expected === 'comma' || expected === 'first-value')) this.#close(true);
    else if (sign === '"' && (expected === 'key' || expected === 'first-key')) this.#beginToken();
    else if (expected === 'value' || expected === 'first-value') this.#beginValue(sign);
    else throw this.#notJson();
  }

  #close(isList: boolean): void {
    if (this.#frames.pop()?.isList !== isList) throw this.#notJson();
    this.#at += 1;
    this.#endValue();
  }

  /** Behind the value of the text itself another one may follow (JSON lines). */
  #endValue(): void {
    this.#expected = this.#frames.length === 0 ? 'value' : 'comma';
  }

  #beginValue(sign: string): void {
    const place = this.#place();
    const longer = this.#paths.filter(
      (path) => path.length > place.length && place.every((name, at) => path[at] === name),
    );
    const isList = sign === '[';
    const leadsOn = longer.some((path) => (path[place.length] === '*') === isList);
    if ((isList || sign === '{') && leadsOn) {
      this.#frames.push({ isList, members: new Map(), key: null, entry: 0, line: this.#lineAt(this.#at) });
      this.#expected = isList ? 'first-value' : 'first-key';
      this.#at += 1;
      return;
    }
    const isKept = this.#paths.some(
      (path) => path.length === place.length && place.every((name, at) => path[at] === name),
    );
    if (isList || sign === '{' || isKept) {
      if (!/[[{"\d\-tfn]/u.test(sign)) throw this.#notJson();
      this.#whole = { isKept, parts: [], length: 0, line: this.#lineAt(this.#at) };
      return;
    }
    this.#beginToken();
  }

  #place(): string[] {
    return this.#frames.map(({ isList, key }) => (isList ? '*' : (key ?? '')));
  }

  /** Reads over an object, a list, or a text or number that is asked for. */
  #readOver(): void {
    const chunk = this.#chunk;
    const from = this.#at;
    let at = from;
    let isDone = false;
    while (at < chunk.length && !isDone) {
      if (this.#isInText) {
        at = this.#endOfText(at);
        isDone = !this.#isInText && this.#depth === 0;
        continue;
      }
      const code = chunk.charCodeAt(at);
      if (code === 34) {
        this.#isInText = true;
        at += 1;
      } else if (code === 123 || code === 91) {
        this.#depth += 1;
        if (this.#depth + this.#frames.length > maxDepth) {
          this.#at = at;
          throw this.#error(`Values stand more than ${String(maxDepth)} deep in each other.`);
        }
        at += 1;
      } else if (code === 125 || code === 93) {
        // A number at the end of a list ends with the list.
        if (this.#depth === 0) {
          this.#take(chunk.slice(from, at));
          this.#at = at;
          this.#endWhole();
          return;
        }
        this.#depth -= 1;
        at += 1;
        isDone = this.#depth === 0;
      } else if (this.#depth === 0 && (code === 44 || code <= 32)) {
        isDone = true;
      } else at += 1;
    }
    this.#take(chunk.slice(from, at));
    this.#at = at;
    if (isDone) this.#endWhole();
  }

  #take(part: string): void {
    const whole = this.#whole;
    if (whole === null) return;
    whole.length += part.length;
    if (!whole.isKept) return;
    if (whole.length > maxCharacters) throw this.#error('This value is too large to be read.');
    whole.parts.push(part);
  }

  #endWhole(): void {
    const whole = this.#whole;
    this.#whole = null;
    this.#endValue();
    if (whole?.isKept !== true) return;
    const parents = this.#frames
      .filter(({ isList }) => !isList)
      .map(({ members }): JsonObject => Object.fromEntries(members));
    const place = this.#frames.map(({ isList, key, entry }) => (isList ? entry : (key ?? '')));
    const value = this.#parsed(whole.parts.join(''), whole.line);
    this.#found.push({ value, line: whole.line, parents, place });
  }

  #parsed(text: string, line: number): Json {
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      const at = error instanceof Error ? /position (\d+)/u.exec(error.message)?.[1] : undefined;
      const place = at === undefined ? line : line + newlines(text.slice(0, Number(at)));
      throw new ScanError('This is not JSON.', place);
    }
  }

  /** Where a text ends that is open at this place, or the end of the chunk. */
  #endOfText(from: number): number {
    const chunk = this.#chunk;
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at += 1;
    }
    for (;;) {
      quoteOrEscape.lastIndex = at;
      if (!quoteOrEscape.test(chunk)) return chunk.length;
      at = quoteOrEscape.lastIndex;
      if (chunk.charCodeAt(at - 1) === 34) {
        this.#isInText = false;
        return at;
      }
      at += 1;
      if (at > chunk.length) {
        this.#isEscaped = true;
        return chunk.length;
      }
    }
  }

  #beginToken(): void {
    this.#token = '';
    if (this.#chunk.charAt(this.#at) !== '"') return;
    this.#isInText = true;
    this.#token = '"';
    this.#at += 1;
  }

  #goOnWithToken(): void {
    const from = this.#at;
    if (this.#isInText) {
      this.#at = this.#endOfText(from);
      this.#token += this.#chunk.slice(from, this.#at);
      if ((this.#token ?? '').length > maxCharacters)
        throw this.#error('This value is too large to be read.');
      if (!this.#isInText) this.#endToken();
      return;
    }
    while (this.#at < this.#chunk.length && /[\w.+-]/u.test(this.#chunk.charAt(this.#at))) this.#at += 1;
    this.#token += this.#chunk.slice(from, this.#at);
    if (this.#at < this.#chunk.length) this.#endToken();
  }

  #endToken(): void {
    const token = this.#token ?? '';
    this.#token = null;
    const value = this.#parsed(token, this.#lineAt(this.#at));
    const frame = this.#frames.at(-1);
    if (this.#expected === 'key' || this.#expected === 'first-key') {
      if (frame !== undefined) frame.key = typeof value === 'string' ? value : '';
      this.#expected = 'colon';
      return;
    }
    if (frame?.key != null && token.length <= maxShort) frame.members.set(frame.key, value);
    this.#endValue();
  }

  #lineAt(at: number): number {
    if (at > this.#countedTo) {
      this.#line += newlines(this.#chunk.slice(this.#countedTo, at));
      this.#countedTo = at;
    }
    return this.#line;
  }

  #notJson(): ScanError {
    return this.#error('This is not JSON.');
  }

  #error(message: string): ScanError {
    return new ScanError(message, this.#lineAt(this.#at));
  }
}
