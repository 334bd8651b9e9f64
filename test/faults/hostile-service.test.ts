import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { failureText } from '#domain/answers/failure.ts';
import type { ReadResult } from '#remote/endpoints/service-client.ts';
import { call, setUp, token } from './client.ts';
import type { Setting } from './client.ts';
import { httpAnswer } from './servers.ts';
import type { Answer } from './servers.ts';

const settings: Setting[] = [];
afterEach(async () => {
  for (const setting of settings.splice(0)) await setting.close();
});

/** The client against a hostile server, with a small limit for bodies. */
async function facing(
  answer: Answer,
  http: NonNullable<Parameters<typeof setUp>[1]>['http'] = {},
): Promise<Setting> {
  const setting = await setUp(answer, {
    http: { maxBodyBytes: 100_000, ...http },
  });
  settings.push(setting);
  return setting;
}

const page = { project: 'p', page: 1, pageSize: 10 };
const kindOf = (result: ReadResult<unknown>): string => (result.kind === 'ok' ? 'ok' : result.failure.kind);

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const filler = Buffer.alloc(20_000_000, '[{"id":"F1"},');
const bombs = { gzip: gzipSync(filler), br: brotliCompressSync(filler) };

/** Writes `part` again and again for as long as the other side listens. */
function pour(socket: Socket, part: string | Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
}

