import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcedureName } from '#contract/procedures/index.ts';
import { CLIENT } from '#sample/data/cast.ts';
import { connectDesk, temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { bench, body, edit, project, sync } from '../support.ts';

/** Stands in the private draft alone. */
const secret = 'walrus';
const seeds = [
  {
    project,
    findings: [
      { id: 'f1', body: body({ title: 'A finding' }) },
      { id: 'c1', candidate: 'public', body: body({ title: 'Shown to the client', status: 'draft' }) },
      {
        id: 'c2',
        candidate: 'private',
        body: body({ title: `A ${secret} draft`, description: `${secret} text`, status: 'draft' }),
      },
    ],
  },
] as const;

/** What each question to the program answers, as text; what it refuses, as its words. */
async function answers(desk: TestDesk): Promise<ReadonlyMap<string, string>> {
  const told = new Map<string, string>();
  const ask = async (name: ProcedureName, input: object = {}): Promise<unknown> => {
    try {
      const answer: unknown = await desk.call(name, input);
      told.set(`${name} ${JSON.stringify(input)}`, JSON.stringify(answer));
      return answer;
    } catch (thrown) {
      told.set(`${name} ${JSON.stringify(input)}`, String(thrown));
      return null;
    }
  };
  await ask('finding.list', { project });
  await ask('finding.list', { project, query: secret });
  await ask('finding.list', { project, query: 'is:private' });
  await ask('list.values', { project });
  await ask('list.counts', { project, queries: [secret, 'is:candidate'] });
  for (const id of ['c1', 'c2']) {
    await ask('finding.get', { id });
    await ask('finding.open', { id });
    await ask('finding.history', { id });
    await ask('finding.verdicts', { id });
    await ask('comment.list', { id });
  }
  await ask('review.list', { project });
  for (const row of [1, 2, 3]) {
    await ask('list.rows', { rows: [row] });
    await ask('review.card', { row });
    await ask('review.similar', { row });
  }
  await ask('queue.list');
  await ask('conflict.list', { project });
  for (const { op, findings } of await desk.call('queue.list')) {
    await ask('queue.open', { op });
    for (const id of findings) await ask('conflict.open', { op, id });
  }
  await ask('report.check', { project });
  await ask('report.masks', { project });
  await ask('activity.export', { format: 'json', titles: true });
  await ask('activity.refusals');
  await ask('diagnostics.collect');
  const out = join(temporaryFolder(), 'report.json');
  await ask('report.export', { project, out, format: 'json', force: true });
  told.set('report', readFileSync(out, 'utf8'));
  return told;
}

const holders = (told: ReadonlyMap<string, string>): string[] =>
  [...told].filter(([, text]) => text.includes(secret)).map(([name]) => name);

describe('a private draft', () => {
  test('shows nowhere from the moment that its reader is known to be a client; their own words stay', async () => {
    const made = await bench({ seeds });
    const { desk, service } = made;
    await desk.call('state.set', { ids: ['c2'], state: 'ready' });
    const quote = `${secret} text`;
    await desk.call('comment.add', { id: 'c2', field: 'description', quote, text: 'What I noted.' });
    await edit(desk, 'c2', { remediation: 'What I wrote.' });
    await edit(desk, 'c2', { severity: 'low' });
    await desk.call('candidate.review', { id: 'c2', decision: 'accept' });
    expect(holders(await answers(desk)).length).toBeGreaterThan(10);

    service.changeUser('mara', { organization: CLIENT, roles: ['client-reviewer'] });
    // Nothing of the findings is read: what was kept is all that could show it.
    service.setFaults(({ path }) => (path.includes('/scans') ? { kind: 'drop', handled: false } : undefined));
    await connectDesk(desk, service);
    const told = await answers(desk);
    expect(holders(told)).toEqual([]);
    expect(told.get(`finding.list ${JSON.stringify({ project })}`)).toContain('Shown to the client');
    expect((await desk.call('queue.list')).map(({ kind, findings }) => [kind, findings])).toEqual([
      ['update', ['c2']],
      ['review', ['c2']],
    ]);
    expect(JSON.stringify([...told])).toContain('What I wrote.');
    expect(JSON.stringify([...told])).toContain('What I noted.');

    service.setFaults(undefined);
    await sync(desk);
    expect((await desk.call('finding.list', { project, query: secret })).rows).toEqual([]);
    // One "not found" is a doubt: what the client wrote waits for a later look.
    expect((await desk.call('queue.list')).map(({ state }) => state)).toEqual(['queued', 'blocked']);
  });

  test('is forgotten by the sync that learns of it, before anything is read or sent', async () => {
    const { desk, service } = await bench({ seeds });
    service.changeUser('mara', { organization: CLIENT, roles: ['client-reviewer'] });
    service.setFaults(({ path }) => (path.includes('/scans') ? { kind: 'drop', handled: false } : undefined));
    await sync(desk).catch(() => undefined);
    const { rows } = await desk.call('finding.list', { project });
    expect(rows.map(({ id }) => id)).toEqual(['f1', 'c1']);
  });

  test('is not kept for a client whatever the service sends, by list or by detail', async () => {
    const profile = { privateDraft: [{ member: 'visibility', value: 'public' }] };
    const { desk } = await bench({ seeds, login: 'clara' });
    const ids = async () => (await desk.call('finding.list', { project })).rows.map(({ id }) => id);
    expect(await ids()).toContain('c1');
    await desk.call('connection.adjust', { profile });
    expect(await ids()).not.toContain('c1');
    await sync(desk);
    expect(await ids()).not.toContain('c1');
  });

  test('stays with its provider', async () => {
    const { desk, service } = await bench({ seeds });
    await connectDesk(desk, service);
    await sync(desk);
    const { rows } = await desk.call('finding.list', { project, query: 'is:private' });
    expect(rows.map(({ id }) => id)).toEqual(['c2']);
  });
});
