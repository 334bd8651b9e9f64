import { describe, expect, test } from 'vitest';
import type { FindingListRow } from '#contract/finding/finding.ts';
import { httpAnswer } from './servers.ts';
import { hostileDesk, hostileService, project, records, syncEnd, token } from './service.ts';
import type { Body, HostileDesk } from './service.ts';

/** Identifiers that are one finding each, whatever they look like. */
const usable = [
  '../users/me',
  '%2e',
  '%2e%2e',
  '..%2f..',
  'a/b',
  'a\\b',
  '?page=1',
  '#x',
  'a b',
  ' a b ',
  '\u0000',
  'x\u0000y',
  '\r\nX-Other: y',
  '\u001b[31mred',
  '\u202eabc',
  'e\u0301',
  '\u00e9',
  '__proto__',
  'constructor',
  'toString',
  "';--",
  'F1',
  'f1',
  '\u{1f600}',
  'null',
  'bulk-status',
  'bulk-delete',
  'review',
  'x'.repeat(1_000),
];
/** What cannot be the name of a finding in any path, or would be the name of several. */
const unusable = ['', '\ud800', '\ud801', 'x\udc00', '\ufffd', 'y'.repeat(1_001), 'z'.repeat(20_000)];
/** Steps through a path, however they are escaped. */
const steps = ['.', '..'];

function finding(id: string): Body {
  return { id, title: `Title of ${JSON.stringify(id)}`, asset: ['a.test'] };
}

async function rowsOf({ desk }: HostileDesk): Promise<readonly FindingListRow[]> {
  return (await desk.call('finding.list', { project })).rows;
}

describe('identifiers of a hostile service', () => {
  test('are kept apart, and an edit goes to the finding it is of and nowhere else', async () => {
    const ids = [...usable, ...steps];
    const service = await hostileService(new Map(ids.map((id) => [id, finding(id)])));
    const opened = await hostileDesk(service);
    const { desk } = opened;
    await desk.call('sync.run');
    expect((await rowsOf(opened)).map(({ id }) => id).sort()).toEqual([...ids].sort());
    service.recent();
    for (const id of ids) await desk.call('finding.edit', { id, changes: { severity: `of ${id.length}` } });
    await desk.call('sync.run', { pull: false });
    const paths = new Set(service.recent());
    const wanted = usable.map((id) => `GET /api/scans/${encodeURIComponent(id)}`);
    expect([...paths].sort()).toEqual(['GET /api/users/me', `POST /api/scans/${project}`, ...wanted].sort());
    for (const id of usable) {
      expect(service.records.get(id)).toEqual({ ...finding(id), severity: `of ${String(id.length)}` });
    }
    const open = await desk.call('queue.list');
    expect(open.map(({ findings, state, error }) => [findings[0], state, error?.message])).toEqual(
      expect.arrayContaining(
        steps.map((id) => [id, 'rejected', 'this identifier cannot be part of an address; nothing was sent']),
      ),
    );
    expect(open).toHaveLength(steps.length);
  });

  test('that name no finding, or several, leave the records raw: each is shown, none is taken for another', async () => {
    const rows = [
      ...unusable.map(finding),
      ...[null, true, ['f1'], { id: 'f1' }].map((id) => ({ ...finding('f1'), id })),
      { title: 'without any' },
      ...[7, null, 'text', [], {}],
    ];
    const service = await hostileService();
    const opened = await hostileDesk(service);
    const page = `[{"id":"good","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}},${JSON.stringify(rows).slice(1)}`;
    service.spoil(({ route, page: number }) =>
      route === 'list' ? httpAnswer(200, number === 1 ? page : '[]') : undefined,
    );
    for (let round = 0; round < 2; round += 1) {
      expect(await syncEnd(opened.desk)).toMatchObject({ code: 'none', complete: true });
    }
    expect(await rowsOf(opened)).toHaveLength(rows.length + 1);
    expect(service.recent().filter((one) => /scans\/[^?]/u.test(one) && !one.endsWith('/good'))).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    const { remote } = await opened.desk.call('finding.get', { id: 'good' });
    expect(JSON.stringify(remote)).toContain('"__proto__":{"polluted":true}');
  });

  test('twice on one page and over pages are one finding', async () => {
    const service = await hostileService();
    const opened = await hostileDesk(service);
    const one = [finding('f1'), { ...finding('f1'), title: 'another' }, finding('f2'), finding('f1')];
    service.spoil(({ route, page }) =>
      route === 'list' ? httpAnswer(200, JSON.stringify(page < 3 ? one.slice(0, 5 - page) : [])) : undefined,
    );
    await syncEnd(opened.desk);
    expect((await rowsOf(opened)).map(({ id }) => id).sort()).toEqual(['f1', 'f2']);
  });

  test('that change between list and detail are never merged into one another', async () => {
    const service = await hostileService();
    const opened = await hostileDesk(service);
    await opened.desk.call('sync.run');
    await opened.desk.call('finding.edit', { id: 'f1', changes: { title: 'Mine' } });
    service.spoil(({ route }) =>
      route === 'detail'
        ? httpAnswer(200, JSON.stringify({ ...finding('f2'), severity: 'critical' }))
        : undefined,
    );
    service.recent();
    await syncEnd(opened.desk);
    expect(service.recent().filter((one) => !one.startsWith('GET'))).toEqual([]);
    const kept = await opened.desk.call('finding.get', { id: 'f1' });
    expect(kept).toMatchObject({ remote: { id: 'f1', severity: 'low' }, effective: { title: 'Mine' } });
  });
});

