import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../electron/cli/demo/tcp-proxy.ts';

/** A proxy to a service that says a word to everybody. */
async function openProxy(): Promise<{ proxy: TcpProxy; port: number }> {
  const service = createServer((socket) => socket.end('word'));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as AddressInfo;
  const proxy = await startTcpProxy(`http://127.0.0.1:${String(port)}/api/`);
  onTestFinished(async () => {
    await proxy.pull();
    service.close();
  });
  return { proxy, port: Number(new URL(proxy.baseUrl).port) };
}

/** What a client that connects there hears, or the code of the error. */
async function heard(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  try {
    const [word] = (await once(socket, 'data')) as [string];
    return word;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    socket.destroy();
  }
}

/** Whether a socket of this machine has the port, as Linux tells it. */
function isTaken(port: number): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .some((line) => new RegExp(`^ *\\d+: 0100007F:${hex} \\S+ 01 `).test(line));
}

test('a proxy that is cut refuses, also when it is cut twice, and carries again once it is restored', async () => {
  const { proxy, port } = await openProxy();
  const before = await heard(port);
  await proxy.pull();
  await proxy.pull();
  const pulled = await heard(port);
  await proxy.plug();
  expect([before, pulled, await heard(port)]).toEqual(['word', 'ECONNREFUSED', 'word']);
});

test('the port of a proxy that is cut stays taken, so that no other program is given it', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'Linux alone tells that the port is taken');
  const { proxy, port } = await openProxy();
  const plugged = isTaken(port);
  await proxy.pull();
  const pulled = isTaken(port);
  await proxy.plug();
  expect([plugged, pulled, isTaken(port)]).toEqual([false, true, false]);
});
