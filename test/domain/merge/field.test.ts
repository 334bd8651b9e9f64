import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { mergeField, sameOnceNormalised, type FieldMerge } from '#domain/merge/index.ts';

function merge(
  field: EditableField,
  base: Json | undefined,
  mine: Json,
  theirs: Json | undefined,
): FieldMerge {
  return mergeField(field, { base: base === undefined ? undefined : { value: base }, mine, theirs });
}
const send = (value: Json): FieldMerge => ({ kind: 'take-mine', value, automatic: false });
const joined = (value: Json): FieldMerge => ({ kind: 'take-mine', value, automatic: true });
const conflict: FieldMerge = { kind: 'conflict', reason: 'fields' };
const nothingLeft: FieldMerge = { kind: 'nothing-left' };

const anyField = fc.constantFrom(...editableFields);
const anyJson = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as Json);

describe('a single value', () => {
  it.each<[string, Json | undefined, Json, Json | undefined, FieldMerge]>([
    ['changed here alone goes out', 'low', 'high', 'low', send('high')],
    ['changed there alone stays', 'low', 'low', 'high', nothingLeft],
    ['changed alike agrees', 'low', 'high', 'high', nothingLeft],
    ['changed alike but for blanks agrees', 'low', 'high', 'high ', nothingLeft],
    ['changed differently is a conflict', 'low', 'high', 'critical', conflict],
    ['cleared here, untouched there, goes out', 'low', '', 'low', send('')],
    ['cleared here, changed there, is a conflict', 'low', '', 'high', conflict],
    ['changed here, cleared there, is a conflict', 'low', 'high', null, conflict],
    ['cleared on both sides agrees', 'low', '', undefined, nothingLeft],
    ['set where there was none goes out', undefined, 'high', undefined, send('high')],
    ['set where somebody set another, unseen, is a conflict', undefined, 'high', 'low', conflict],
    ['changed in a blank alone still goes out', 'low', 'low ', 'low', send('low ')],
    ['changed here, stored otherwise there, goes out', 'low ', 'high', 'low', joined('high')],
  ])('%s', (_what, base, mine, theirs, expected) => {
    expect(merge('severity', base, mine, theirs)).toEqual(expected);
  });

  it('of any other type is compared as JSON', () => {
    const vector = { score: 9.8, vector: 'AV:N' };
    expect(merge('CVSS', vector, { score: 7, vector: 'AV:L' }, { vector: 'AV:N', score: 9.8 })).toEqual(
      send({ score: 7, vector: 'AV:L' }),
    );
    expect(merge('CVSS', vector, 7, 8)).toEqual(conflict);
    expect(merge('CVSS', vector, 7, JSON.rawJSON('7.0'))).toEqual(nothingLeft);
    expect(merge('observation', ['a'], ['b'], ['c'])).toEqual(conflict);
  });
});

describe('a set', () => {
  it.each<[string, Json | undefined, Json, Json | undefined, FieldMerge]>([
    ['gets the additions of both', ['a'], ['a', 'm'], ['a', 't'], joined(['a', 't', 'm'])],
    ['loses the removals of both', ['a', 'b', 'c'], ['a', 'b'], ['b', 'c'], joined(['b'])],
    ['gets the same addition once', ['a'], ['a', 'x', 'm'], ['a', 'x'], joined(['a', 'x', 'm'])],
    ['agrees when both did the same', ['a', 'b'], ['b', 'x'], ['x', 'b'], nothingLeft],
    [
      'goes out in its own order where the other side did not move',
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b'],
      send(['b', 'a']),
    ],
    ['keeps what was never shown', undefined, ['m'], ['t'], joined(['t', 'm'])],
    ['cleared here loses only what was there', ['a', 'b'], [], ['a', 'b', 't'], joined(['t'])],
    ['of another type on one side is a conflict when both changed', 'a', ['m'], 'a, t', conflict],
    [
      'with entries of any type keeps them',
      [{ id: 1 }, null],
      [{ id: 1 }],
      [{ id: 1 }, null, 7],
      joined([{ id: 1 }, 7]),
    ],
  ])('%s', (_what, base, mine, theirs, expected) => {
    expect(merge('tags', base, mine, theirs)).toEqual(expected);
  });

  it('never leaves a finding without an asset', () => {
    const emptyAsset: FieldMerge = { kind: 'conflict', reason: 'empty-asset' };
    expect(merge('asset', ['a', 'b'], ['a'], ['b'])).toEqual(emptyAsset);
    expect(merge('asset', ['a'], [], ['a'])).toEqual(emptyAsset);
    expect(merge('asset', ['a', 'b'], ['a'], [])).toEqual(emptyAsset);
    expect(merge('references', ['a', 'b'], ['a'], ['b'])).toEqual(joined([]));
  });

  it('follows the algebra of sets: (theirs − removed by me) ∪ added by me', () => {
    const set = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(set, set, set, (base, mine, theirs) => {
        const wanted = new Set(theirs).difference(new Set(base).difference(new Set(mine)));
        const expected = wanted.union(new Set(mine).difference(new Set(base)));
        const result = merge('tags', base, mine, theirs);
        const value = result.kind === 'take-mine' ? result.value : theirs;
        expect(new Set(value as string[])).toEqual(expected);
        expect((value as string[]).length).toBe(expected.size);
      }),
    );
  });
});

