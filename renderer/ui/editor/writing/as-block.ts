import { startOfLine } from './change.ts';

/** A block with the blank lines that part it from the text around, to be put in place of `from` to `to`. */
export function asBlock(text: string, block: string, from: number, to: number): string {
  const start = startOfLine(text, from);
  const end = text.indexOf('\n', to);
  const lead = text.slice(start, from).trim() !== '' ? '\n\n' : isBlankAbove(text, start) ? '' : '\n';
  const rest = end < 0 ? text.slice(to) : text.slice(to, end);
  const tail = rest.trim() !== '' ? '\n\n' : end < 0 || isBlankBelow(text, end + 1) ? '' : '\n';
  return lead + block + tail;
}

function isBlankAbove(text: string, start: number): boolean {
  if (start === 0) return true;
  return text.slice(text.lastIndexOf('\n', start - 2) + 1, start - 1).trim() === '';
}

/** Whether the line that begins at `at` is blank; one that is not there is. */
export function isBlankBelow(text: string, at: number): boolean {
  const end = text.indexOf('\n', at);
  return (end < 0 ? text.slice(at) : text.slice(at, end)).trim() === '';
}
