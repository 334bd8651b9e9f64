import { expect, test } from 'vitest';
import type { ImportGroup } from '#contract/procedures/findings/import.ts';
import {
  countChanges,
  countOutcomes,
  decideGroups,
  filterLines,
  joinParts,
  linesOf,
  mergeGroups,
  renameGroup,
  splitGroup,
  unmergeGroup,
  untouched,
} from '#renderer/features/imports/arrangement.ts';

const group = (key: string, more: Partial<ImportGroup> = {}): ImportGroup => ({
  key,
  title: `Title of ${key}`,
  severity: 'medium',
  asset: ['a.test'],
  rules: 1,
  splitOf: null,
  outcome: 'new',
  finding: null,
  added: [],
  reason: null,
  images: 0,
  closed: [],
  ...more,
});

test('merged groups are one by the first, take those along that were merged before, and come apart', () => {
  const once = mergeGroups(untouched, ['t/1', 't/2']);
  expect(once.merged).toEqual([['t/1', 't/2']]);
  expect(mergeGroups(once, ['t/3', 't/1']).merged).toEqual([['t/3', 't/1', 't/2']]);
  expect(unmergeGroup(once, 't/1').merged).toEqual([]);
  expect(mergeGroups(untouched, ['t/1'])).toBe(untouched);
});

test('a group that goes into another is split no more', () => {
  const split = splitGroup(splitGroup(untouched, 't/2'), 't/2');
  expect(split.split).toEqual(['t/2']);
  expect(joinParts(split, 't/2').split).toEqual([]);
  expect(mergeGroups(split, ['t/1', 't/2']).split).toEqual([]);
});

test('titles and decisions are the last ones given, and none once they are cleared', () => {
  const renamed = renameGroup(untouched, 't/1', '  SQL injection ');
  expect(renamed.titles).toEqual({ 't/1': 'SQL injection' });
  expect(renameGroup(renamed, 't/1', ' ').titles).toEqual({});
  const decided = decideGroups(untouched, ['t/1', 't/2'], { kind: 'leave-out' });
  expect(decideGroups(decided, ['t/2'], null).decisions).toEqual({ 't/1': { kind: 'leave-out' } });
});

test('lines go from the most severe on, with what the user left out, and are filtered by words and outcome', () => {
  const lines = linesOf({
    groups: [
      group('t/1', { severity: 'low' }),
      group('t/2', { severity: 'critical', outcome: 'known', asset: ['Portal.example'] }),
      group('t/3', { severity: null }),
    ],
    leftOut: [
      { key: 't/4', title: 'Out', severity: 'high', reason: 'decided' },
      { key: 't/5', title: 'Info', severity: null, reason: 'informational' },
    ],
  });
  expect(lines.map(({ key, outcome }) => [key, outcome])).toEqual([
    ['t/2', 'known'],
    ['t/4', 'left-out'],
    ['t/1', 'new'],
    ['t/3', 'new'],
  ]);
  expect(Object.fromEntries(countOutcomes(lines))).toEqual({ known: 1, 'left-out': 1, new: 2 });
  const keys = (text: string, outcome: 'new' | 'known' | null) =>
    filterLines(lines, { text, outcome }).map(({ key }) => key);
  expect(keys('', null)).toEqual(['t/2', 't/4', 't/1', 't/3']);
  expect(keys('portal TITLE', null)).toEqual(['t/2']);
  expect(keys('title', 'new')).toEqual(['t/1', 't/3']);
  expect(keys('portal', 'new')).toEqual([]);
});

test('two groups that add to one finding are one change; known and closed ones are none', () => {
  const finding = { id: 'f1', title: 'F' };
  const closed = [{ id: 'f2', title: 'G', choices: ['reopen' as const] }];
  const groups = [
    group('t/1'),
    group('t/2', { outcome: 'extends', finding, added: ['b.test'] }),
    group('t/3', { outcome: 'extends', finding, added: ['c.test'] }),
    group('t/4', { outcome: 'known', finding }),
    group('t/5', { outcome: 'closed', finding, closed }),
  ];
  expect(countChanges({ groups })).toBe(2);
  expect(countChanges({ groups: [group('t/5', { outcome: 'reopens', finding, closed })] })).toBe(1);
});
