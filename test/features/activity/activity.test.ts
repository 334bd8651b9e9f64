import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from '#contract/procedures/program/activity.ts';
import { noteCall, noted } from '#features/accounts/call-history.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { exportActivity } from '#features/activity/export.ts';
import { listActivity } from '#features/activity/list.ts';
import { refusalsSoFar } from '#features/activity/refusals.ts';
import { handClock, type TestDesk } from '../../support/desk.ts';
import { bench, body, create, edit, isUpdate, project, spoil, sync } from '../../engine/support.ts';

const list = async (desk: TestDesk, ask: object = {}) => (await desk.call('activity.list', ask)).entries;

function short({ kind, outcome, status, said, work }: ActivityEntry): string {
  const about = work === null ? '' : ` ${work.first.title} [${work.fields.join(' ')}] ${work.state}`;
  return `${kind} ${outcome}${status === null ? '' : ` ${String(status)}`}${about}${said === '' ? '' : `: ${said}`}`;
}

describe('the activity', () => {
  test('tells each time that something was sent, with its outcome and where it stands now, the newest first', async () => {
    const made = await bench();
    const { desk, clock } = made;
    await edit(desk, 'f1', { title: '=HYPERLINK("http://x")' });
    await sync(desk);
    clock.pass(1_000);
    await edit(desk, 'f2', { title: 'Refused' });
    spoil(made, isUpdate, { kind: 'status', status: 403, handled: false, body: '{"error":"read only"}' });
    await sync(desk);
    clock.pass(1_000);
    await create(desk, body({ title: 'Lost' }));
    spoil(made, ({ method }) => method === 'PUT', { kind: 'drop', handled: false });
    await sync(desk);
    expect((await list(desk)).map(short)).toEqual([
      expect.stringMatching(/^create unknown Lost \[.*title.*\] unknown: ./u),
      'update refused 403 Refused [title] rejected: read only',
      'update done =HYPERLINK("http://x") [title] done',
    ]);
    expect(await desk.call('activity.refusals')).toEqual([
      expect.objectContaining({
        kind: 'update',
        status: 403,
        times: 1,
        said: 'read only',
        sentence: `Your account may not change the finding “Refused” in ${project}.`,
      }),
    ]);

    const found = async (ask: object) =>
      (await list(desk, ask)).map(({ kind, outcome }) => `${kind} ${outcome}`);
    expect(await found({ words: 'REFUSED f2' })).toEqual(['update refused']);
    expect(await found({ words: 'edit 403' })).toEqual(['update refused']);
    expect(await found({ words: 'edit nowhere' })).toEqual([]);
    expect(await found({ kind: 'create' })).toEqual(['create unknown']);
    expect(await found({ outcome: 'done' })).toEqual(['update done']);
    const [last] = await list(desk);
    expect(await found({ since: last?.at })).toEqual(['create unknown']);
    expect(await found({ until: last?.at })).toEqual(['update refused', 'update done']);
    expect(await found({ from: 1, count: 1 })).toEqual(['update refused']);

    const csv = await desk.call('activity.export', { format: 'csv' });
    expect(csv.entries).toBe(3);
    expect(csv.text).not.toMatch(/HYPERLINK|read only|Lost/u);
    const whole = await desk.call('activity.export', { format: 'csv', titles: true, outcome: 'done' });
    expect(whole.text).toContain('"\'=HYPERLINK(""http://x"")"');
    const json: unknown = JSON.parse(
      (await desk.call('activity.export', { format: 'json', kind: 'update' })).text,
    );
    expect(json).toEqual([
      expect.objectContaining({ kind: 'update', outcome: 'refused', status: '403', finding: 'f2' }),
      expect.objectContaining({ kind: 'update', outcome: 'done', finding: 'f1', fields: 'title' }),
    ]);
  });

  test('tells what was sent then, under the title of that time, whatever the finding holds by now', async () => {
    const { desk, clock, service } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    await edit(desk, 'f1', { title: 'First name' });
    await sync(desk);
    clock.pass(60_000);
    await edit(desk, 'f1', { severity: 'low', title: 'Second name' });
    await sync(desk);
    clock.pass(60_000);
    service.edit('f1', { title: 'Name by a colleague' });
    await sync(desk);
    const told = (await list(desk)).map(({ work }) => [
      work?.first.title,
      work?.changes.map(({ field, was, now }) => `${field}: ${JSON.stringify([was, now])}`).toSorted(),
    ]);
    expect(told).toEqual([
      ['Second name', ['severity: ["high","low"]', 'title: ["First name","Second name"]']],
      ['First name', ['severity: ["medium","high"]', 'title: ["Finding 1","First name"]']],
    ]);
  });

  test('keeps a title where the finding is gone', async () => {
    const { desk } = await bench();
    await desk.call('finding.delete', { ids: ['f1'] });
    const { effective } = await desk.call('finding.get', { id: 'f1' });
    await sync(desk);
    expect((await list(desk)).map(({ work }) => work?.first)).toEqual([
      { id: 'f1', title: effective['title'] },
    ]);
  });
});

describe('a call about the account', () => {
  test('is written down before it leaves, and its outcome after', async () => {
    const db = openMemoryStore();
    const clock = handClock();
    const ctx = { db, clock };
    const now = () =>
      listActivity(ctx, { words: '', from: 0, count: 10 }).entries.map(({ kind, outcome, status }) => [
        kind,
        outcome,
        status,
      ]);
    await noted(ctx, 'token-rotate', () => {
      expect(now()).toEqual([['token-rotate', 'under-way', null]]);
      return Promise.resolve({ kind: 'refused', status: 403, message: 'token abc' });
    });
    clock.pass(1_000);
    await expect(noted(ctx, 'mfa-reset', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    clock.pass(300_000);
    noteCall(ctx, {
      kind: 'sign-in',
      at: new Date(clock.wallMs()).toISOString(),
      outcome: 'done',
      status: null,
    });
    expect(now()).toEqual([
      ['sign-in', 'done', null],
      ['mfa-reset', 'unknown', null],
      ['token-rotate', 'refused', 403],
    ]);
    expect(refusalsSoFar(ctx).map(({ sentence }) => sentence)).toEqual([
      'Your account may not make a new API token.',
    ]);
    const { text } = exportActivity(ctx, { words: '', format: 'json', titles: true });
    expect(text).not.toContain('abc');
  });
});
