import { describe, expect, test } from 'vitest';
import {
  bench,
  body,
  create,
  edit,
  heal,
  isDetail,
  isUpdate,
  project,
  row,
  spoil,
  sync,
} from '../support.ts';

const short = (text: string): string => (text.startsWith('Long') ? text.slice(0, 9) : text);
const long = 'Long text that the service cuts';

/** What the history says came back otherwise, newest last. */
async function alteredIn(desk: Awaited<ReturnType<typeof bench>>['desk'], id: string): Promise<unknown[]> {
  const entries = await desk.call('finding.history', { id });
  return entries.filter(({ what }) => what === 'altered').map(({ detail }) => detail?.['fields']);
}

describe('promise 12: what came back other than it was sent is told', () => {
  test('a draft that the service opens: in the answer, the history, the list and the finding, until it is set', async () => {
    const { desk } = await bench({ providerDrafts: false });
    await create(desk, body({ title: 'New', status: 'draft' }));
    const summary = await sync(desk);
    const [{ id = '' } = {}] = summary.altered;
    const sides = { status: { sent: 'draft', now: 'open' } };
    expect(summary.altered).toEqual([{ project, id, title: 'New', fields: sides }]);
    expect([await alteredIn(desk, id), (await row(desk, id))?.altered]).toEqual([[sides], ['status']]);
    expect((await desk.call('finding.open', { id })).altered).toEqual([{ field: 'status', ...sides.status }]);
    const { rows } = await desk.call('finding.list', { project, query: 'is:altered' });
    expect(rows.map((one) => one.id)).toEqual([id]);
    await edit(desk, id, { status: 'draft' });
    expect((await row(desk, id))?.altered).toBeUndefined();
    expect((await sync(desk)).altered).toEqual([]);
    expect(await row(desk, id)).toMatchObject({ status: 'draft', sync: 'synced' });
  });

  test('is told no more once the user keeps it, or the service has another value', async () => {
    const { desk, service } = await bench({ providerDrafts: false });
    await create(desk, body({ title: 'One', status: 'draft' }));
    await create(desk, body({ title: 'Two', status: 'draft' }));
    const [one, two] = (await sync(desk)).altered.map(({ id }) => id);
    expect(await desk.call('finding.keep', { ids: [one ?? ''] })).toEqual([{ id: one, kept: ['status'] }]);
    service.edit(two ?? '', { status: 'closed' });
    await sync(desk);
    const { rows } = await desk.call('finding.list', { project, query: 'is:altered' });
    expect(rows).toEqual([]);
  });

  test('a status that came back as it was sent, and what services normalise, is not told', async () => {
    const { desk } = await bench({ normaliseText: (text) => text.trim() });
    const { op } = await create(desk, body({ title: 'New', status: 'draft', description: 'Kept. \n' }));
    await edit(desk, 'f1', { remediation: ' Blanks around. ', tags: ['web', 'session', 'more'] });
    const summary = await sync(desk);
    expect([summary.altered, summary.pushed.applied]).toEqual([[], 2]);
    expect(op).not.toBe('');
  });

  test('a text of a creation that the service shortened, and a list that it dropped', async () => {
    const { desk, service, requests } = await bench({ normaliseText: short });
    await create(desk, body({ title: 'New', description: long }));
    service.setFaults((request) => {
      requests.push(request);
      const made = service.findings(project).find(({ title }) => title === 'New');
      if (made !== undefined) service.edit(String(made['id']), { tags: [] });
      return undefined;
    });
    const { altered, needsPerson } = await sync(desk);
    expect(altered).toMatchObject([
      {
        title: 'New',
        fields: {
          description: { sent: long, now: 'Long text' },
          tags: { sent: ['session', 'web'], now: [] },
        },
      },
    ]);
    expect(needsPerson).toBe(1);
  });

  test.each(['at once', 'by a later read'])(
    'a text of an update that the service shortened, read %s',
    async (when) => {
      const made = await bench({ normaliseText: short });
      const { desk, requests } = made;
      await edit(desk, 'f1', { description: long });
      if (when !== 'at once') {
        let written = false;
        spoil(
          made,
          (request) => {
            written ||= isUpdate(request);
            return written && isDetail('f1')(request);
          },
          { kind: 'status', status: 500, handled: false },
          3,
        );
      }
      const first = await sync(desk);
      heal({ service: made.service, requests });
      const told = [...first.altered, ...(await sync(desk)).altered];
      expect(told[0]).toMatchObject({ id: 'f1', fields: { description: { sent: long, now: 'Long text' } } });
      expect(await alteredIn(desk, 'f1')).toHaveLength(1);
    },
  );

  test('a status that a bulk change came back with', async () => {
    const { desk, service, requests } = await bench();
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2'] } });
    service.setFaults((request) => {
      requests.push(request);
      if (request.path.endsWith('/bulk-status')) {
        service.edit('f2', { status: 'pending_retest' });
        return { kind: 'status', status: 200, handled: false, body: '{"message":"done"}' };
      }
      return undefined;
    });
    const { altered } = await sync(desk);
    expect(altered).toMatchObject([
      { id: 'f2', fields: { status: { sent: 'closed', now: 'pending_retest' } } },
    ]);
  });

  test("someone else's edit of another field between our write and our read is not told as ours", async () => {
    const { desk, service, requests } = await bench();
    await edit(desk, 'f1', { title: 'Mine' });
    let wrote = false;
    service.setFaults((request) => {
      requests.push(request);
      if (isUpdate(request)) wrote = true;
      else if (wrote && isDetail('f1')(request)) {
        wrote = false;
        service.edit('f1', { severity: 'low' });
      }
      return undefined;
    });
    expect(await sync(desk)).toMatchObject({ altered: [], pushed: { applied: 1 } });
  });
});
