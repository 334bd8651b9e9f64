import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupNumbers, type KnownNumber, type NumberedGroup } from '#domain/deliverable/group-numbers.ts';
import { groupTitle } from '#domain/deliverable/group-title.ts';

type Grouping = KnownNumber['grouping'];
type Groups = readonly (readonly number[])[];

/** Prints editions one after the other, each of which is remembered; answers the numbers of each. */
function editions(...printed: readonly (readonly [Grouping, Groups])[]): number[][] {
  let known: KnownNumber[] = [];
  return printed.map(([grouping, groups]) => {
    const all = groups.map((members): NumberedGroup => ({ severity: 'high', members }));
    const numbers = groupNumbers(all, known, grouping);
    known = remembered(known, groups, numbers, grouping);
    return numbers;
  });
}

function remembered(
  known: readonly KnownNumber[],
  groups: Groups,
  numbers: readonly number[],
  grouping: Grouping,
): KnownNumber[] {
  const now = groups.flatMap((members, at) =>
    members.map((finding): KnownNumber => ({
      finding,
      severity: 'high',
      grouping,
      number: numbers[at] ?? 0,
    })),
  );
  const isOld = (one: KnownNumber): boolean =>
    !now.some((other) => other.finding === one.finding && other.grouping === one.grouping);
  return [...known.filter(isOld), ...now];
}

describe('the number of findings that are printed as one', () => {
  it('stays if one comes, leaves or stands alone', () => {
    const told = editions(
      ['title', [[1, 2], [3]]],
      ['title', [[9], [3], [2, 5, 1]]],
      ['title', [[5], [3, 7]]],
    );
    expect(told).toEqual([
      [1, 2],
      [3, 2, 1],
      [1, 2],
    ]);
  });

  it('stays with the first part if findings part, which then keep theirs', () => {
    const parted = [[2], [1, 3]];
    const told = editions(['title', [[1, 2, 3], [4]]], ['title', parted], ['title', parted.toReversed()]);
    expect(told).toEqual([
      [1, 2],
      [1, 3],
      [3, 1],
    ]);
  });

  it('is known again after reports that group otherwise, or not at all', () => {
    const byTitle = [[1, 2], [3, 4], [5]];
    const told = editions(
      ['title', byTitle],
      ['cwe', [[1, 2, 3, 4], [5]]],
      [null, [[1], [2], [3], [4], [5]]],
      ['title', byTitle],
    );
    expect(told).toEqual([
      [1, 2, 3],
      [1, 3],
      [1, 4, 2, 5, 3],
      [1, 2, 3],
    ]);
  });

  it('is that of one of its findings if they went out by themselves', () => {
    expect(editions([null, [[1], [2], [3]]], ['title', [[3, 2], [1], [8, 9]]])).toEqual([
      [1, 2, 3],
      [2, 1, 4],
    ]);
  });

  it('counts in its severity alone', () => {
    const known: KnownNumber[] = [{ finding: 1, severity: 'low', grouping: 'title', number: 7 }];
    const groups: NumberedGroup[] = [
      { severity: 'critical', members: [1, 2] },
      { severity: 'low', members: [3] },
    ];
    expect(groupNumbers(groups, known, 'title')).toEqual([1, 8]);
  });

  it('is never that of another group of the same report, and the same again for the same report', () => {
    const grouping = fc.constantFrom<Grouping>('title', 'cwe', 'rule', null);
    const edition = fc.record({
      grouping,
      keys: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 9 }),
      hidden: fc.uniqueArray(fc.nat({ max: 8 })),
    });
    fc.assert(
      fc.property(fc.array(edition, { minLength: 1, maxLength: 6 }), (all) => {
        const printed = all.map(({ grouping: by, keys, hidden }): readonly [Grouping, Groups] => {
          const shown = keys.flatMap((key, finding) => (hidden.includes(finding) ? [] : [{ key, finding }]));
          const groups = Map.groupBy(shown, ({ key, finding }) => (by === null ? finding : key));
          return [by, Array.from(groups.values(), (one) => one.map(({ finding }) => finding))];
        });
        const last = printed.at(-1) ?? [null, []];
        const told = editions(...printed, last);
        for (const numbers of told) expect(new Set(numbers).size).toBe(numbers.length);
        expect(told.at(-1)).toEqual(told.at(-2));
      }),
    );
  });
});

describe('the title of findings that are printed as one', () => {
  const records = (...titles: string[]) =>
    titles.map((title) => ({ title, cwe: 'https://cwe.mitre.org/data/definitions/79.html' }));

  it('is theirs, in the commonest spelling', () => {
    expect(groupTitle(records('weak cipher', 'Weak cipher', 'Weak  Cipher', 'Weak cipher'), 'cwe')).toBe(
      'Weak cipher',
    );
  });

  it('is the name of the weakness if that made them equal, else the commonest title', () => {
    const several = records('XSS in a', 'XSS in b', 'XSS in b');
    expect(groupTitle(several, 'cwe')).toMatch(/^Improper Neutralization of Input .*Cross-site Scripting/u);
    expect(groupTitle(several, 'rule')).toBe('XSS in b');
  });
});
