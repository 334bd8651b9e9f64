import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  shownOf,
  stillThere,
  usedAfter,
  type Entry,
  type PaletteContext,
} from '#renderer/shell/palette/entries.ts';
import { fitOf } from '#renderer/shell/palette/fuzzy.ts';
import { queriesOf } from '#renderer/session/values/query-counts.svelte.ts';

/** The text with what fits in brackets; null if nothing does. */
function marked(typed: string, text: string): string | null {
  const fit = fitOf(typed, text);
  if (fit === null) return null;
  return [...text]
    .map((sign, at) => (fit.marks.includes(at) ? `[${sign}]` : sign))
    .join('')
    .replaceAll('][', '');
}

describe('what somebody means by what they type', () => {
  it.each([
    ['rev', 'Go to the review', 'Go to the [rev]iew'],
    ['REV', 'Go to the review', 'Go to the [rev]iew'],
    ['gtr', 'Go to the review', '[G]o [t]o the [r]eview'],
    ['review go', 'Go to the review', '[Go] to the [review]'],
    ['uber', 'Über die Liste', '[Über] die Liste'],
    ['über', 'Uber', '[Uber]'],
    ['iew', 'Go to the review', 'Go to the rev[iew]'],
    ['view', 'A review, a view', 'A review, a [view]'],
    ['xyz', 'Go to the review', null],
    ['goiew zz', 'Go to the review', null],
    ['oee', 'Go to the review', null],
    ['', 'Anything', 'Anything'],
    ['ß', 'Straße', 'Stra[ß]e'],
  ])('%j in %j', (typed, text, wanted) => {
    expect(marked(typed, text)).toBe(wanted);
  });

  it('is rated: the beginning before a later word, a word before a part, a part before letters', () => {
    const texts = ['Sync', 'Cancel the sync', 'Resyncing', 'Set your new colours', 'Something else'];
    const rated = texts.map((text) => ({ text, score: fitOf('sync', text)?.score ?? null }));
    const order = rated
      .filter(({ score }) => score !== null)
      .toSorted((one, two) => (two.score ?? 0) - (one.score ?? 0));
    expect(order.map(({ text }) => text)).toEqual([
      'Sync',
      'Cancel the sync',
      'Resyncing',
      'Set your new colours',
    ]);
  });

  it('is found in every text that holds it, and marks letters of it alone', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        const signs = [...whole];
        const part = signs.slice(from % signs.length, (from % signs.length) + 1 + (length % 8)).join('');
        const fit = fitOf(part, whole);
        expect(
          fit?.marks.every(
            (at, index, all) => at < whole.length && (index === 0 || at > (all[index - 1] ?? -1)),
          ),
        ).toBe(true);
      }),
    );
  });
});

const entry = (key: string, group: string, title: string): Entry => ({
  key,
  group,
  title,
  detail: '',
  keys: null,
  run: () => undefined,
});
const entries = [
  entry('command:sync', 'Commands', 'Sync'),
  entry('command:lock', 'Commands', 'Lock'),
  entry('list:a', 'Lists', 'Pending'),
  entry('engagement:p', 'Engagements', 'Sync portal'),
];
const shown = (typed: string, recent: readonly string[], more: Partial<PaletteContext> = {}) =>
  shownOf(typed, { entries, recent, opened: [], found: [], ...more }).map(({ name, shown: lines }) => [
    name,
    lines.map(({ entry: { key } }) => key),
  ]);

describe('the lines of the palette', () => {
  it('are what was used last, and then everything, before anything is typed', () => {
    expect(shown('', ['list:a', 'view:gone', 'command:lock'])).toEqual([
      ['Recently used', ['list:a', 'command:lock']],
      ['Commands', ['command:sync']],
      ['Engagements', ['engagement:p']],
    ]);
  });

  it('begin with what is open and was used last, and what belongs to the screen', () => {
    const opened = [entry('finding:f1', 'Open', 'The open one')];
    const here = { ...entry('command:hold', 'Commands', 'Hold back'), here: true };
    const offered = [...entries, here];
    expect(shown('', ['command:lock'], { opened, entries: offered })).toEqual([
      ['Open', ['finding:f1']],
      ['Recently used', ['command:lock']],
      ['On this screen', ['command:hold']],
      ['Commands', ['command:sync']],
      ['Lists', ['list:a']],
      ['Engagements', ['engagement:p']],
    ]);
  });

  it('are what fits, the best heading first, findings by their titles among them', () => {
    const found = [
      entry('finding:f1', 'Findings', 'Sync is not signed'),
      entry('finding:f2', 'Findings', 'Resync'),
    ];
    expect([shown('sync', [], { found }), shown('portal', [])]).toEqual([
      [
        ['Commands', ['command:sync']],
        ['Engagements', ['engagement:p']],
        ['Findings', ['finding:f1']],
        ['Other matches', ['finding:f2']],
      ],
      [['Engagements', ['engagement:p']]],
    ]);
  });

  it('have no loose match above one that begins a word, and the exact one first', () => {
    const offered = [
      entry('within', 'Commands', 'Unlocked'),
      entry('letters', 'Commands', 'List of common keys'),
      entry('longer', 'Commands', 'Lock everything'),
      entry('exact', 'Lists', 'Lock'),
      { ...entry('word', 'Settings', 'Security'), words: 'lock passphrase' },
    ];
    const order = (recent: readonly string[]) => shown('lock', recent, { entries: offered });
    const loose = ['Other matches', ['within', 'letters']];
    expect([order([]), order(['within', 'longer'])]).toEqual([
      [['Lists', ['exact']], ['Commands', ['longer']], ['Settings', ['word']], loose],
      [['Lists', ['exact']], ['Commands', ['longer']], ['Settings', ['word']], loose],
    ]);
    expect(shown('nlock', [], { entries: offered })).toEqual([['Commands', ['within']]]);
  });

  it('find a finding by its identifier before what fits loosely', () => {
    const found = [entry('finding:f1', 'Findings', 'Anything')];
    expect(shown('ync', [], { found })).toEqual([
      ['Findings', ['finding:f1']],
      ['Other matches', ['command:sync', 'engagement:p']],
    ]);
  });

  it('have what was used last before what fits alike', () => {
    const alike = [entry('a', 'Lists', 'Theme one'), entry('b', 'Lists', 'Theme two')];
    const order = (recent: readonly string[]) =>
      shown('theme', recent, { entries: alike }).flatMap(([, keys]) => keys);
    expect([order([]), order(['b'])]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  it('remember what was used, each once, the last one first, and not for ever', () => {
    const many = Array.from({ length: 20 }, (_, at) => `k${String(at)}`);
    expect([usedAfter(['a', 'b', 'c'], 'b'), usedAfter(many, 'new').length]).toEqual([['b', 'a', 'c'], 20]);
  });
});

it('what was used last names no engagement that was destroyed', () => {
  const recent = ['command:engagement:p', 'engagement:gone', 'engagement:p'];
  expect([stillThere(recent, ['p']), stillThere(recent, null)]).toEqual([
    ['command:engagement:p', 'engagement:p'],
    recent,
  ]);
});

describe('findings', () => {
  it('are asked for by name where one word was typed, and by words of their title', () => {
    expect([queriesOf(' f12 '), queriesOf('sql "inj'), queriesOf('  ')]).toEqual([
      ['id:"f12"', 'title:"f12"'],
      ['title:"sql" title:"inj"'],
      [],
    ]);
  });
});
