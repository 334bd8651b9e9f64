import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Dictionary } from '#domain/spelling/dictionary.ts';
import { isFieldTerm } from '#domain/spelling/field-terms.ts';
import { proseWords } from '#domain/text/words/prose-words.ts';
import { suggestionsFor } from '#domain/spelling/suggest.ts';

const packaged = (name: string): Dictionary => {
  const file = (ending: string): string =>
    readFileSync(new URL(`../../../node_modules/${name}/index.${ending}`, import.meta.url), 'utf8');
  return new Dictionary(file('aff'), file('dic'));
};
const us = packaged('dictionary-en');
const gb = packaged('dictionary-en-gb');
const wordsOf = (text: string): string[] => proseWords(text).map(({ word }) => word);

describe('a dictionary in the format of Hunspell', () => {
  test('knows stems with their endings and beginnings, in a sentence and as possessives', () => {
    const right = ['receive', 'Receiving', 'unauthenticated', 'hosts', "attacker's", 'attacker’s', 'Monday'];
    expect(right.filter((word) => !us.has(word))).toEqual([]);
    const wrong = ['recieve', 'hostss', 'monday', 'receiveing', ''];
    expect(wrong.filter((word) => us.has(word))).toEqual([]);
  });

  test('joins a beginning and an ending only if both may be joined', () => {
    const words = new Dictionary(
      ['PFX A Y 1', 'PFX A 0 un .', 'PFX B N 1', 'PFX B 0 re .', 'SFX S Y 1', 'SFX S 0 s .'].join('\n'),
      '1\nlock/ABS',
    );
    const right = ['lock', 'locks', 'unlock', 'relock', 'unlocks'];
    expect([...right, 'relocks', 'unrelock'].filter((word) => words.has(word))).toEqual(right);
  });

  test('tells American and British words apart', () => {
    expect([us.has('color'), us.has('colour'), gb.has('color'), gb.has('colour')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('follows compounds, letters at their seam, and affixes on affixes', () => {
    const german = new Dictionary(
      [
        'SET UTF-8',
        'COMPOUNDBEGIN x',
        'COMPOUNDMIDDLE y',
        'COMPOUNDEND z',
        'COMPOUNDPERMITFLAG c',
        'ONLYINCOMPOUND o',
        'NEEDAFFIX h',
        'COMPOUNDMIN 2',
        'SFX j Y 1',
        'SFX j 0 0/xoc .',
        'SFX N Y 1',
        'SFX N 0 n/z .',
        'PFX m Y 1',
        'PFX m L l/zco L',
      ].join('\n'),
      '4\nSicherheits/hj\nLücke/Nm\nlücke/zoN\nAnalyse/Nx',
    );
    const right = ['Lücke', 'Lücken', 'Sicherheitslücke', 'Sicherheitslücken', 'Analysen', 'Analyselücke'];
    expect(right.filter((word) => !german.has(word))).toEqual([]);
    const wrong = [
      'Sicherheits',
      'lücke',
      'Lückesicherheits',
      'Sicherheitslükke',
      'Analysesicherheit',
      'Analysenlücke',
    ];
    expect(wrong.filter((word) => german.has(word))).toEqual([]);
  });

  test('reads flags of two letters, of numbers, and by the number of a set', () => {
    const long = new Dictionary('FLAG long\nSFX Aa Y 1\nSFX Aa y ies y', '1\nquery/BbAa');
    const numbered = new Dictionary('FLAG num\nSFX 12 Y 1\nSFX 12 y ies y', '1\nquery/3,12');
    const sets = new Dictionary('AF 1\nAF S\nSFX S Y 1\nSFX S y ies y', '1\nquery/1');
    for (const dictionary of [long, numbered, sets]) {
      expect([dictionary.has('queries'), dictionary.has('querys')]).toEqual([true, false]);
    }
  });

  test('ends quickly on any word', () => {
    const deep = new Dictionary('COMPOUNDFLAG c\nCOMPOUNDMIN 1', '2\na/c\naa/c');
    expect([deep.has('a'.repeat(79)), deep.has(`${'a'.repeat(79)}b`), deep.has('a'.repeat(5_000))]).toEqual([
      ...[true, false, false],
    ]);
  });

  test('takes broken files as empty ones', () => {
    expect([new Dictionary('', '').size, new Dictionary('SFX\nPFX A Y', 'x').size]).toEqual([0, 0]);
    expect(new Dictionary('SFX S Y 1\nSFX S 0 s [', '1\nhost/S').has('host')).toBe(true);
  });
});

describe('suggestions', () => {
  test.each([
    ['recieve', 'receive'],
    ['teh', 'the'],
    ['vulnerabilty', 'vulnerability'],
    ['Authentification', 'Authentication'],
    ['occured', 'occurred'],
    ['seperate', 'separate'],
    ['alot', 'a lot'],
  ])('for %s begin with %s', (word, expected) => {
    expect(suggestionsFor(word, us)[0]).toBe(expected);
  });

  test('put a word of the dictionary before a compound of any words, and offer no form that needs a hyphen', () => {
    const made = new Dictionary('TRY e\nCOMPOUNDFLAG c', '5\naba/c\nccd/c\nabacced\nhaus\nhauss-');
    expect(suggestionsFor('abacccd', made)).toEqual(['abacced', 'abaccd']);
    expect([made.has('hauss'), made.kindOf('hauss')]).toEqual([true, null]);
  });

  test('are six at most, none twice in another case, and none for what resembles nothing', () => {
    const found = suggestionsFor('wrng', us);
    expect(found.length).toBeLessThanOrEqual(6);
    expect(new Set(found.map((word) => word.toLowerCase())).size).toBe(found.length);
    expect(suggestionsFor('qqzzxxvvkk', us)).toEqual([]);
  });
});

describe('the words of a text that are looked up', () => {
  test('are told by their place', () => {
    const text = '  **The** host’s name, (and/or) _its_ half-open port.';
    const found = proseWords(text, 100);
    expect(found.map(({ word }) => word)).toEqual([
      'The',
      'host’s',
      'name',
      'and',
      'or',
      'its',
      'half',
      'open',
      'port',
    ]);
    for (const { word, from, to } of found) expect(text.slice(from - 100, to - 100)).toBe(word);
  });

  test.each([
    'https://example.test/recieve www.exmple.test mailto:a@b.test',
    'CVE-2024-1234 CWE-79 5f4dcc3b5aa765d61d8327deb882cf99 T1059.001 v1.2.3-betta',
    'XSS APIs URLs SQLi OAuth onLoad getElementById',
    '/etc/passwd C:\\Windows\\sytem \\\\srv\\shre index.phpp config.yml ./runn',
    'user_name $_GET {{assset}} ${varr} <scrpt> key=valeu a@b.test #tagg e.g. i.e.',
  ])('are none in %s', (text) => {
    expect(wordsOf(text)).toEqual([]);
  });
});

test('words of the field are known in any case', () => {
  expect([isFieldTerm('Webhook'), isFieldTerm('payload’s'), isFieldTerm('recieve')]).toEqual([
    true,
    true,
    false,
  ]);
});
