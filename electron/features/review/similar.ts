import type { FindingRow } from '#contract/finding/finding.ts';
import type { SimilarFinding } from '#contract/procedures/findings/review.ts';
import { leastScore, similarity, tellingWordsOf } from '#domain/finding/similar.ts';
import { canBegin, matchExpression, wordsOf } from '#domain/text/words/words.ts';
import { comparedRows, firstWithText, type ComparedRow } from '#db/tables/findings/similar.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';

/** So many are shown. */
const maxShown = 5;
/** A word that more findings have than this tells none of them apart. */
const maxOfAWord = 60;
/** Longer titles and lists of assets are looked up by their first words. */
const maxWords = 10;
const maxAssets = 3;

/**
 * Findings of the same engagement that a candidate may repeat: what is a finding already comes before other
 * candidates. A few hundred rows at most are read and compared, whatever the engagement holds; one whose text is not
 * indexed yet is not found. The whole reads one state of the store.
 */
export function similarFindings(db: ReadableDb, finding: FindingRow, project: string): SimilarFinding[] {
  return readTransaction(db, () => {
    const [candidate] = comparedRows(db, [finding]);
    if (candidate === undefined) return [];
    const found = new Set(questions(candidate).flatMap((ask) => answered(db, project, ask)));
    found.delete(finding);
    return comparedRows(db, [...found])
      .flatMap((row) => {
        const { score, why } = similarity(candidate, row);
        return score < leastScore ? [] : [shown(row, score, why)];
      })
      .toSorted(
        (one, other) =>
          Number(one.candidate) - Number(other.candidate) || other.score - one.score || one.row - other.row,
      )
      .slice(0, maxShown);
  });
}

/** One question to the full text; `rare` ones are worth nothing if many findings meet them. */
interface TextQuestion {
  readonly expression: string;
  readonly rare: boolean;
}

/** Where a like finding would show: the whole title, each of its words, an asset together with a weakness. */
function questions({ title, asset, cwe }: ComparedRow): TextQuestion[] {
  const whole = wordsOf(title);
  const words = tellingWordsOf(title).slice(0, maxWords);
  const pairs = words.flatMap((word, at) => words.slice(at + 1, at + 3).map((next) => allOf([word, next])));
  const weakness = /\d+/.exec(cwe)?.[0];
  const places = asset.slice(0, maxAssets).map((name) => wordsOf(name).filter(canBegin).slice(0, maxWords));
  return [
    ...(whole.length === 0
      ? []
      : [{ expression: matchExpression({ words: whole, prefix: false }), rare: false }]),
    ...(words.length < 2 ? [] : [{ expression: allOf(words), rare: false }]),
    ...words.map((word) => ({ expression: allOf([word]), rare: true })),
    ...pairs.map((expression) => ({ expression, rare: true })),
    ...places
      .filter((place) => place.length > 0)
      .map((place) => ({
        expression: allOf([...place, ...(weakness === undefined ? words.slice(0, 1) : ['cwe', weakness])]),
        rare: false,
      })),
  ];
}

function allOf(words: readonly string[]): string {
  return words.map((word) => matchExpression({ words: [word], prefix: false })).join(' AND ');
}

function answered(db: ReadableDb, project: string, { expression, rare }: TextQuestion): number[] {
  const findings = firstWithText(db, { project, expression, max: maxOfAWord + 1 });
  return rare && findings.length > maxOfAWord ? [] : findings;
}

function shown(row: ComparedRow, score: number, why: SimilarFinding['why']): SimilarFinding {
  const { finding, id, title, severity, status, candidate } = row;
  return { row: finding, id, title, severity, status, candidate, score, why };
}