describe('a creation acknowledged with', () => {
  const answers: Record<string, string> = {
    'a thousand identifiers': JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `x${String(at)}`)),
    'an object': '[{"id":"f1"}]',
    'a list of nothing': '[null]',
    nothing: 'null',
    'the identifier of a finding that was there': '["f1"]',
    'a path': '["../../users/me"]',
    'a step through the path': '[".."]',
    'a lone surrogate': '["\\ud800"]',
    'megabytes of identifier': JSON.stringify(['x'.repeat(250_000)]),
    'a member of every object': '["__proto__"]',
    'the same identifier twice': '["n1","n1"]',
    'an empty one': '[""]',
    'one that nobody can read': '["n1"]',
    'a number that nobody can read': '[12345678901234567890]',
  };
  test.each(Object.entries(answers))(
    '%s is unknown: sent once, no finding touched, a person asked',
    async (_what, ids) => {
      const service = await hostileService();
      const { desk, clock } = await hostileDesk(service);
      await desk.call('sync.run');
      await desk.call('finding.create', { project, records: [{ title: 'New', asset: ['a.test'] }] });
      service.recent();
      service.spoil(({ route }) =>
        route === 'create' ? httpAnswer(200, `{"success":true,"Ids":${ids}}`) : undefined,
      );
      for (let round = 0; round < 4; round += 1) {
        await desk.call('sync.run');
        clock.pass(200_000);
      }
      const asked = service.recent();
      expect(asked.filter((one) => !one.startsWith('GET'))).toEqual([`PUT /api/scans/${project}`]);
      for (const one of asked) expect(one.length).toBeLessThan(200);
      expect(Object.fromEntries(service.records)).toEqual(Object.fromEntries(records(3)));
      expect(await desk.call('queue.list')).toMatchObject([{ kind: 'create', state: 'unknown' }]);
      expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({ title: 'Finding 1' });
    },
  );
});

describe('a redirect is never followed', () => {
  const places: [string, string][] = [
    ['https://evil.test/api/?x=1', 'the request was pointed to https://evil.test (302)'],
    ['https://user:secret@evil.test/', 'the request was pointed to https://evil.test (302)'],
    ['//evil.test', 'the request was pointed to http://evil.test (302)'],
    ['javascript:alert(1)', 'The service points to another address (302)'],
    [`https://${'a'.repeat(20_000)}.test/`, 'The service points to another address (302)'],
    [`https://${token}.evil.test/`, 'The service points to another address (302)'],
  ];
  test.each(places)('to %.60s: its origin is named, shortly and without secrets', async (location, words) => {
    const service = await hostileService();
    const { desk } = await hostileDesk(service);
    await desk.call('sync.run');
    for (const route of ['me', 'list'] as const) {
      service.spoil((asked) =>
        asked.route === route ? httpAnswer(302, '', { Location: location }) : undefined,
      );
      const end = await syncEnd(desk);
      expect(end.code).toBe('redirect');
      expect(end.words).toContain(words);
      expect(end.words).not.toContain(token);
      expect(end.words).not.toContain('secret');
    }
  });

  test('on a write: nobody knows whether it was carried out, and it is not sent again before that is known', async () => {
    const service = await hostileService();
    const { desk } = await hostileDesk(service);
    await desk.call('sync.run');
    await desk.call('finding.edit', { id: 'f1', changes: { title: 'Mine' } });
    service.recent();
    service.spoil(({ route }) =>
      route === 'write' ? httpAnswer(307, '', { Location: 'https://evil.test/' }) : undefined,
    );
    await syncEnd(desk);
    await syncEnd(desk);
    expect(service.recent().filter((one) => one.startsWith('POST'))).toHaveLength(1);
    expect(await desk.call('queue.list')).toMatchObject([{ state: 'unknown' }]);
  });
});
