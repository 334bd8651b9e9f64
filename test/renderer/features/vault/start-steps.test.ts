import { expect, it } from 'vitest';
import { startSteps } from '#renderer/features/vault/first-steps/start-steps.ts';

type Status = Parameters<typeof startSteps>[0];

const fresh: Status = { connection: null, engagements: [], firstUse: { opened: false, reported: false } };
const connection: Status['connection'] = {
  account: 'a',
  baseUrl: 'https://service.test/api/',
  user: {},
  organization: {},
  hasToken: true,
  uses: 'token',
  trouble: null,
};
const engagement: Status['engagements'][number] = {
  project: 'p',
  name: null,
  client: null,
  findings: 0,
  lastSyncedAt: null,
  copy: 'whole',
};
const done = (status: Partial<Status>): string[] =>
  startSteps({ ...fresh, ...status })
    .filter((one) => one.done)
    .map(({ step }) => step);

it('tick themselves one by one, from what the store shows', () => {
  const added = { connection, engagements: [engagement] };
  const synced = { connection, engagements: [engagement, { ...engagement, lastSyncedAt: '2026-11-26' }] };
  expect([
    done({}),
    done({ connection }),
    done(added),
    done(synced),
    done({ ...synced, firstUse: { opened: true, reported: false } }),
    done({ ...synced, firstUse: { opened: true, reported: true } }),
  ]).toEqual([
    [],
    ['connect'],
    ['connect', 'add'],
    ['connect', 'add', 'sync'],
    ['connect', 'add', 'sync', 'open'],
    ['connect', 'add', 'sync', 'open', 'report'],
  ]);
});
