import { isUtf8 } from 'node:buffer';
import { ScanError, type ScanProblem } from '#contract/scans/problem.ts';

/** So many bytes of the beginning decide about encoding and format. */
export const headBytes = 64 * 1024;

/** How the bytes of a file are read: by the mark at its beginning, by what it declares, by its form. @throws ScanError */
export function encodingOf(head: Uint8Array): string {
  const [one, two, three] = head;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  // Without a mark: every format begins with a sign of ASCII.
  if (one !== 0 && two === 0) return 'utf-16le';
  if (one === 0 && two !== undefined && two !== 0) return 'utf-16be';
  const start = Buffer.from(head.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/u.exec(start)?.[1];
  if (declared !== undefined) return declaredEncoding(declared, start);
  const isMarkup = /^\s*[<{[]/u.test(start);
  // A spreadsheet saves tables in the encoding of its country, and says so nowhere.
  return isMarkup || isUtf8(withoutCutCharacter(head)) ? 'utf-8' : 'windows-1252';
}

function declaredEncoding(declared: string, start: string): string {
  let encoding: string;
  try {
    ({ encoding } = new TextDecoder(declared.trim()));
  } catch {
    throw new ScanError('The file declares an encoding that is not known.', lineOf(start, 'encoding'));
  }
  // The declaration could be read byte by byte, so it is wrong.
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
}

function lineOf(text: string, words: string): number {
  return text.slice(0, text.indexOf(words)).split('\n').length;
}

/** The last character may go on behind the head. */
function withoutCutCharacter(head: Uint8Array): Uint8Array {
  let end = head.length;
  while (end > 0 && end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return ((head[end - 1] ?? 0) & 0xc0) === 0xc0 ? head.subarray(0, end - 1) : head;
}

/**
 * Bytes as text. What is not in the encoding becomes U+FFFD and is reported with its line, once a line.
 * @param report gets what is wrong
 */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  report: (problem: ScanProblem) => void,
): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding);
  let line = 1;
  let reported = 0;
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    const ends = newlines(text);
    if (text.includes('\ufffd') && (encoding !== 'utf-8' || !Buffer.from(piece).includes('\ufffd'))) {
      for (const at of linesWith(text, '\ufffd', line)) {
        if (at > reported) report(wrongEncoding(at, encoding));
        reported = at;
      }
    }
    line += ends;
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest === '') return;
  report(wrongEncoding(line, encoding));
  yield rest;
}

function wrongEncoding(line: number, encoding: string): ScanProblem {
  const message = `There are bytes that are not ${encoding.toUpperCase()}; each is shown as \ufffd.`;
  return { line, column: null, message };
}

/** How often a line ends in a text. */
export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function linesWith(text: string, sign: string, first: number): number[] {
  return text.split('\n').flatMap((words, at) => (words.includes(sign) ? [first + at] : []));
}
