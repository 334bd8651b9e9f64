import { describe, expect, it, test } from 'vitest';
import { otherFacts, otherTexts, shownOtherMembers } from '#report/document/other-members.ts';

const shown = { showOtherMembers: true };
const title = 'Finding';

function labels(...names: string[]): string[] {
  const record = Object.fromEntries(names.map((name) => [name, 'x']));
  return shownOtherMembers({ title, ...record }, shown).map(({ label }) => label);
}

describe('members that the interface does not name', () => {
  it('are printed only if that is chosen', () => {
    const record = { title, impact: 'High' };
    const printed = [{}, { showOtherMembers: false }, shown].map((options) =>
      [shownOtherMembers(record, options), otherFacts(record, options), otherTexts(record, options)].map(
        ({ length }) => length,
      ),
    );
    expect(printed).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 0],
    ]);
  });

  it('are printed in their order if they say something', () => {
    const record = { zone: 'b', title, empty: '', none: null, list: [], area: 'a', count: 0 };
    expect(shownOtherMembers(record, shown).map(({ name }) => name)).toEqual(['zone', 'area', 'count']);
  });

  it('are called by words', () => {
    expect(
      labels('business_impact', 'businessImpact', 'Business Impact', 'CVEList', 'cve2Name', 'API', '__', 'x'),
    ).toEqual([
      ...['Business impact', 'Business impact', 'Business impact', 'CVEList'],
      ...['Cve2 name', 'API', '__', 'X'],
    ]);
  });

  test.each([
    ['80 letters', 'x'.repeat(80), true],
    ['81 letters', 'x'.repeat(81), false],
    ['two lines', 'a\nb', false],
    ['what looks like an object', '{"a":1}', false],
    ['what looks like a list', '[1]', false],
    ['a number', 7, true],
    ['a list of short texts', ['a', 'b'], true],
    ['a list with a long text', ['a', 'x'.repeat(81)], false],
    ['a list in a list', [['a']], false],
    ['an object', { a: 1 }, false],
  ])('stand in the card of the finding if they are short: %s', (_what, value, isFact) => {
    const record = { title, member: value };
    expect([otherFacts(record, shown).length, otherTexts(record, shown).length]).toEqual(
      isFact ? [1, 0] : [0, 1],
    );
  });

  it('have a line for each entry of a list', () => {
    expect(otherFacts({ title, systems: ['a', 'b'] }, shown)).toEqual([
      { label: 'Systems', layout: 'lines', values: [{ text: 'a' }, { text: 'b' }] },
    ]);
  });
});
