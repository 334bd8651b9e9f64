import { isBlankBelow } from './as-block.ts';
import {
  endOfLine,
  lastPlace,
  placeAfter,
  startOfLine,
  type Change,
  type Formatted,
  type Selected,
} from './change.ts';

type LineFormat = 'list' | 'numbers' | 'quote';

const marks: Readonly<Record<LineFormat, RegExp>> = {
  list: /^(\s*)[-*+] +/u,
  numbers: /^(\s*)\d+[.)] +/u,
  quote: /^( {0,3})> ?/u,
};
/** The mark of any item, which another list replaces. */
const item = /^(\s*)(?:[-*+]|\d+[.)])(?: +|$)/u;

/** Marks whole lines, or takes the marks away if all of them that are not blank have it. */
export function byLines(selected: Selected, format: LineFormat): Formatted {
  const { text, from, to } = selected;
  const start = startOfLine(text, from);
  const end = endOfLine(text, lastPlace(selected));
  const lines = linesOf(text, start, end);
  const filled = lines.filter(({ line }) => line.trim() !== '');
  const isMarked = filled.length > 0 && filled.every(({ line }) => marks[format].test(line));
  const changes = isMarked ? unmarked(lines, format) : marked(lines, format);
  // A line that follows at once would be read as part of the last one.
  if (!isMarked && !isBlankBelow(text, end + 1) && end < text.length) {
    const next = linesOf(text, end + 1, text.length)[0]?.line ?? '';
    if (!marks[format].test(next)) changes.push({ from: end, to: end, insert: '\n' });
  }
  if (from === to) {
    const at = placeAfter(
      changes.filter(({ insert }) => insert !== '\n'),
      from,
      1,
    );
    return { changes, anchor: at, head: at };
  }
  return { changes, anchor: start, head: placeAfter(changes, end, -1) };
}

interface Line {
  readonly at: number;
  readonly line: string;
}

function linesOf(text: string, start: number, end: number): Line[] {
  let at = start;
  return text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const found = { at, line };
      at += line.length + 1;
      return found;
    });
}

function unmarked(lines: readonly Line[], format: LineFormat): Change[] {
  return lines.flatMap(({ at, line }) => {
    const found = marks[format].exec(line);
    if (found === null) return [];
    const [mark, indent = ''] = found;
    return [{ from: at + indent.length, to: at + mark.length, insert: '' }];
  });
}

function marked(lines: readonly Line[], format: LineFormat): Change[] {
  const isEmpty = lines.every(({ line }) => line.trim() === '');
  let number = 0;
  return lines.flatMap(({ at, line }, index) => {
    const isBlank = line.trim() === '';
    if (format === 'quote') return [{ from: at, to: at, insert: isBlank && !isEmpty ? '>' : '> ' }];
    if (isBlank && (!isEmpty || index > 0)) return [];
    number += 1;
    const [mark = '', indent = ''] = item.exec(line) ?? /^(\s*)/u.exec(line) ?? [];
    const insert = format === 'list' ? '- ' : `${String(number)}. `;
    return [{ from: at + indent.length, to: at + mark.length, insert }];
  });
}
