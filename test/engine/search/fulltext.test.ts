import { describe, expect, it } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import {
  canBegin,
  hasWords,
  matchExpression,
  startAsked,
  startsOf,
  wordsOf,
  type TextTest,
} from '#domain/text/words/words.ts';
import * as fulltext from '#db/tables/findings/fulltext.ts';
import { dueCount, dueFindingsOf, textChanges, writeText } from '#db/tables/findings/fulltext.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { removeListRow } from '#db/tables/findings/lists.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import { plansOf } from './plans.ts';
import { openListStore, project } from './store.ts';

const matchText = (db: ReadableDb, expression: string): number[] => [...fulltext.matchText(db, expression)];
/** Null if it is not known. */
function matchStart(db: ReadableDb, start: string): number[] | null {
  const found = fulltext.matchStart(db, start);
  return found === null ? null : [...found];
}

describe('the full text', () => {
  it('is filled in batches and says how far it is behind', () => {
    const store = openListStore();
    for (let count = 0; count < 5; count += 1) store.refresh(store.add({ base: { title: 'word' } }));
    expect([dueCount(store.db, project), dueCount(store.db, 'nowhere')]).toEqual([5, 0]);
    store.refresh(store.add({ base: { title: 'word' }, project: 'other' }));
    expect([dueCount(store.db, project), dueCount(store.db)]).toEqual([5, 6]);
    expect([indexDueText(store.db, 4), dueCount(store.db, project)]).toEqual([4, 1]);
    expect([indexDueText(store.db, 4), indexDueText(store.db, 4), dueCount(store.db)]).toEqual([2, 0, 0]);
    expect(matchText(store.db, '"word"')).toHaveLength(6);
  });

  it('writes a batch in one piece: a piece for each finding would have to be merged again', () => {
    const store = openListStore();
    for (let count = 0; count < 12; count += 1) {
      store.refresh(store.add({ base: { title: `word ${String(count)}` } }));
    }
    indexDueText(store.db, 12);
    const piecesOf = (table: string): unknown =>
      store.db.prepare(`SELECT count(DISTINCT segid) AS pieces FROM ${table}_idx`).get();
    expect([piecesOf('finding_text'), piecesOf('text_start')]).toEqual([{ pieces: 1 }, { pieces: 1 }]);
  });

  it('is merged behind each batch, so that a search looks through few pieces', () => {
    const store = openListStore();
    for (let count = 0; count < 120; count += 1) {
      store.refresh(store.add({ base: { title: `word ${String(count)}` } }));
      indexDueText(store.db, 10);
    }
    const piecesOf = (table: string): unknown =>
      store.db.prepare(`SELECT count(DISTINCT segid) FROM ${table}_idx`).pluck().get();
    expect(piecesOf('finding_text')).toBeLessThan(10);
    expect(piecesOf('text_start')).toBeLessThan(10);
  });

  it('forgets the words that a finding no longer has, and a finding that left the lists', () => {
    const store = openListStore();
    const finding = store.add({ base: { title: 'before' } });
    store.refresh(finding);
    indexDueText(store.db, 10);
    store.operate(finding, { patch: { title: 'after' } });
    store.refresh(finding);
    indexDueText(store.db, 10);
    expect([matchText(store.db, '"before"'), matchText(store.db, '"after"')]).toEqual([[], [finding]]);
    expect([matchStart(store.db, 'be'), matchStart(store.db, 'af')]).toEqual([[], [finding]]);
    removeListRow(store.db, finding);
    expect([matchText(store.db, '"after"'), matchStart(store.db, 'af')]).toEqual([[], []]);
  });

  it('writes the texts of a batch in one piece, since each piece has to be merged', () => {
    const store = openListStore();
    for (const title of ['one', 'two', 'three']) store.refresh(store.add({ base: { title } }));
    indexDueText(store.db, 10);
    const pieces = (table: string): number | undefined =>
      store.db.prepare<[], { n: number }>(`SELECT count(DISTINCT segid) AS n FROM ${table}_idx`).get()?.n;
    expect([pieces('finding_text'), pieces('text_start')]).toEqual([1, 1]);
  });

  it('changes nothing where no text is due', () => {
    const store = openListStore();
    store.refresh(store.add({ base: { title: 'one' } }));
    indexDueText(store.db, 10);
    const before = textChanges(store.db);
    const indexed = indexDueText(store.db, 10);
    expect([before, indexed, textChanges(store.db)]).toEqual([1, 0, 1]);
  });

  it.each(['["raw words"]', '"raw words"', 'raw words {'])(
    'holds a record that is no finding as it came: %s',
    (json) => {
      const store = openListStore();
      const finding = store.add({ base: {} });
      store.db.prepare('UPDATE record SET base_json = ?').run(json);
      store.refresh(finding);
      indexDueText(store.db, 10);
      expect(matchText(store.db, '"raw words"')).toEqual([finding]);
    },
  );

  it('keeps every word whole that the query language makes of any character', () => {
    const store = openListStore();
    const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    const more = [
      '漢',
      'が',
      '한',
      '\u{1f600}',
      '\u{10ffff}',
      '\ud800',
      '\ue000',
      '\ue001',
      '\uffff',
      '\u{1e900}',
    ];
    const lost: string[] = [];
    for (const [index, character] of [...characters, ...more].entries()) {
      const finding = (index + 1) as FindingRow;
      const words = wordsOf(`x${character}y`);
      writeText(store.db, finding, { words: words.join(' '), starts: '' });
      const test = { words, prefix: false };
      if (!matchText(store.db, matchExpression(test)).includes(finding)) lost.push(character);
    }
    const terms = store.db
      .prepare<[], { n: number }>('SELECT count(*) AS n FROM finding_text WHERE finding_text MATCH \'"x"\'')
      .get();
    expect([lost, terms?.n]).toEqual([
      [],
      [...characters, ...more].filter((each) => wordsOf(`x${each}y`)[0] === 'x').length,
    ]);
  });

  it('and the search of what is not indexed agree on words, phrases and beginnings', () => {
    const store = openListStore();
    const texts = [
      'SQL injection',
      'MySQL injection',
      'sql-injection',
      'sql: injections',
      'Инъекция SQL',
      '漏洞利用',
    ];
    const asked = ['sql', 'sql injection', 'sql-injection', 'inject', 'инъ', '洞利', 'my', 'ection'];
    const bodies = texts.map((text) => wordsOf(text).join(' '));
    for (const [index, body] of bodies.entries()) {
      writeText(store.db, (index + 1) as FindingRow, { words: body, starts: '' });
    }
    for (const ask of asked) {
      for (const prefix of [true, false]) {
        const words = wordsOf(ask);
        const test = { words, prefix: prefix && canBegin(words.at(-1) ?? '') };
        const scanned = bodies.flatMap((body, index) => (hasWords(body, test) ? [index + 1] : []));
        expect({ ask, prefix, found: matchText(store.db, matchExpression(test)).sort() }).toEqual({
          ask,
          prefix,
          found: scanned,
        });
      }
    }
  });
});

