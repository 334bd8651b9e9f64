/*
 * The bodies of recorded messages, and how much of a long one is printed.
 */

/** A part of a text that is left out: from, up to but without `to`. */
export interface Cut {
  readonly from: number;
  readonly to: number;
}

const messageStart = /^(?:[A-Z]{3,20} \S{1,8000} HTTP\/\d|HTTP\/\d(?:\.\d)? \d{3}\b)/gmu;
const headerLine = /[^\S\r\n]*[!#$%&'*+.^_`|~\w-]{1,200}[ \t]*:[^\r\n]*|[ \t]+\S[^\r\n]*/uy;
const lineBreak = /\r\n|\n|\r/uy;

/**
 * What of a recorded text is left out so that no body is longer than `limit` bytes. Headers stay whole; a text that is
 * no HTTP message is a body. Of a long body that is no text (an image, an archive) nothing is kept. Never throws;
 * time is linear in the length of the text.
 */
export function longBodies(text: string, limit: number): readonly Cut[] {
  // No letter takes more than three bytes per unit: most texts are not looked at any further.
  if (text.length * 3 <= limit) return [];
  const starts = Array.from(text.matchAll(messageStart), ({ index }) => index);
  const bodies =
    starts.length === 0 || text.slice(0, starts[0]).trim() !== ''
      ? [{ from: 0, to: starts[0] ?? text.length }]
      : [];
  starts.forEach((start, index) => {
    bodies.push({ from: bodyOf(text, start), to: starts[index + 1] ?? text.length });
  });
  return bodies.flatMap(({ from, to }) => cutOf(text, from, endOfBody(text, from, to), limit));
}

/** Where the headers of the message end that begins here: behind the empty line, or at a line that is no header. */
function bodyOf(text: string, start: number): number {
  let at = endOfLine(text, start);
  for (;;) {
    headerLine.lastIndex = at;
    const line = headerLine.exec(text)?.[0].length ?? 0;
    const next = endOfLine(text, at + line);
    if (line > 0 && next > at) at = next;
    else return line === 0 && /^[\r\n]/u.test(text.slice(at, at + 1)) ? next : at + line;
  }
}

/** Behind the line break that ends the line of this place. */
function endOfLine(text: string, from: number): number {
  const end = /\r|\n|$/gu;
  end.lastIndex = from;
  const at = end.exec(text)?.index ?? text.length;
  lineBreak.lastIndex = at;
  return at + (lineBreak.exec(text)?.[0].length ?? 0);
}

/** The line ends before the next message stay where they are. */
function endOfBody(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return end;
}

function cutOf(text: string, from: number, to: number, limit: number): readonly Cut[] {
  if ((to - from) * 3 <= limit) return [];
  let [bytes, at] = [0, from];
  for (let next = from; next < to;) {
    const codePoint = text.codePointAt(next) ?? 0;
    bytes += bytesOfPoint(codePoint);
    next += codePoint < 0x10000 ? 1 : 2;
    if (bytes <= limit) at = next;
  }
  if (bytes <= limit) return [];
  const cut = isText(text.slice(from, Math.min(to, from + sample))) ? wholeLetter(text, from, at) : from;
  return [{ from: cut, to }];
}

/** Back to before a letter that is written with several characters, and not between the two of a line end. */
function wholeLetter(text: string, from: number, at: number): number {
  let cut = at;
  for (let steps = 0; steps < 16 && cut > from && joins(text, cut); steps += 1) {
    cut -= isLow(text, cut - 1) ? 2 : 1;
  }
  return Math.max(from, cut);
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether what stands here belongs to what stands before it. */
function joins(text: string, at: number): boolean {
  if (text[at] === '\n' && text[at - 1] === '\r') return true;
  return text[at - 1] === '\u200d' || /^(?:\p{M}|\p{Emoji_Modifier}|\u200d)/u.test(text.slice(at, at + 2));
}

/** How many bytes a part of a text takes as UTF-8. */
export function bytesOf(text: string, { from, to }: Cut): number {
  let bytes = 0;
  for (let at = from; at < to;) {
    const codePoint = text.codePointAt(at) ?? 0;
    bytes += bytesOfPoint(codePoint);
    at += codePoint < 0x10000 ? 1 : 2;
  }
  return bytes;
}

function bytesOfPoint(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** So much of a body tells whether it is text. */
const sample = 2_000;

/** Whether it reads as text: hardly any controls, no signs that stand for bytes nobody could read. */
function isText(text: string): boolean {
  const odd = text.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u0080-\u009f\ufffd\p{Cs}]/gu)?.length ?? 0;
  return odd * 20 <= text.length;
}
