import { isCostlyMarkdown } from './cost.ts';

/** A stretch of a Markdown text that is read by itself. */
export interface MarkdownPiece {
  /** `literal`: shown as it was written, for its size or its shape. `code`: a long fenced block. */
  readonly kind: 'markdown' | 'literal' | 'code';
  /** Where it begins in the text. */
  readonly from: number;
  readonly source: string;
  /** Goes on with the list, quote, table or paragraph in which the piece before ended. */
  readonly joins: boolean;
  /** Head of the table that its rows belong to. */
  readonly head: string;
}

/** The parser's time grows faster than what it reads: a longer text is read in pieces of about so many lines. */
const PIECE_LINES = 250;
const PIECE_CHARACTERS = 20_000;
/** So much is formatted at most, not counting fenced blocks; the rest of a text is shown as it was written. */
const MAX_LINES = 4_000;
const MAX_CHARACTERS = 200_000;

const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u;
const bullet = /^([*+-])(?=[ \t]|$)/u;
const number = /^\d{1,9}([.)])(?=[ \t]|$)/u;
const tableRule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;
/** A heading, a rule, a reference or foreign HTML: no line of a paragraph. */
const noProse = /^(?:#|[-=*_]{2,}\s*$|\[|<|\|)/u;

/** Lines that belong together. */
interface Chunk {
  readonly lines: string[];
  readonly fenced: boolean;
  readonly joins: boolean;
  readonly head: string;
}

/**
 * Cuts a Markdown text where blocks begin at the left edge, and longer blocks between entries, rows or lines. What would
 * hold the parser up, and what goes beyond all measure, becomes a piece of its own that is shown as it was written.
 */
export function piecesOf(source: string): MarkdownPiece[] {
  if (isSmall(source)) return [{ kind: 'markdown', from: 0, source, joins: false, head: '' }];
  const pieces: MarkdownPiece[] = [];
  let from = 0;
  let lines = 0;
  let formatted = { lines: 0, characters: 0 };
  for (const chunk of chunksOf(source)) {
    const text = chunk.lines.join('');
    if (!chunk.fenced) {
      formatted = {
        lines: formatted.lines + chunk.lines.length,
        characters: formatted.characters + text.length,
      };
    }
    const spent = formatted.lines > MAX_LINES || formatted.characters > MAX_CHARACTERS;
    const kind = kindOf(chunk, text, spent);
    const last = pieces.at(-1);
    const fits = kind === 'literal' || (kind === 'markdown' && lines + chunk.lines.length <= PIECE_LINES);
    if (last?.kind === kind && fits) {
      pieces[pieces.length - 1] = { ...last, source: last.source + text };
      lines += chunk.lines.length;
    } else {
      const joins = chunk.joins && kind === 'markdown' && last?.kind === 'markdown';
      pieces.push({ kind, from, source: text, joins, head: joins ? chunk.head : '' });
      lines = chunk.lines.length;
    }
    from += text.length;
  }
  return pieces;
}

function isSmall(source: string): boolean {
  if (source.length > PIECE_CHARACTERS || isCostlyMarkdown(source)) return false;
  return (source.match(/\r\n?|\n/gu)?.length ?? 0) <= PIECE_LINES;
}

function kindOf({ fenced, lines }: Chunk, text: string, spent: boolean): MarkdownPiece['kind'] {
  if (fenced) return lines.length > PIECE_LINES || text.length > PIECE_CHARACTERS ? 'code' : 'markdown';
  return spent || isCostlyMarkdown(text) ? 'literal' : 'markdown';
}

function chunksOf(source: string): Chunk[] {
  const chunks: Chunk[] = [];
  let open: string | undefined;
  let previous = '';
  for (const line of source.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/gu) ?? []) {
    const text = line.trimEnd();
    const chunk = chunks.at(-1);
    const mark = fence.exec(text)?.[1];
    if (open !== undefined && chunk !== undefined) {
      chunk.lines.push(line);
      if (mark !== undefined && mark.startsWith(open) && text.trim() === mark) open = undefined;
      previous = open === undefined ? '' : text;
      continue;
    }
    // A fence at the edge begins a block wherever it stands; one that is set in may belong to a list.
    const fenced = mark !== undefined && (/^[`~]/u.test(text) || chunk === undefined || !inList(chunk));
    if (mark !== undefined) open = mark;
    const atEdge = /^\S/u.test(text);
    const begins = atEdge && (previous === '' || (chunk !== undefined && beginsList(chunk, text)));
    if (chunk === undefined || fenced || chunk.fenced || begins) {
      chunks.push({ lines: [line], fenced, joins: isNextEntry(chunk, text), head: '' });
    } else if (atEdge && chunk.lines.length >= PIECE_LINES) {
      const head = tableHead(chunk);
      if (mayCut(chunk, text, previous)) chunks.push({ lines: [line], fenced, joins: true, head });
      else chunk.lines.push(line);
    } else chunk.lines.push(line);
    previous = text;
  }
  return chunks;
}

function inList({ lines }: Chunk): boolean {
  return isEntry(lines[0] ?? '');
}

function isEntry(line: string): boolean {
  return bullet.test(line) || number.test(line);
}

/** Whether a line goes on with the list of the block before it, behind a blank line. */
function isNextEntry(chunk: Chunk | undefined, line: string): boolean {
  const first = chunk?.lines[0] ?? '';
  const sign = bullet.exec(line)?.[1] ?? number.exec(line)?.[1];
  return sign !== undefined && sign === (bullet.exec(first)?.[1] ?? number.exec(first)?.[1]);
}

/** Whether a line begins a list or a quote right below the lines of a paragraph. */
function beginsList({ lines }: Chunk, line: string): boolean {
  const first = lines[0] ?? '';
  if (isEntry(first) || first.startsWith('>') || !/^\S/u.test(lines.at(-1) ?? '')) return false;
  return /^(?:[*+-][ \t]+\S|1[.)][ \t]+\S|>)/u.test(line) && !tableRule.test(line);
}

/** The two lines with which the table of a block begins; empty if it is none. */
function tableHead({ lines, head }: Chunk): string {
  if (head !== '') return head;
  const [first = '', second = ''] = lines;
  return first.includes('|') && tableRule.test(second.trimEnd()) && second.includes('-')
    ? first + second
    : '';
}

/** Whether a long block may be cut before this line, which stands at the left edge. */
function mayCut(chunk: Chunk, line: string, previous: string): boolean {
  const first = chunk.lines[0] ?? '';
  if (isEntry(first)) return isNextEntry(chunk, line);
  if (first.startsWith('>')) return line.startsWith('>');
  if (tableHead(chunk) !== '') return line.includes('|');
  return !/^\s/u.test(previous) && !isEntry(line) && !line.startsWith('>') && !noProse.test(line);
}
