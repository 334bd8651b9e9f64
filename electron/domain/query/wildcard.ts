import { unitSeparator, type Condition, type TextColumn } from '#contract/finding/listing.ts';
import { keyOf } from './keys.ts';

/** Columns that hold several texts, each between unit separators. */
const listColumns: ReadonlySet<TextColumn> = new Set<TextColumn>(['assets', 'tags', 'cwe', 'owasp']);

/** Texts with wildcards between the pieces that the store cannot decide alone: see `matchesWildcard`. */
export interface Wildcard {
  readonly column: TextColumn;
  /** At least two, folded. */
  readonly pieces: readonly string[];
}

/** Either a condition that the store decides, or a wildcard whose candidates are looked at one by one. */
export type ValueMatch =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'wildcard'; readonly wildcard: Wildcard };

function textCondition(
  column: TextColumn,
  how: 'equals' | 'starts' | 'ends' | 'contains',
  text: string,
): ValueMatch {
  if (!listColumns.has(column)) return { kind: 'condition', condition: { kind: 'text', column, how, text } };
  const before = how === 'equals' || how === 'starts' ? unitSeparator : '';
  const behind = how === 'equals' || how === 'ends' ? unitSeparator : '';
  return {
    kind: 'condition',
    condition: { kind: 'text', column, how: 'contains', text: before + text + behind },
  };
}

/** What a value with its wildcards asks of a column: `a`, `a*`, `*a` and `*a*` without a second look. */
export function matchPieces(column: TextColumn, pieces: readonly string[]): ValueMatch {
  const folded = pieces.map(keyOf);
  const [first = '', second = '', third] = folded;
  if (folded.length === 1) return textCondition(column, 'equals', first);
  const distinct = folded.filter((piece) => piece !== '');
  if (distinct.length === 0) {
    return {
      kind: 'condition',
      condition: { kind: 'not', of: { kind: 'text', column, how: 'equals', text: '' } },
    };
  }
  if (folded.length === 2 && second === '') return textCondition(column, 'starts', first);
  if (folded.length === 2 && first === '') return textCondition(column, 'ends', second);
  if (folded.length === 3 && first === '' && third === '') return textCondition(column, 'contains', second);
  return { kind: 'wildcard', wildcard: { column, pieces: folded } };
}

/** A store takes conditions only to a depth, and a few of the pieces leave few candidates already. */
const maxPiecesAsked = 4;

/** What every row that meets a wildcard also meets: its longest pieces are there, in whatever order. */
export function candidateCondition({ column, pieces }: Wildcard): Condition {
  const telling = [...new Set(pieces)]
    .filter((piece) => piece !== '')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxPiecesAsked);
  return { kind: 'all', of: telling.map((text) => ({ kind: 'text', column, how: 'contains', text })) };
}

/**
 * Whether pieces, with anything between them, cover a text. The first place where a piece fits is always as
 * good as any later one. So time grows with the text and not with the ways to place the wildcards.
 */
export function matchesPieces(text: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** Whether the content of a column, or for a list one of its texts, is covered by a wildcard's pieces. */
export function matchesWildcard(content: string, { column, pieces }: Wildcard): boolean {
  if (!listColumns.has(column)) return matchesPieces(content, pieces);
  return content.split(unitSeparator).some((text) => text !== '' && matchesPieces(text, pieces));
}
