import { SaxesParser } from 'saxes';
import { ScanError, type ScanProblem } from '#contract/scans/problem.ts';
import { newlines } from '../source/decode.ts';
import { isForbidden, withoutForbidden, withoutForbiddenReferences } from './characters.ts';

/** An element as a small tree. Text of children is not in `text`. */
export interface ScanElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ScanElement[];
  readonly text: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
}

/** An element that is asked for, with those that it stands in, the outermost first. */
export interface FoundElement {
  readonly element: ScanElement;
  readonly parents: readonly ScanStart[];
}

/** The beginning of an element. */
export interface ScanStart {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** How deep elements may stand in each other; scanners need ten. */
export const maxDepth = 200;
/** So many characters one element that is asked for may have, and one tag or text of the others. */
const maxElementCharacters = 64 * 1024 * 1024;

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: ScanElement[];
  text: string;
  readonly line: number;
}

/**
 * Every element with one of these names, as soon as it is complete; one within another belongs to that one. Nothing else
 * is kept, so memory does not grow with the file. A document type is taken, but no entity is declared or expanded;
 * characters that XML forbids become U+FFFD and are reported.
 * @throws ScanError with its place if the text is not well-formed, cut off, too deep, or declares entities
 */
export async function* xmlElements(
  chunks: AsyncIterable<string>,
  names: readonly string[],
  report: (problem: ScanProblem) => void,
  maxCharacters = maxElementCharacters,
): AsyncIterable<FoundElement> {
  const reader = new ElementReader(new Set(names), report, maxCharacters);
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

class ElementReader {
  readonly #names: ReadonlySet<string>;
  readonly #maxCharacters: number;
  readonly #report: (problem: ScanProblem) => void;
  readonly #parser = new SaxesParser({
    xmlns: false,
    forceXMLVersion: true,
    defaultXMLVersion: '1.0',
  } as const);
  /** All that are open, the outermost first. */
  readonly #open: Open[] = [];
  /** How many of `#open` stand around the element that is kept; null if none is kept. */
  #keptAt: number | null = null;
  #found: FoundElement[] = [];
  /** Where the last part ended, which is where a tag begins: its attributes may stand on many lines. */
  #lastLine = 1;
  /** Where the parser last finished a part. */
  #partAt = 0;
  #keptFrom = 0;
  #ending = false;
  /** The last with characters that XML forbids. */
  #reportedLine = 0;
  /** What is read next holds a reference to a character that XML forbids (`&#27;`). */
  #hasForbiddenReference = false;

  constructor(names: ReadonlySet<string>, report: (problem: ScanProblem) => void, maxCharacters: number) {
    this.#names = names;
    this.#maxCharacters = maxCharacters;
    this.#report = report;
    const parser = this.#parser;
    // With a seventh handler V8 makes all of the parser's fields slow: it then takes five times as long.
    parser.on('error', (error) => this.#fail(error.message));
    parser.on('doctype', (doctype) => this.#doctype(doctype));
    parser.on('opentag', ({ name, attributes }) => this.#start(name, attributes));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  read(chunk: string): readonly FoundElement[] {
    this.#found = [];
    this.#parser.write(this.#allowed(chunk));
    const from = this.#keptAt === null ? this.#partAt : this.#keptFrom;
    if (this.#parser.position - from > this.#maxCharacters)
      throw this.#error('This element is too large to be read.');
    return this.#found;
  }

  end(): readonly FoundElement[] {
    this.#found = [];
    this.#ending = true;
    this.#parser.close();
    return this.#found;
  }

  /** The text without the characters that XML forbids, which are reported. */
  #allowed(chunk: string): string {
    if (!isForbidden(chunk)) return chunk;
    const { text, places } = withoutForbidden(chunk);
    let [line, at] = [this.#parser.line, 0];
    for (const place of places) {
      line += newlines(chunk.slice(at, place));
      at = place;
      this.#reportForbidden(line);
    }
    return text;
  }

  /** Reports a line once. */
  #reportForbidden(line: number): void {
    if (line > this.#reportedLine) this.#report({ line, column: null, message: controlCharacters });
    this.#reportedLine = Math.max(line, this.#reportedLine);
  }

  #start(name: string, attributes: Record<string, string>): void {
    if (this.#open.length >= maxDepth)
      throw this.#error(`Elements stand more than ${String(maxDepth)} deep in each other.`);
    if (this.#hasForbiddenReference)
      for (const [key, value] of Object.entries(attributes))
        attributes[key] = withoutForbiddenReferences(value);
    this.#hasForbiddenReference = false;
    this.#open.push({ name, attributes, children: [], text: '', line: this.#lastLine });
    this.#endPart();
    if (this.#keptAt !== null || !this.#names.has(name)) return;
    this.#keptAt = this.#open.length - 1;
    this.#keptFrom = this.#partAt;
  }

  #close(): void {
    this.#endPart();
    const element = this.#open.pop();
    if (element === undefined || this.#keptAt === null) return;
    element.text = detached(element.text);
    if (this.#open.length > this.#keptAt) {
      this.#open.at(-1)?.children.push(element);
      return;
    }
    this.#keptAt = null;
    const parents = this.#open.map(({ name, attributes }) => ({ name, attributes }));
    this.#found.push({ element, parents });
  }

  #text(text: string): void {
    this.#endPart();
    const element = this.#open.at(-1);
    if (element !== undefined && this.#keptAt !== null)
      element.text += this.#hasForbiddenReference ? withoutForbiddenReferences(text) : text;
    this.#hasForbiddenReference = false;
  }

  #doctype(doctype: string): void {
    this.#endPart();
    const at = doctype.search(/<!ENTITY\b/iu);
    if (at === -1) return;
    const behind = doctype.slice(at);
    const line = this.#parser.line - newlines(behind);
    const before = doctype.lastIndexOf('\n', at);
    const column = before === -1 ? this.#parser.columnIndex - behind.length : at - before;
    throw new ScanError('The file declares entities, which no scanner does. It is not read.', line, column);
  }

  #endPart(): void {
    this.#partAt = this.#parser.position;
    this.#lastLine = this.#parser.line;
  }

  #fail(message: string): void {
    const words = message.replace(/^\d+:\d+: /u, '').replace(/\.$/u, '');
    if (words === 'malformed character entity') {
      this.#reportForbidden(this.#parser.line);
      this.#hasForbiddenReference = true;
      return;
    }
    // Blank lines before it: a harmless slip of some tools.
    if (/XML declaration must (?:be|appear) at the start/u.test(words)) return;
    const open = this.#open.at(-1);
    if (this.#ending && open !== undefined)
      throw this.#error(
        `The file ends too early: <${open.name}> of line ${String(open.line)} is not closed.`,
      );
    if (this.#ending) throw this.#error('The file ends too early.');
    throw this.#error(`This is not well-formed XML: ${plain(words)}.`);
  }

  #error(message: string): ScanError {
    return new ScanError(message, this.#parser.line, this.#parser.columnIndex);
  }
}

const controlCharacters = 'There are characters that XML forbids; each is shown as \ufffd.';

/** What the parser says repeats names of the file. */
function plain(words: string): string {
  return words.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 120);
}

/** A copy of its own: a part of a text keeps the whole piece of the file in memory, as long as it is kept itself. */
function detached(text: string): string {
  // Shorter ones are copied anyway.
  return text.length < 13 ? text : Buffer.from(text).toString();
}