describe('a long text', () => {
  const markdown = ['# Title', '', 'One line.', '', 'Two lines.', '', 'Three.', ''];
  const text = (changes: Record<number, string>, end = '\n'): string =>
    markdown.map((line, at) => changes[at] ?? line).join(end);

  it('in Markdown merges by lines', () => {
    expect(merge('description', text({}), text({ 2: 'Mine.' }), text({ 6: 'Theirs.' }))).toEqual(
      joined(text({ 2: 'Mine.', 6: 'Theirs.' })),
    );
  });

  it('changed on the same or a touching line is a conflict', () => {
    expect(merge('remediation', text({}), text({ 2: 'Mine.' }), text({ 2: 'Theirs.' }))).toEqual(conflict);
    expect(merge('remediation', text({}), text({ 2: 'Mine.' }), text({ 3: 'Theirs.' }))).toEqual(conflict);
  });

  it('in HTML merges by blocks, on one line and next to each other', () => {
    const html = (one: string, two: string): string => `<p>${one}</p><p>${two}</p><ul><li>x</li></ul>`;
    expect(merge('description', html('a', 'b'), html('mine', 'b'), html('a', 'theirs'))).toEqual(
      joined(html('mine', 'theirs')),
    );
    expect(merge('description', html('a', 'b'), html('mine', 'b'), html('theirs', 'b'))).toEqual(conflict);
  });

  it('keeps HTML as it was written, quirks and all', () => {
    const html = (one: string, two: string): string =>
      `<P CLASS=x>${one}<br/>\r\n<p>unclosed & raw < ${two}\r\n</P >\n<p>end</p>`;
    expect(merge('observation', html('a', 'b'), html('mine', 'b'), html('a', 'theirs'))).toEqual(
      joined(html('mine', 'theirs')),
    );
  });

  it('in HTML that became Markdown on one side is a conflict, even where the blocks would merge', () => {
    const html = '<p>a</p>\n<p>b</p>\n<p>c</p>';
    const markdown = `# Title\n${html}`;
    expect(merge('description', html, markdown, html.replace('c', 'theirs'))).toEqual(conflict);
  });

  it('that became HTML on one side is a conflict', () => {
    const base = 'One.\n\nTwo.\n\nThree.';
    expect(
      merge('description', base, 'Mine.\n\nTwo.\n\nThree.', '<p>One.</p><p>Two.</p><p>Three!</p>'),
    ).toEqual(conflict);
  });

  it('keeps CRLF and a missing final newline', () => {
    const crlf = (changes: Record<number, string>): string => text(changes, '\r\n');
    expect(merge('description', crlf({}), crlf({ 2: 'Mine.' }), crlf({ 6: 'Theirs.' }))).toEqual(
      joined(crlf({ 2: 'Mine.', 6: 'Theirs.' })),
    );
    expect(merge('description', 'a\nb\nc', 'A\nb\nc', 'a\nb\nc\nd')).toEqual(joined('A\nb\nc\nd'));
  });

  it('takes a change of all line ends for one change, no matter who made it', () => {
    const changed = { 2: 'Mine.', 6: 'Theirs.' };
    expect(
      merge('description', text({}, '\r\n'), text({ 2: 'Mine.' }), text({ 6: 'Theirs.' }, '\r\n')),
    ).toEqual(joined(text(changed)));
    expect(merge('description', text({}), text({ 2: 'Mine.' }), text({ 6: 'Theirs.' }, '\r\n'))).toEqual(
      joined(text(changed, '\r\n')),
    );
  });

  it('with line ends mixed in it keeps each', () => {
    const mixed = (one: string, two: string): string => `${one}\r\nkept\nkept\r\n${two}\n`;
    expect(merge('description', mixed('a', 'b'), mixed('mine', 'b'), mixed('a', 'theirs'))).toEqual(
      joined(mixed('mine', 'theirs')),
    );
  });

  it('that the service only stored otherwise does not stop an edit', () => {
    expect(merge('description', 'one  \r\ntwo\n', 'mine', 'one\ntwo')).toEqual(joined('mine'));
  });

  it('too different to compare ends as a conflict, soon', () => {
    const lines = (name: string): string =>
      Array.from({ length: 6_000 }, (_, at) => `${name} ${at % 50 ? at : 0}`).join('\n');
    expect(
      merge('description', lines('x'), lines('x').replaceAll(/x [1-9]/g, 'mine'), `${lines('x')}\nmore`),
    ).toEqual(conflict);
  });
});

