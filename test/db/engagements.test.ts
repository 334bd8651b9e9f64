import { expect, it } from 'vitest';
import { openMemoryStore } from '#db/store/open.ts';
import { addEngagement, listEngagements } from '#db/tables/engagements.ts';

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
