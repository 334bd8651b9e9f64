import { matchExpression, startAsked, type TextTest } from '#domain/text/words/words.ts';
import { matchStart, matchText, textChanges } from '#db/tables/findings/fulltext.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { recentCache } from './recent-cache.ts';
import { BitSet } from './bit-set.ts';

/*
 * Caches full-text results per term between keystrokes: each further letter of "cross site" asks for "cross" again, and
 * a frequent word has 100,000 numbers.
 */

/** What was found in the full text of a store, as it was after so many changes. */
interface Found {
  readonly changes: number;
  /** By FTS5 expression, the one that was not asked for the longest first. */
  readonly byExpression: Map<string, BitSet>;
}

/** As many words are kept for a store; 12 kB each for 100,000 findings. */
const maxKept = 8;

const kept = new WeakMap<ReadableDb, Found>();

/** The findings of all engagements whose indexed text has the words. The set is shared: nobody may change it. */
export function postingsOf(db: ReadableDb, test: TextTest): BitSet {
  const { byExpression } = foundNow(db);
  const expression = matchExpression(test);
  return recentCache(byExpression, expression, byExpression.get(expression) ?? search(db, test), maxKept);
}

function search(db: ReadableDb, test: TextTest): BitSet {
  const start = startAsked(test);
  const started = start === null ? null : matchStart(db, start);
  return new BitSet(started ?? matchText(db, matchExpression(test)));
}

function foundNow(db: ReadableDb): Found {
  const changes = textChanges(db);
  const known = kept.get(db);
  if (known?.changes === changes) return known;
  const now: Found = { changes, byExpression: new Map() };
  kept.set(db, now);
  return now;
}
