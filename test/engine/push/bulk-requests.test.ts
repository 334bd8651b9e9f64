import { describe, expect, it, test } from 'vitest';
import type { FaultRequest } from '#sample/http/faults.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, heal, isWrite, quietMs, settle, spoil, sync, watch, type Bench } from '../support.ts';

function close(desk: TestDesk, ...ids: string[]): Promise<unknown> {
  return desk.call('finding.setStatus', { status: 'closed', selection: { ids } });
}

function remove(desk: TestDesk, ...ids: string[]): Promise<unknown> {
  return desk.call('finding.bulkDelete', { selection: { ids } });
}

/** What became of each finding of the operations that are open, with what is said of it. */
async function left(desk: TestDesk): Promise<Record<string, unknown>> {
  const open = await desk.call('queue.list');
  return Object.fromEntries(
    open.flatMap(({ results, conflict }) =>
      results
        .filter(({ state }) => state !== 'done')
        .map(({ id, state, message }) => [id, message ?? conflict?.reason ?? state]),
    ),
  );
}

/** The findings that each write named. */
function written(requests: readonly FaultRequest[]): string[] {
  return requests.filter(isWrite).map(({ body }) => (JSON.parse(body) as { ids: string[] }).ids.join(' '));
}

function statuses({ service }: Bench, ...ids: string[]): unknown[] {
  return ids.map((id) => service.finding(id)?.['status']);
}

/** Acknowledges each write without carrying it out, after `then`. */
function onlyAcknowledges({ service, requests }: Bench, then: () => void = () => undefined): void {
  watch(service, requests, (request) => {
    if (!isWrite(request)) return undefined;
    then();
    return { kind: 'status', status: 200, handled: false, body: '{"success":true}' };
  });
}

describe('a request for many findings that is refused', () => {
  test.each([400, 404])('for one of them is halved until that stands alone (%i)', async (status) => {
    const at = await bench({ count: 4 });
    const { desk, service, requests } = at;
    await close(desk, 'f1', 'f2', 'f3', 'f4');
    watch(service, requests, (request) =>
      isWrite(request) && request.body.includes('"f3"')
        ? { kind: 'status', status, handled: false, body: '{"error":"f3 is in the way"}' }
        : undefined,
    );
    await sync(desk);
    expect(written(requests)).toEqual(['f1 f2 f3 f4', 'f1 f2', 'f3 f4', 'f3', 'f4']);
    expect([statuses(at, 'f1', 'f2', 'f4'), await left(desk)]).toEqual([
      ['closed', 'closed', 'closed'],
      { f3: expect.stringContaining('f3 is in the way') },
    ]);
  });

  it('for another reason is refused for all, with one request', async () => {
    const at = await bench({ count: 2 });
    const { desk, requests } = at;
    await close(desk, 'f1', 'f2');
    spoil(at, isWrite, { kind: 'status', status: 403, handled: false, body: '{"error":"read only"}' }, 9);
    await sync(desk);
    const said = expect.stringContaining('read only');
    expect([written(requests), await left(desk)]).toEqual([['f1 f2'], { f1: said, f2: said }]);
  });
});

