import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { httpAnswer } from './servers.ts';
import { hostileDesk, hostileService, project, shortLimits, syncEnd, token } from './service.ts';
import type { Route } from './service.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const bomb = gzipSync(Buffer.alloc(20_000_000, '[{"id":"F1"},'));

/** Writes `part` for as long as the other side listens. */
function pour(socket: Socket, part: string): 'taken' {
  const more = (): void => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
  return 'taken';
}

function trickle(socket: Socket): 'taken' {
  socket.write(`${head}Content-Length: 5000\r\n\r\n`);
  const drip = setInterval(() => socket.write(' '), 5);
  socket.on('close', () => {
    clearInterval(drip);
  });
  return 'taken';
}

/** What a service may do to any of its answers. */
const faults: Record<string, (socket: Socket) => Uint8Array | 'taken'> = {
  'truncates its answers': (socket) => {
    socket.end(`${head}Content-Length: 500\r\n\r\n[{"id":"f1"`);
    return 'taken';
  },
  'ends its JSON in the middle': () => httpAnswer(200, '[{"id":"f1","title":"Cut'),
  'never ends its answers': (socket) => {
    socket.write(`${head}\r\n`);
    return pour(socket, '[{"id":"F1"},'.repeat(500));
  },
  'trickles its answers': trickle,
  'answers with a compressed bomb': () => httpAnswer(200, bomb, { 'Content-Encoding': 'gzip' }),
  'nests deeper than anybody reads': () =>
    httpAnswer(200, `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`),
  'floods with headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    return pour(socket, `X-Flood: ${'x'.repeat(1_000)}\r\n`);
  },
  'floods with cookies': () => httpAnswer(200, '[]', { 'Set-Cookie': `a=${'x'.repeat(100_000)}` }),
  'is a captive portal': () =>
    httpAnswer(200, '<!doctype html><title>Hotel</title><form>Sign in</form>', {
      'Content-Type': 'text/html',
    }),
  'answers JSON of another kind': () => httpAnswer(200, '"soon"'),
  'answers with several lists': () => httpAnswer(200, '{"rows":[{"id":"f1"}],"errors":[],"success":true}'),
  'answers with a picture': () =>
    httpAnswer(200, Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]), { 'Content-Type': 'image/png' }),
  'says "success: false" with a success status': () => httpAnswer(200, '{"success":false,"message":"no"}'),
  'answers nothing at all': () => httpAnswer(200, ''),
  'has a failure of its own': () => httpAnswer(503, '{"error":"upstream is down"}'),
  'answers with a status nobody knows': () => httpAnswer(799, '[]'),
};

/** Paths that a sync may ask for in these tests. */
const expected =
  /^(?:GET \/api\/users\/me|GET \/api\/scans\/\?project=p&page=\d+&pageSize=\d+|GET \/api\/scans\/[a-z0-9-]+|PUT \/api\/scans\/p|POST \/api\/scans\/p)$/u;

const routes: readonly Route[] = ['me', 'list', 'detail', 'create', 'write'];

describe.each(Object.entries(faults))('a service that %s', (_what, fault) => {
  test.each(routes)(
    'at its %s: told in a line or two, nothing lost, all of it goes on later',
    async (route) => {
      const service = await hostileService();
      const { desk, clock } = await hostileDesk(service, shortLimits);
      await desk.call('sync.run');
      await desk.call('finding.edit', { id: 'f2', changes: { title: 'Edited on the train' } });
      await desk.call('finding.create', {
        project,
        records: [{ title: 'Made on the train', asset: ['b.test'] }],
      });
      service.recent();

      service.spoil((asked, socket) => (asked.route === route ? fault(socket) : undefined));
      const end = await syncEnd(desk);
      const requests = service.recent();
      expect(requests.filter((one) => !expected.test(one))).toEqual([]);
      expect(requests.filter((one) => one.startsWith('PUT')).length).toBeLessThanOrEqual(1);
      expect(requests.length).toBeLessThan(40);
      for (const line of end.words.split('\n')) expect(line.length).toBeLessThan(400);
      expect(end.words).not.toContain(token);
      expect(end.words).not.toMatch(/[\p{Cc}--[\n]]|\n\s+at /v);
      const { rows } = await desk.call('finding.list', { project });
      expect(rows.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Finding 1', 'Edited on the train', 'Finding 3', 'Made on the train']),
      );

      service.spoil(undefined);
      for (let round = 0; round < 4; round += 1) {
        await desk.call('sync.run');
        clock.pass(180_000);
      }
      expect(service.records.get('f2')).toMatchObject({ title: 'Edited on the train' });
      const made = [...service.records.values()].filter(({ title }) => title === 'Made on the train');
      const open = await desk.call('queue.list');
      // A creation whose answer was spoilt was never carried out here: then a person is asked, nothing is lost.
      expect(made.length + open.filter(({ kind }) => kind === 'create').length).toBe(1);
      expect(open.filter(({ kind }) => kind !== 'create')).toEqual([]);
    },
  );
});

test('a finding that is nested too deep to be read hides none of the others, and is shown as it came', async () => {
  const service = await hostileService();
  const { desk } = await hostileDesk(service);
  const deep: Json = Array.from({ length: 300 }).reduce<Json>((inner) => [inner], 'core');
  service.records.set('f4', { id: 'f4', title: 'Deep', asset: ['a.test'], notes: deep });
  await desk.call('sync.run');
  const { rows } = await desk.call('finding.list', { project });
  expect(rows.map(({ title }) => title).toSorted()).toEqual(['', 'Finding 1', 'Finding 2', 'Finding 3']);
  const shown = await desk.call('finding.get', { id: rows.find(({ title }) => title === '')?.id ?? '' });
  expect(JSON.stringify(shown.remote)).toContain('core');
});