describe('the laws of merging, for every field', () => {
  it('identity: an unmoved service takes the edit, an edit of nothing leaves the service alone', () => {
    fc.assert(
      fc.property(anyField, anyJson, anyJson, (field, base, side) => {
        const result = merge(field, base, side, base);
        if (result.kind === 'take-mine') expect(result).toEqual(send(side));
        else if (result.kind === 'conflict') expect([field, result.reason]).toEqual(['asset', 'empty-asset']);
        else expect(sameOnceNormalised(field, side, base)).toBe(true);
        expect(merge(field, base, base, side)).toEqual(nothingLeft);
        expect(merge(field, base, side, side)).toEqual(nothingLeft);
      }),
    );
  });

  it('symmetry: both sides arrive at the same value, or both at a conflict', () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const texts = fc.array(line, { maxLength: 8 }).map((list) => list.join('\n'));
    const blocks = fc
      .array(
        line.map((inner) => `<p>${inner}</p>`),
        { maxLength: 6 },
      )
      .map((list) => list.join(''));
    const sets = fc.array(line);
    const sizeOf = (side: Json): number => (Array.isArray(side) ? side.length : 1);
    const outcome = (field: EditableField, base: Json, mine: Json, theirs: Json): Json => {
      const result = merge(field, base, mine, theirs);
      if (result.kind === 'conflict') return { conflict: result.reason };
      const value = result.kind === 'take-mine' ? result.value : theirs;
      return Array.isArray(value) ? [...new Set(value as string[])].sort() : value;
    };
    const triples = [texts, blocks, sets].map(
      (side) => fc.tuple(side, side, side) as fc.Arbitrary<[Json, Json, Json]>,
    );
    fc.assert(
      fc.property(anyField, fc.oneof(...triples), (field, [base, mine, theirs]) => {
        // No service has a finding without an asset, and the rules let no edit have one.
        fc.pre(field !== 'asset' || [base, mine, theirs].every((side) => side !== '' && sizeOf(side) > 0));
        // Values that differ only in how services store them have no side of their own to be symmetric about.
        const [b, m, t] = [base, mine, theirs];
        fc.pre(
          ![
            [b, m],
            [b, t],
            [m, t],
          ].some(([one, two]) => sameOnceNormalised(field, one, two) && one !== two),
        );
        expect(outcome(field, b, m, t)).toEqual(outcome(field, b, t, m));
      }),
      { numRuns: 500 },
    );
  });

  it('no value, however odd, makes a merge throw, and a merged text never holds a marker', () => {
    const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as Json;
    const odd = fc.oneof(
      anyJson,
      fc.constantFrom<Json>(deep, JSON.rawJSON('1.0'), '\ud800', 'x'.repeat(100_000), '<p>'),
    );
    fc.assert(
      fc.property(
        anyField,
        fc.option(odd, { nil: undefined }),
        odd,
        fc.option(odd, { nil: undefined }),
        (field, base, mine, theirs) => {
          const result = merge(field, base, mine, theirs);
          expect(JSON.stringify(result)).not.toMatch(/<<<<<<<|>>>>>>>/);
        },
      ),
    );
  });
});
