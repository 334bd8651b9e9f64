import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { bench, edit, settle, sync, type Bench } from '../support.ts';

async function told(desk: Bench['desk'], what: string): Promise<(JsonObject | undefined)[]> {
  const entries = await desk.call('finding.history', { id: 'f1' });
  return entries.filter((entry) => entry.what === what).map(({ detail }) => detail);
}

const long = 'A line of a long text.\n'.repeat(5_000);

test('the history tells what an edit changed from what, long texts whole', async () => {
  const { desk } = await bench();
  await edit(desk, 'f1', { remediation: long, cwe: 'https://cwe.mitre.org/data/definitions/613.html' });
  expect(await told(desk, 'edited')).toEqual([
    {
      fields: {
        remediation: { was: 'End the session on the server.', now: long },
        cwe: { now: 'https://cwe.mitre.org/data/definitions/613.html' },
      },
    },
  ]);
});

test('a run of typing in a long text is one entry of the history; a piece taken out, a pause and a way back are told', async () => {
  const { desk, clock } = await bench();
  const was = 'End the session on the server.';
  const type = (remediation: string): Promise<unknown> => edit(desk, 'f1', { remediation });
  for (const end of ['A', 'At', 'At o', 'At once.']) await type(`${was} ${end}`);
  await type(was);
  await type(`${was} Now.`);
  await clock.sleep(6_000);
  await type(`${was} Now. ${long}`);
  await type(`${was} At once.`);
  expect(await told(desk, 'edited')).toEqual([
    { fields: { remediation: { was, now: `${was} At once.` } } },
    { fields: { remediation: { was: `${was} At once.`, now: was } } },
    { fields: { remediation: { was, now: `${was} Now.` } } },
    { fields: { remediation: { was: `${was} Now.`, now: `${was} Now. ${long}` } } },
    { fields: { remediation: { was: `${was} Now. ${long}`, now: `${was} At once.` } } },
  ]);
});

test('a vector that is chosen part by part is one entry of the history', async () => {
  const { desk } = await bench();
  const parts = ['CVSS:3.1/AV:N', 'CVSS:3.1/AV:N/AC:L', 'CVSS:3.1/AV:N/AC:L/PR:N'];
  for (const CVSS of parts) await edit(desk, 'f1', { CVSS });
  const [first, ...more] = await told(desk, 'edited');
  expect([first, more]).toMatchObject([{ fields: { CVSS: { now: parts[2] } } }, []]);
});

test('the history tells what a sync brought, members included that the interface does not name', async () => {
  const { desk, service } = await bench();
  service.edit('f1', { severity: 'low', assignee: 'jonas' });
  await sync(desk);
  expect(await told(desk, 'changed')).toMatchObject([
    { fields: { severity: { was: 'medium', now: 'low' }, assignee: { now: 'jonas' } } },
  ]);
});

test('the history tells what was undone, as the edit that it is', async () => {
  const { desk, clock } = await bench();
  await edit(desk, 'f1', { severity: 'high' });
  await settle({ desk, clock });
  await desk.call('finding.undo', { id: 'f1' });
  expect((await told(desk, 'edited')).at(-1)).toEqual({
    fields: { severity: { was: 'high', now: 'medium' } },
  });
});

test('the history tells a status that was set with others from what it was', async () => {
  const { desk } = await bench();
  const { effective } = await desk.call('finding.get', { id: 'f1' });
  await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2'] } });
  expect(await told(desk, 'status-asked')).toEqual([
    { status: 'closed', fields: { status: { was: effective['status'], now: 'closed' } } },
  ]);
});

test('the history keeps what was given up with a deletion', async () => {
  const { desk } = await bench();
  await edit(desk, 'f1', { severity: 'high' });
  await desk.call('finding.delete', { ids: ['f1'] });
  expect(await told(desk, 'superseded')).toEqual([{ by: 'deletion', fields: { severity: 'high' } }]);
});
