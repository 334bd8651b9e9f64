import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { endAll, startServing, visit, type Serving } from './support.ts';

afterEach(endAll);

async function connectTo(url: URL, sends: string): Promise<Socket> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (sends !== '') socket.write(sends);
  return socket;
}

/** What the server said until it hung up. */
async function untilHungUp(socket: Socket): Promise<string> {
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString('latin1')));
  await once(socket, 'close');
  return said;
}

async function serve(): Promise<Serving> {
  const home = mkdtempSync(join(tmpdir(), 'dossier-idle-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return startServing(home);
}

test('hundreds of connections that say nothing, or half a request, do not hold up the window', async () => {
  const serving = await serve();
  const visitor = await visit(serving.url);
  for (let n = 0; n < 300; n += 1) {
    await connectTo(serving.url, n % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half');
  }
  expect((await visitor.ask('/')).status).toBe(200);
  expect(await serving.stop()).toBe(0);
}, 120_000);

test('half a request, or none, is answered as too late and hung up on', async () => {
  const { url } = await serve();
  const ended = await Promise.all(
    ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half', ''].map(async (sends) =>
      untilHungUp(await connectTo(url, sends)),
    ),
  );
  expect(ended.map((said) => said.slice(0, 12))).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408']);
}, 60_000);

test('of more connections than all windows need the oldest is hung up on at once', async () => {
  const { url } = await serve();
  const oldest = untilHungUp(await connectTo(url, ''));
  const others: Socket[] = [];
  for (let n = 0; n < 256; n += 1) others.push(await connectTo(url, ''));
  // If there is room for one that says nothing, it hears after 10 seconds that it is too late.
  expect(await oldest).toBe('');
  expect(others.filter(({ destroyed }) => destroyed)).toEqual([]);
}, 60_000);