/** Each fault: what the server does, and the failure that a read makes of it. A write is always unknown. */
const faults: Record<string, [Answer, string]> = {
  'closes without a word': [(socket) => socket.destroy(), 'unreachable'],
  'resets the connection': [(socket) => socket.resetAndDestroy(), 'unreachable'],
  'never answers': [() => undefined, 'timeout'],
  'stops in the middle of the header': [(socket) => socket.write('HTTP/1.1 200 OK\r\nContent-'), 'timeout'],
  'closes in the middle of the header': [
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
    'unreachable',
  ],
  'closes in the middle of the body': [
    (socket) => socket.end(`${head}Content-Length: 500\r\n\r\n[{"id":"F1"}`),
    'unreachable',
  ],
  'closes in the middle of a chunk': [
    (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n50\r\n[{"id":`),
    'unreachable',
  ],
  'stops in the middle of the body': [
    (socket) => socket.write(`${head}Content-Length: 500\r\n\r\n[{"id":"F1"}`),
    'timeout',
  ],
  trickles: [
    (socket) => {
      socket.write(`${head}Content-Length: 500\r\n\r\n`);
      const drip = setInterval(() => socket.write(' '), 5);
      socket.on('close', () => clearInterval(drip));
    },
    'timeout',
  ],
  'announces more than anybody reads': [
    (socket) => socket.write(`${head}Content-Length: 99999999999\r\n\r\n[`),
    'too-large',
  ],
  'sends a body without end': [
    (socket) => {
      socket.write(`${head}\r\n`);
      pour(socket, '[{"id":"F1"},'.repeat(500));
    },
    'too-large',
  ],
  'sends chunks without end': [
    (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      pour(socket, '1\r\n[\r\n'.repeat(2_000));
    },
    'too-large',
  ],
  'sends a gzip bomb': [
    (socket) => socket.write(httpAnswer(200, bombs.gzip, { 'Content-Encoding': 'gzip' })),
    'too-large',
  ],
  'sends a brotli bomb': [
    (socket) => socket.write(httpAnswer(200, bombs.br, { 'Content-Encoding': 'br' })),
    'too-large',
  ],
  'sends what is no gzip as gzip': [
    (socket) => socket.write(httpAnswer(200, '[]', { 'Content-Encoding': 'gzip' })),
    'bad-answer',
  ],
  'cuts a gzip short': [
    (socket) => {
      socket.write(
        httpAnswer(200, gzipSync('[{"id":"F1"}]').subarray(0, -9), { 'Content-Encoding': 'gzip' }),
      );
    },
    'bad-answer',
  ],
  'packs twice, which nobody asked for': [
    (socket) => socket.write(httpAnswer(200, gzipSync(gzipSync('[]')), { 'Content-Encoding': 'gzip, gzip' })),
    'bad-answer',
  ],
  'floods with headers': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `X-Flood: ${'x'.repeat(1_000)}\r\n`);
    },
    'too-large',
  ],
  'floods with cookies': [
    (socket) => socket.write(httpAnswer(200, '[]', { 'Set-Cookie': `a=${'x'.repeat(100_000)}` })),
    'too-large',
  ],
  'floods with interim answers': [
    (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)),
    'too-large',
  ],
  'does not speak HTTP': [(socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'), 'bad-answer'],
  'switches protocols': [
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    'unreachable',
  ],
  'contradicts itself about the length': [
    (socket) => socket.write(`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    'unreachable',
  ],
  'sends a sign-in page': [
    (socket) =>
      socket.write(httpAnswer(200, '<html><h1>Hotel Wi-Fi</h1></html>', { 'Content-Type': 'text/html' })),
    'bad-answer',
  ],
  'nests deeper than anybody reads': [
    (socket) => socket.write(httpAnswer(200, '['.repeat(40_000) + ']'.repeat(40_000))),
    'bad-answer',
  ],
};

/** Short if the time limit is what ends the request; otherwise a slow machine must not make it that. */
const timeLimits = (kind: string) =>
  kind === 'timeout' ? { readTimeoutMs: 150, writeTimeoutMs: 150 } : { readTimeoutMs: 20_000 };

describe('a service that', () => {
  test.each(Object.entries(faults))(
    '%s is a failure of the read, in bounded time',
    async (_what, [answer, kind]) => {
      const { client } = await facing(answer, timeLimits(kind));
      const result = await client.listPage(call, page);
      expect(kindOf(result)).toBe(kind);
      if (result.kind === 'failed') {
        const text = failureText(result.failure);
        expect(text).toMatch(/^[^\n]{20,400}$/u);
        expect(text).not.toContain(token);
      }
    },
  );

  test.each(Object.entries(faults))('%s leaves a write unknown, sent once', async (_what, [answer, kind]) => {
    const { client, server } = await facing(answer, timeLimits(kind));
    const result = await client.createFinding(call, 'p', { title: 'T', asset: ['a'] });
    expect(result.kind).toBe('unknown');
    expect(server.received).toHaveLength(1);
  });
});

test('a service that floods is cut off early: what it could send stays small', async () => {
  let poured: Socket | undefined;
  const { client } = await facing((socket) => {
    poured = socket;
    socket.write(`${head}\r\n`);
    pour(socket, Buffer.alloc(65_536, ' '));
  });
  expect(kindOf(await client.listPage(call, page))).toBe('too-large');
  if (poured?.destroyed === false) await new Promise((resolve) => poured?.once('close', resolve));
  expect(poured!.bytesWritten).toBeLessThan(20_000_000);
});

test('a body of single bytes takes no more memory than its size asks for', async () => {
  const count = 400_000;
  const { client } = await facing(
    (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      socket.write(`${'1\r\n \r\n'.repeat(count)}2\r\n[]\r\n0\r\n\r\n`);
    },
    { maxBodyBytes: 1_000_000 },
  );
  const before = process.memoryUsage().arrayBuffers;
  expect(kindOf(await client.listPage(call, page))).toBe('ok');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
});

test('an idle connection on which the service talks unasked is not believed', async () => {
  const { client, server } = await facing((socket, { onConnection }) => {
    const forged = httpAnswer(200, '{"id":"forged"}');
    socket.write(
      onConnection === 1 ? Buffer.concat([httpAnswer(200, '{"id":"F1"}'), forged]) : httpAnswer(404),
    );
  });
  expect(await client.readFinding(call, 'F1')).toMatchObject({ kind: 'ok' });
  expect(await client.readFinding(call, 'F1')).toMatchObject({ kind: 'ok' });
  expect(server.connections()).toBe(2);
});

describe('the words of an error', () => {
  const wordsFor = async (body: string, contentType = 'application/json'): Promise<string> => {
    const { client } = await facing((socket) =>
      socket.write(httpAnswer(400, body, { 'Content-Type': contentType })),
    );
    const result = await client.me(call);
    if (result.kind === 'ok' || result.failure.kind !== 'invalid') throw new Error('no failure');
    const refused = await client.createFinding(call, 'p', {});
    if (refused.kind !== 'refused') throw new Error('no refusal');
    if (result.failure.message !== '') expect(refused.message).toBe(result.failure.message);
    return result.failure.message;
  };

  test.each([
    ['{"error":"asset is empty"}', 'asset is empty'],
    ['{"message":"asset is empty","error":""}', 'asset is empty'],
    ['{"error":{"message":"asset is empty","code":7}}', 'asset is empty'],
    ['{"error":{"code":"E_ASSET"}}', 'E_ASSET'],
    ['{"message":["asset is empty","title is missing"]}', 'asset is empty; title is missing'],
    ['{"error":[{"message":"asset is empty"},{"detail":"x"}]}', 'asset is empty; x'],
    ['{"error":true,"message":"asset is empty"}', 'asset is empty'],
    ['{"error":null}', ''],
    ['{"errors":"somewhere else"}', ''],
    ['"asset is empty"', 'asset is empty'],
    ['asset is empty', 'asset is empty'],
    ['<html>Bad Request</html>', ''],
    ['{"error":"cut off', ''],
    ['', ''],
  ])('in %s are %j', async (body, words) => {
    expect(await wordsFor(body)).toBe(words);
  });

  test('are one line, bounded, and without control characters', async () => {
    const words = await wordsFor(
      JSON.stringify({ error: `a\u001b[31m\r\nb\u202e\u2028c\u0000 ${'long '.repeat(10_000)}` }),
    );
    expect(words.startsWith('a [31m b c long')).toBe(true);
    expect(Array.from(words).length).toBeLessThanOrEqual(300);
    expect(words).toMatch(/^[^\p{C}]*$/u);
    for (const length of [299, 300, 301, 400]) {
      const faces = await wordsFor('\u{1f600}'.repeat(length));
      expect(Array.from(faces).length).toBe(Math.min(300, length));
    }
  });

  test('never hold the token, also where the service echoes it', async () => {
    const words = await wordsFor(JSON.stringify({ error: `token ${token} is not known, ${token}` }));
    expect(words).toBe('token [hidden] is not known, [hidden]');
  });

  test('in a body of megabytes or of depth are not looked for', async () => {
    const { client } = await facing(
      (socket) => socket.write(httpAnswer(500, `{"error":"${'x'.repeat(3_000_000)}"}`)),
      { maxBodyBytes: 5_000_000 },
    );
    expect(await client.me(call)).toMatchObject({ failure: { kind: 'server', message: '' } });
    expect(await wordsFor(`{"error":${'['.repeat(30_000)}"x"${']'.repeat(30_000)}}`)).toBe('');
  });
});
