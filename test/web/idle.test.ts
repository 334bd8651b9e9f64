import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { endAll, startServing, visit } from './support.ts';

afterEach(endAll);

async function connectTo(url: URL, sends: string): Promise<void> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (sends !== '') socket.write(sends);
}

test('hundreds of connections that say nothing, or half a request, do not hold up the window', async () => {
  const home = mkdtempSync(join(tmpdir(), 'dossier-idle-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const serving = await startServing(home);
  const visitor = await visit(serving.url);
  for (let n = 0; n < 300; n += 1) {
    await connectTo(serving.url, n % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half');
  }
  expect((await visitor.ask('/')).status).toBe(200);
  expect(await serving.stop()).toBe(0);
}, 120_000);