describe('what words begin with', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const ofTitles = ['in', 'st', '7', 'ze', 'zz', '0d', 'un', 'et', 'ke', 'ss', 'ин', 'и', 'ǆ', 'ό'];
  const begins = (start: string): TextTest => ({ words: [start], prefix: true });

  function filled() {
    const store = openListStore();
    const titles = [
      ...['SQL in 7 steps', 'zeta-9 x', '', '漏洞 Ünder été', 'a', '0day: Kerberos', '«q» ß', 'ß1 ǆ ὀ ό'],
      'Инъекция',
    ];
    for (const title of titles) store.refresh(store.add({ base: { title } }));
    indexDueText(store.db, 100);
    return store;
  }

  it('finds what the full text finds, by one letter and by two', () => {
    const { db } = filled();
    const starts = [...letters, ...ofTitles];
    expect(starts.map((start) => matchStart(db, start))).toEqual(
      starts.map((start) => matchText(db, matchExpression(begins(start)))),
    );
  });

  it('is one and two letters of each word, once; no word of one character that is no letter begins another', () => {
    const words = wordsOf('Set a session-id: 漏 sé 7');
    expect(startsOf(words.join(' ')).split(' ').sort()).toEqual(['7', 'a', 'i', 'id', 's', 'se']);
    expect(startsOf('')).toBe('');
  });

  it('is asked for one word of one or two letters that may begin a longer one', () => {
    const asked = [
      begins('a'),
      begins('ab'),
      begins('é'),
      { words: ['a'], prefix: false },
      begins('abc'),
      { words: ['b', 'a'], prefix: true },
      begins(wordsOf('漏')[0] ?? ''),
    ].map(startAsked);
    expect(asked).toEqual(['a', 'ab', 'é', null, null, null, null]);
  });

  it('of a store of before is not asked until it is known, which the next indexing sees to', () => {
    const { db } = filled();
    const before = matchStart(db, 'se');
    db.exec('DELETE FROM text_start; INSERT INTO text_unstarted SELECT finding FROM list_row');
    expect(matchStart(db, 'se')).toBeNull();
    expect([indexDueText(db, 4), indexDueText(db, 4), indexDueText(db, 4)]).toEqual([4, 4, 1]);
    expect(matchStart(db, 'se')).toEqual(before);
  });
});

it('what is due is found without reading the lists', () => {
  const plans = plansOf(openListStore().db, (db) => {
    dueCount(db);
    dueCount(db, project);
    dueFindingsOf(db, project, 1);
  });
  expect(plans.filter((step) => /SCAN (?!d$|text_due|CONSTANT)/u.test(step))).toEqual([]);
});