describe('a request for many findings whose answer is lost', () => {
  it('counts as soon as its findings show it', async () => {
    const at = await bench({ count: 2 });
    const { desk, requests } = at;
    await close(desk, 'f1', 'f2');
    spoil(at, isWrite, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    const unknown = Object.keys(await left(desk));
    await sync(desk);
    expect([unknown, await left(desk), written(requests)]).toEqual([['f1', 'f2'], {}, ['f1 f2']]);
  });

  it('is sent again only when it can have had no effect any more', async () => {
    const at = await bench({ count: 2 });
    const { desk, clock, requests } = at;
    await close(desk, 'f1', 'f2');
    spoil(at, isWrite, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs - 60_000);
    await sync(desk);
    const early = [Object.keys(await left(desk)), written(requests).length];
    await settle(at);
    expect([early, await left(desk), written(requests)]).toEqual([[['f1', 'f2'], 1], {}, ['f1 f2', 'f1 f2']]);
    expect(statuses(at, 'f1', 'f2')).toEqual(['closed', 'closed']);
  });

  it('is given its whole time again after a restart of the machine', async () => {
    const at = await bench({ count: 1 });
    const { desk, clock, requests } = at;
    await close(desk, 'f1');
    spoil(at, isWrite, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs);
    clock.reboot();
    await sync(desk);
    clock.pass(quietMs - 60_000);
    await sync(desk);
    const waits = written(requests).length;
    clock.pass(60_000);
    await settle(at);
    expect([waits, written(requests).length, await left(desk)]).toEqual([1, 2, {}]);
  });

  it('deletes once, whether it had been carried out or not', async () => {
    const outcomes: unknown[] = [];
    for (const handled of [true, false]) {
      const at = await bench({ count: 30 });
      await remove(at.desk, 'f1', 'f2');
      spoil(at, isWrite, { kind: 'drop', handled });
      await sync(at.desk);
      at.clock.pass(quietMs);
      await settle(at);
      outcomes.push([written(at.requests), await left(at.desk), at.service.finding('f1') ?? null]);
    }
    expect(outcomes).toEqual([
      [['f1 f2'], {}, null],
      [['f1 f2', 'f1 f2'], {}, null],
    ]);
  });
});

describe('a request for many findings that is only acknowledged', () => {
  it('says of each finding that it was left as it was', async () => {
    const at = await bench({ count: 2 });
    await close(at.desk, 'f1', 'f2');
    onlyAcknowledges(at);
    await sync(at.desk);
    const said = 'the service acknowledged the request and left this finding as it was';
    expect(await left(at.desk)).toEqual({ f1: said, f2: said });
  });

  it('says which status the service has set instead', async () => {
    const at = await bench({ count: 2 });
    await close(at.desk, 'f1', 'f2');
    onlyAcknowledges(at, () => {
      at.service.edit('f1', { status: 'archived' });
      at.service.edit('f2', { status: 'closed' });
    });
    await sync(at.desk);
    expect(await left(at.desk)).toEqual({
      f1: 'the service acknowledged the request and set the status "archived"',
    });
  });

  it('says that a finding which should have been deleted was left as it was', async () => {
    const at = await bench({ count: 2 });
    await remove(at.desk, 'f1');
    onlyAcknowledges(at);
    await sync(at.desk);
    expect(await left(at.desk)).toEqual({
      f1: 'the service acknowledged the request and left this finding as it was',
    });
  });

  it('is of unknown outcome while it cannot be read back, and done once it can', async () => {
    const at = await bench({ count: 2 });
    const { desk, service, requests } = at;
    await close(desk, 'f1', 'f2');
    let wrote = false;
    watch(service, requests, (request) => {
      if (wrote && !isWrite(request)) return { kind: 'status', status: 500, handled: false };
      wrote ||= isWrite(request);
      return undefined;
    });
    await sync(desk, { pull: false });
    const unknown = await left(desk);
    heal(at);
    await sync(desk);
    const said = expect.stringContaining('reading it back failed');
    expect([unknown, await left(desk), written(requests)]).toEqual([{ f1: said, f2: said }, {}, ['f1 f2']]);
  });
});

describe('before many findings are changed each is looked at, and', () => {
  it('one that has the status already needs no request', async () => {
    const at = await bench({ count: 2 });
    await close(at.desk, 'f1', 'f2');
    at.service.edit('f1', { status: 'closed' });
    await sync(at.desk);
    expect([written(at.requests), await left(at.desk)]).toEqual([['f2'], {}]);
  });

  it('one that has another status by now is asked about', async () => {
    const at = await bench({ count: 2 });
    await close(at.desk, 'f1', 'f2');
    at.service.edit('f1', { status: 'accepted' });
    await sync(at.desk);
    expect([written(at.requests), await left(at.desk), statuses(at, 'f1')]).toEqual([
      ['f2'],
      { f1: 'fields' },
      ['accepted'],
    ]);
  });

  it('one that is gone is asked about if it was to have a status, and done with if it was to be deleted', async () => {
    const at = await bench({ count: 30 });
    await close(at.desk, 'f1', 'f2');
    await remove(at.desk, 'f3', 'f4');
    for (const id of ['f1', 'f3']) at.service.remove(id);
    await settle(at);
    expect([written(at.requests), await left(at.desk)]).toEqual([['f2', 'f4'], { f1: 'gone' }]);
  });

  it('one that was changed by somebody else is not deleted', async () => {
    const at = await bench({ count: 3 });
    await remove(at.desk, 'f1', 'f2');
    at.service.edit('f1', { description: 'Not to be lost.' });
    await sync(at.desk);
    expect([written(at.requests), await left(at.desk), at.service.finding('f1') === undefined]).toEqual([
      ['f2'],
      { f1: 'outdated' },
      false,
    ]);
  });

  it('one that cannot be read waits, and holds up no other', async () => {
    const at = await bench({ count: 2 });
    await close(at.desk, 'f1', 'f2');
    watch(at.service, at.requests, ({ path }) =>
      path.endsWith('/api/scans/f1') ? { kind: 'body', body: '{' } : undefined,
    );
    await sync(at.desk, { pull: false });
    expect([written(at.requests), await left(at.desk)]).toEqual([['f2'], { f1: 'queued' }]);
  });
});
