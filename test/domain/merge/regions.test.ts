import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assemble,
  contested,
  regionsOf,
  taken,
  undecided,
  type Regions,
  type RegionChoice,
} from '#domain/merge/regions.ts';
import { mergeText } from '#domain/merge/text.ts';

const line = fc.constantFrom('One. Two.', 'Three!', '', 'Four is long. Five is too. Six', '- item', 'x');
const markdown = fc
  .tuple(fc.array(line, { maxLength: 7 }), fc.constantFrom('\n', '\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));
const block = fc.constantFrom(
  '<p>One. Two.</p>',
  '<p>One. Other.</p>',
  '<ul><li>a</li></ul>',
  '<h2>Head</h2>\n',
  'bare',
);
const html = fc.array(block, { maxLength: 7 }).map((blocks) => blocks.join(''));
const sides = fc.oneof(
  fc.tuple(markdown, markdown, markdown),
  fc.tuple(html, html, html),
  fc.tuple(fc.string(), fc.string(), fc.string()),
  fc.tuple(html, html, markdown),
);

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');
const all = (text: Regions, choice: RegionChoice): string =>
  assemble(text, new Map(text.regions.map((_, at) => [at, choice])));

describe('the regions of a text that two sides changed', () => {
  it('are each side whole, when that side is taken everywhere', () => {
    fc.assert(
      fc.property(sides, ([base, mine, theirs]) => {
        const text = regionsOf(base, mine, theirs);
        expect([all(text, 'was'), all(text, 'mine'), all(text, 'theirs')].map(withLf)).toEqual(
          [base, mine, theirs].map(withLf),
        );
      }),
    );
  });

  it('give the text to the letter where the sides end their lines alike, or mix them', () => {
    const mixed = regionsOf('a\r\nb\nc', 'a\r\nB\nc', 'a\r\nb\nC');
    const alike = regionsOf('a\r\nb', 'A\r\nb', 'X\r\nb');
    expect([all(mixed, 'mine'), all(mixed, 'theirs'), all(alike, 'mine'), all(alike, 'theirs')]).toEqual([
      'a\r\nB\nc',
      'a\r\nb\nC',
      'A\r\nb',
      'X\r\nb',
    ]);
  });

  it('are what the merge makes by itself, where it can', () => {
    fc.assert(
      fc.property(sides, ([base, mine, theirs]) => {
        const merged = mergeText(base, mine, theirs);
        fc.pre(merged !== null);
        const text = regionsOf(base, mine, theirs);
        expect([contested(text), assemble(text, new Map())]).toEqual([[], merged]);
      }),
    );
  });

  it('keep what one side alone changed, whatever is chosen for the contested ones', () => {
    const choice = fc.constantFrom<RegionChoice>('mine', 'theirs', 'both', 'was');
    fc.assert(
      fc.property(
        sides,
        fc.array(choice, { minLength: 20, maxLength: 20 }),
        ([base, mine, theirs], picks) => {
          const text = regionsOf(base, mine, theirs);
          const choices = new Map(contested(text).map((at, place) => [at, picks[place % 20] ?? 'mine']));
          const settled = withLf(assemble(text, choices));
          const parts = text.regions.map((region, at) => taken(region, choices.get(at)));
          for (const [at, region] of text.regions.entries()) {
            if (region.kind === 'mine') expect(parts[at]).toBe(region.mine);
            if (region.kind === 'theirs') expect(parts[at]).toBe(region.theirs);
          }
          // The end that a last line has here alone is not part of the text.
          const joined = withLf(parts.join(''));
          expect([joined, joined.replace(/\n$/, '')]).toContain(settled);
          expect(undecided(text, choices)).toEqual([]);
        },
      ),
    );
  });

  it('do not depend on which side is called mine', () => {
    const turned = { mine: 'theirs', theirs: 'mine', agreed: 'agreed', both: 'both', contested: 'contested' };
    fc.assert(
      fc.property(sides, ([base, mine, theirs]) => {
        const there = regionsOf(base, theirs, mine).regions.map((region) => ({
          ...region,
          kind: turned[region.kind],
          mine: region.theirs,
          theirs: region.mine,
        }));
        expect(regionsOf(base, mine, theirs).regions).toEqual(there);
      }),
    );
  });
});

describe('a rewritten paragraph', () => {
  const kinds = (text: Regions): string[] => text.regions.map(({ kind }) => kind);

  it('of one line of HTML is cut by blocks, and by sentences where both sides changed a block', () => {
    const text = regionsOf(
      '<p>First. Second. Third.</p><p>Other.</p>',
      '<p>First, mine. Second. Third.</p><p>Other.</p>',
      '<p>First, theirs. Second. Third, theirs.</p><p>Other.</p>',
    );
    expect(text.regions).toEqual([
      { kind: 'agreed', base: '<p>', mine: '<p>', theirs: '<p>' },
      { kind: 'contested', base: 'First. ', mine: 'First, mine. ', theirs: 'First, theirs. ' },
      { kind: 'agreed', base: 'Second. ', mine: 'Second. ', theirs: 'Second. ' },
      { kind: 'theirs', base: 'Third.', mine: 'Third.', theirs: 'Third, theirs.' },
      { kind: 'agreed', base: '</p><p>Other.</p>', mine: '</p><p>Other.</p>', theirs: '</p><p>Other.</p>' },
    ]);
  });

  it('that both took over whole keeps its tags, with a blank between the two', () => {
    const text = regionsOf('<p>Was.</p>', '<p>Mine.</p>', '<p>Theirs.</p>');
    expect([kinds(text), all(text, 'both')]).toEqual([
      ['agreed', 'contested', 'agreed'],
      '<p>Mine. Theirs.</p>',
    ]);
  });

  it('that one side took out and the other changed is one question', () => {
    const text = regionsOf('One. Two.\nLast.', 'Last.', 'One. Two, theirs.\nLast.');
    expect(text.regions[0]).toEqual({
      kind: 'contested',
      base: 'One. Two.\n',
      mine: '',
      theirs: 'One. Two, theirs.\n',
    });
  });

  it('is one question where the format changed, or where it is too different to be compared', () => {
    const long = (mark: string): string =>
      Array.from({ length: 4_000 }, (_, at) => `${mark}${String(at)}`).join('\nsame\n');
    expect([
      kinds(regionsOf('<p>a</p>', '<p>b</p>', '# b')),
      kinds(regionsOf(long('a'), long('b'), long('c'))).filter((kind) => kind !== 'agreed').length > 0,
    ]).toEqual([['contested'], true]);
  });

  it('is cut soon, whatever stands in it', () => {
    for (const scrap of ['<p', '<p>. ', '. ', '. . ) ', '<', '</p ', ' ', '.', '.)', ')']) {
      const source = scrap.repeat(20_000);
      expect(all(regionsOf(source, `${source}x.`, `y. ${source}`), 'theirs')).toBe(`y. ${source}`);
    }
  });
});
