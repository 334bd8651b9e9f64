import { describe, expect, test } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import { SyncStats } from '#engine/intake/sync-stats.ts';
import { mayBeTruncated } from '#engine/intake/truncation-detection.ts';

const [a, b, c] = [1, 2, 3] as FindingRow[] as [FindingRow, FindingRow, FindingRow];
const nothing = { pages: 0, seen: 0, created: 0, changed: 0, unchanged: 0, gone: 0 };

function counted(work: (stats: SyncStats) => void): unknown {
  const stats = new SyncStats();
  work(stats);
  return stats.summary();
}

describe('what a sync brought is counted', () => {
  test.each<[string, (stats: SyncStats) => void, object]>([
    ['nothing', () => undefined, {}],
    ['pages', (stats) => [1, 2].forEach(() => stats.page()), { pages: 2 }],
    [
      'each finding once',
      (stats) => [a, a, b].forEach((finding) => stats.saw(finding, 'unchanged')),
      { seen: 2, unchanged: 2 },
    ],
    [
      'created before changed',
      (stats) => (['created', 'changed', 'unchanged'] as const).forEach((how) => stats.saw(a, how)),
      { seen: 1, created: 1 },
    ],
    [
      'changed before unchanged',
      (stats) => (['changed', 'unchanged'] as const).forEach((how) => stats.saw(a, how)),
      { seen: 1, changed: 1 },
    ],
    ['lost ones once', (stats) => [a, a, b].forEach((finding) => stats.lost(finding)), { gone: 2 }],
    [
      'what we wrote as no change, the first time',
      (stats) => {
        stats.wrote([a, b]);
        stats.saw(a, 'changed');
        stats.saw(b, 'unchanged');
        stats.saw(b, 'changed');
      },
      { seen: 2, changed: 1, unchanged: 1 },
    ],
    [
      'a creation of ours as unchanged',
      (stats) => {
        stats.saw(a, 'created');
        stats.ownCreation(a);
        stats.saw(b, 'changed');
        stats.ownCreation(b, b);
      },
      { seen: 2, unchanged: 2 },
    ],
    [
      'a creation of ours under its own row, if it was seen under another',
      (stats) => {
        stats.saw(b, 'created');
        stats.saw(b, 'changed');
        stats.ownCreation(a, b);
        stats.saw(a, 'unchanged');
      },
      { seen: 1, unchanged: 1 },
    ],
    ['a creation of ours that was not seen as nothing', (stats) => stats.ownCreation(a, c), {}],
  ])('%s', (_what, work, told) => {
    expect(counted(work)).toEqual({ ...nothing, ...told });
  });
});

describe('a row of the list may show less than the detail', () => {
  const detail = { id: 'a', title: 'Title', status: 'open', tags: ['x'], seenAt: 1 };
  test.each([
    ['not if it is the same', {}, false],
    ['not if single values alone moved on', { status: 'closed' }, false],
    ['if a text moved on', { title: 'Tit' }, true],
    ['if a list moved on', { tags: [] }, true],
    ['if a list became a value', { tags: 'x' }, true],
    ['if a value became an object', { status: {} }, true],
    ['if it lacks a member', { tags: undefined }, true],
    ['if it has another member', { more: 1 }, true],
    ['not by members that move with every read', { seenAt: undefined }, false],
  ])('%s', (_what, over, may) => {
    const listed = Object.fromEntries(
      Object.entries({ ...detail, ...over }).filter(([, value]) => value !== undefined),
    );
    expect(mayBeTruncated(detail, listed as never, ['seenAt'])).toBe(may);
  });
});
