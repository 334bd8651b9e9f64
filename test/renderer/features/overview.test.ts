import { expect, it } from 'vitest';
import type { EngagementOverview } from '#contract/engagement-overview.ts';
import { inRowsOf } from '#renderer/features/overview/steady-rows.ts';

const row = (name: string, findings: number) => ({ name, query: `asset:${name}`, findings, severity: 'low' });
const overview = (rows: Partial<EngagementOverview>): EngagementOverview => ({
  project: 'p',
  findings: 0,
  severities: [],
  statuses: [],
  assets: 0,
  worst: [],
  candidates: 0,
  pending: 0,
  held: 0,
  conflicts: 0,
  refused: 0,
  unconfirmed: 0,
  retest: [],
  uncovered: [],
  missing: [],
  ends: '',
  daysLeft: null,
  lastSyncedAt: null,
  copy: 'whole',
  ...rows,
});

it('rows under the pointer keep their places and get their new numbers, and none is added', () => {
  const shown = overview({
    findings: 3,
    worst: [row('a', 2), row('b', 1)],
    statuses: [{ name: 'open', query: 'status:open', findings: 3 }],
    missing: ['team'],
  });
  const newer = overview({ findings: 9, worst: [row('c', 5), row('b', 4)], missing: [] });
  expect(inRowsOf(shown, newer)).toMatchObject({
    findings: 9,
    worst: [row('a', 2), row('b', 4)],
    statuses: [{ name: 'open', query: 'status:open', findings: 0 }],
    missing: ['team'],
  });
});
