import { describe, expect, test } from 'vitest';
import type { Destruction } from '#contract/procedures/program/destruction.ts';
import { destructionNews } from '#renderer/features/settings/destruction/destruction-toasts.ts';

const counts = { findings: 1, operations: 0, unsent: 0, history: 1, evidence: 0, editions: 0, bytes: 20 };

function record(name: string, finished: { at: string; resumed: boolean } | null): Destruction {
  return {
    number: 1,
    project: name,
    name,
    begunAt: '2026-05-01T08:00:00.000Z',
    counts,
    text: '',
    account: { baseUrl: 'https://service.example/api/', user: 'u1' },
    finished: finished === null ? null : { ...finished, backups: 1, aside: 0, left: [] },
  };
}

const [early, late] = ['2026-05-01T09:00:00.000Z', '2026-05-02T09:00:00.000Z'];

describe('what is told of destructions that the end of the program cut off', () => {
  test('is once that one was carried on, and each time that one is not finished', () => {
    const records = [
      record('Open', null),
      record('New', { at: late, resumed: true }),
      record('Old', { at: early, resumed: true }),
      record('Whole', { at: late, resumed: false }),
    ];
    const open =
      'The findings of Open are destroyed. Some files could not be cleaned yet; the next start tries again.';
    const carried = 'Finished destroying New after a restart.';
    const first = destructionNews(records, early);
    expect([first, destructionNews(records, first.told)]).toEqual([
      { sentences: [open, carried], told: late },
      { sentences: [open], told: late },
    ]);
  });
});
