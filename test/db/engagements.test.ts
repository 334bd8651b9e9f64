import { expect, it } from 'vitest';
import type { CopyState } from '#contract/engagement.ts';
import { openMemoryStore } from '#db/store/open.ts';
import {
  addEngagement,
  beginSweep,
  copyState,
  cutOpenSweeps,
  cutSweep,
  endSweep,
  listEngagements,
} from '#db/tables/engagements.ts';

it('lists engagements in the order they were added, also within one millisecond, and if the clock was set back', () => {
  const db = openMemoryStore();
  const addedAt = '2026-03-01T09:59:59.999Z';
  for (const project of ['portal', 'internal', 'driver'])
    addEngagement(db, { project, name: null, client: null, addedAt });
  addEngagement(db, { project: 'cloud', name: null, client: null, addedAt: '2026-02-01T08:00:00.000Z' });
  addEngagement(db, { project: 'portal', name: 'Again', client: null, addedAt: '2026-04-01T08:00:00.000Z' });
  addEngagement(db, { project: 'api', name: null, client: null, addedAt: '2026-04-01T08:00:00.000Z' });
  expect(listEngagements(db).map(({ project }) => project)).toEqual([
    'portal',
    'internal',
    'driver',
    'cloud',
    'api',
  ]);
});

it('says of a copy how far its last sweep came', () => {
  const db = openMemoryStore();
  const at = '2026-03-01T10:00:00.000Z';
  const copy = (): CopyState => copyState(db, 'portal');
  const end = { completedAt: at, pageSize: 100, lastPage: 1, shortPaged: 0 };
  expect(copy()).toBe('never-read');

  beginSweep(db, 'portal');
  cutSweep(db, 'portal', at);
  expect(copy()).toBe('never-read');

  beginSweep(db, 'portal');
  endSweep(db, 'portal', end);
  expect(copy()).toBe('whole');
  cutSweep(db, 'portal', at);
  cutOpenSweeps(db, at);
  expect(copy()).toBe('whole');

  beginSweep(db, 'portal');
  cutSweep(db, 'driver', at);
  expect(copy()).toBe('whole');
  cutSweep(db, 'portal', at);
  expect(copy()).toBe('cut-off');

  beginSweep(db, 'portal');
  endSweep(db, 'portal', end);
  expect(copy()).toBe('whole');
  beginSweep(db, 'portal');
  cutOpenSweeps(db, at);
  expect(copy()).toBe('cut-off');
});
