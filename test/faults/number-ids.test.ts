import { expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { isGeneration } from '#contract/finding/operation.ts';
import { httpAnswer } from './servers.ts';
import { hostileDesk, hostileService, project, type Body, type HostileDesk } from './service.ts';

const huge = '12345678901234567890123';

function finding(id: Json, over: Body = {}): Body {
  return { id, title: `Finding ${JSON.stringify(id)}`, asset: ['a.test'], severity: 3, ...over };
}

/** A desk synced with a service whose identifiers are numbers, one of them too large for a JavaScript number. */
async function numberedDesk(): Promise<HostileDesk> {
  const held = new Map<string, Body>([
    ['7', finding(7, { tags: [{ name: 'web', rank: 1 }] })],
    [huge, finding(JSON.rawJSON(huge))],
    ['08', finding('08')],
  ]);
  const opened = await hostileDesk(await hostileService(held));
  await opened.desk.call('sync.run');
  return opened;
}

function bodiesSent({ service }: HostileDesk, end: string): string[] {
  return service.asked
    .filter(({ method, path }) => method === 'POST' && path.endsWith(end))
    .map(({ body }) => body);
}

test.each([
  ['status', 'bulk-status', ',"status":"closed"'],
  ['deletion', 'bulk-delete', ''],
])('a bulk %s sends each identifier as the service gave it', async (what, route, rest) => {
  const opened = await numberedDesk();
  const selection = { ids: ['7', huge, '08'] };
  if (what === 'status') await opened.desk.call('finding.setStatus', { selection, status: 'closed' });
  else await opened.desk.call('finding.bulkDelete', { selection });
  await opened.desk.call('sync.run', { pull: false });
  expect(bodiesSent(opened, route)).toContain(`{"ids":[7,${huge},"08"]${rest}}`);
});

test('a question about a merge sends the identifiers of the others as the service gave them', async () => {
  const opened = await numberedDesk();
  opened.service.spoil(({ path }) =>
    path.endsWith('/ai/merge') ? httpAnswer(200, '{"title":"One"}') : undefined,
  );
  const { op, kind } = await opened.desk.call('assistant.ask', { finding: '7', others: [huge, '08'] });
  expect(isGeneration(kind)).toBe(true);
  await opened.desk.call('assistant.confirm', { op });
  expect(bodiesSent(opened, '/ai/merge')).toEqual([`{"ids":[${huge},"08"]}`]);
});

test('tags that are objects and a severity that is a number leave as they were edited', async () => {
  const opened = await numberedDesk();
  const tags = [{ name: 'web', rank: JSON.rawJSON('1.0') }, { name: 'api' }];
  await opened.desk.call('finding.edit', { id: '7', changes: { tags, severity: 4 } });
  await opened.desk.call('sync.run', { pull: false });
  const [sent] = bodiesSent(opened, `/scans/${project}`);
  expect(sent).toContain('"id":7');
  expect(sent).toContain('"severity":4');
  expect(sent).toContain('"tags":[{"name":"web","rank":1.0},{"name":"api"}]');
});

async function editedOnBothSides(mine: Body, theirs: Body): Promise<HostileDesk> {
  const before = finding('f1', { tags: [{ name: 'web' }] });
  const opened = await hostileDesk(await hostileService(new Map([['f1', before]])));
  await opened.desk.call('sync.run');
  await opened.desk.call('finding.edit', { id: 'f1', changes: mine });
  opened.service.records.set('f1', { ...before, ...theirs });
  await opened.desk.call('sync.run');
  return opened;
}

test('tags that are objects are joined entry by entry with what a colleague added', async () => {
  const opened = await editedOnBothSides(
    { tags: [{ name: 'web' }, { name: 'mine' }] },
    { tags: [{ name: 'web' }, { name: 'theirs' }] },
  );
  expect(opened.service.records.get('f1')?.['tags']).toEqual([
    { name: 'web' },
    { name: 'theirs' },
    { name: 'mine' },
  ]);
});

test('a severity that is a number conflicts with another number, and leaves as one after the choice', async () => {
  const opened = await editedOnBothSides({ severity: 4 }, { severity: 1 });
  const [operation] = await opened.desk.call('queue.list');
  expect(operation?.state).toBe('conflict');
  await opened.desk.call('queue.resolve', {
    op: operation?.op ?? '',
    choice: 'mine',
  });
  await opened.desk.call('sync.run');
  expect(opened.service.records.get('f1')?.['severity']).toBe(4);
});
