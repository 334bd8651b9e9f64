/** A paragraph with no longer line was not wrapped by an editor. */
const NARROWEST = 50;
/** Fewer words make no line of prose: an address, a path, a name. */
const FEWEST_WORDS = 4;

/**
 * Whether each line of a paragraph runs on in the next one (the last is left out). It does if the line was
 * full and the sentence goes on. A line is full if the next word would make it longer than the widest line of
 * the paragraph (at least 50 characters). Every other line end is one that the writer meant.
 */
export function runsOn(lines: readonly string[]): boolean[] {
  const width = Math.max(0, ...lines.map((line) => line.length));
  const ended = sentenceEnd.test(lines.at(-1) ?? '');
  const breaks = lines.slice(0, -1).map((line, at) => {
    const next = lines[at + 1] ?? '';
    const full = width >= NARROWEST && line.length + 1 + firstWord(next).length > width;
    return full ? continued(line, next, ended) : 'ends';
  });
  const prose = breaks.filter((kind) => kind === 'goes on').length;
  const likely = prose > 0 && prose >= breaks.filter((kind) => kind === 'either').length;
  return breaks.map((kind) => kind === 'goes on' || (kind === 'either' && likely));
}

const sentenceEnd = /[.!?][)"'\u201d\u2019\u00bb*_]*$/u;

/** `either`: a sentence ends with its full line, as happens in prose by chance. */
function continued(line: string, next: string, ended: boolean): 'goes on' | 'either' | 'ends' {
  if (wordsOf(line) < FEWEST_WORDS || line.endsWith(':') || line.endsWith('\\')) return 'ends';
  const first = firstWord(next);
  // Lines that begin alike, or with a name and its value, are entries.
  if (first === firstWord(line) || /[:=]/u.test(first)) return 'ends';
  if (!/^[\p{L}("'\u201c\u201e\u00ab`*_[\d]/u.test(next)) return 'ends';
  if (sentenceEnd.test(line)) return 'either';
  if (/^[("'\u201c\u201e\u00ab`*_[]*[\p{Ll}\p{Lo}]/u.test(next)) return 'goes on';
  return ended ? 'goes on' : 'ends';
}

function firstWord(line: string): string {
  return /^\S*/u.exec(line)?.[0] ?? '';
}

function wordsOf(line: string): number {
  return line.split(/\s+/u).length;
}
