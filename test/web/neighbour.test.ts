import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isOtherUsers, ownersOf } from '#web/peer-uid.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 42 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 02:000004A1 00000000  1001        0 43 2 0 20 4 0 10 -1
   3: 0200007F:C350 0100007F:1F90 01 00000000:00000000 02:000004A1 00000000  1002        0 44 2 0 20 4 0 10 -1
`;
const table6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0000000000000000FFFF00000100007F:C351 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1003        0 45 1 0 20 4 30 10 -1
`;

const at = (address: string, port: number) => ({ address, port });
const server = at('127.0.0.1', 8_080);

test('the far end of a connection belongs to whom the kernel says', () => {
  expect([
    ownersOf(table, { from: at('127.0.0.1', 50_000), to: server }),
    ownersOf(table, { from: server, to: at('127.0.0.1', 50_000) }),
    ownersOf(table, { from: at('127.0.0.1', 50_001), to: server }),
    ownersOf(table, { from: at('127.0.0.2', 50_000), to: server }),
    ownersOf(table6, { from: at('127.0.0.1', 50_001), to: server }),
    ownersOf(table6, { from: at('::ffff:127.0.0.1', 50_001), to: at('::ffff:127.0.0.1', 8_080) }),
    ownersOf('', { from: at('127.0.0.1', 1), to: at('127.0.0.1', 2) }),
  ]).toEqual([[1001], [1000], [], [1002], [1003], [1003], []]);
});

test('a caller whose user is not found is let in nowhere that tells users apart', () => {
  const ends = {
    remoteAddress: '127.0.0.1',
    remotePort: 50_001,
    localAddress: '127.0.0.1',
    localPort: 8_080,
  };
  const isLinux = process.platform === 'linux';
  expect([
    isOtherUsers(ends, () => [table]),
    isOtherUsers(ends, () => []),
    isOtherUsers({ ...ends, remoteAddress: undefined }, () => [table]),
    isOtherUsers({ ...ends, remoteAddress: '::1' }, () => [table, table6]),
  ]).toEqual([isLinux, isLinux, isLinux, isLinux]);
});

test('a caller who is passed over once is found by the next look', () => {
  const own = String(process.getuid?.() ?? 0);
  const later = [table, table.replaceAll('1001', own)];
  const ends = {
    remoteAddress: '127.0.0.1',
    remotePort: 50_000,
    localAddress: '127.0.0.1',
    localPort: 8_080,
  };
  let looks = 0;
  const passedOver = (): readonly string[] => [['', later[1] ?? ''][looks++] ?? ''];
  expect(isOtherUsers(ends, passedOver)).toBe(false);
});

const ways = [
  ['from 127.0.0.1', `{ host: '127.0.0.1' }`],
  ['from another loopback address', `{ host: '127.0.0.1', localAddress: '127.0.0.2' }`],
  ['by IPv4 in IPv6', `{ host: '::ffff:127.0.0.1' }`],
] as const;

/** Connects from a process, as another user if possible. */
async function connectionOf(uid: number | undefined, way: string): Promise<Socket> {
  const listening = createServer();
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const connected = once(listening, 'connection') as Promise<[Socket]>;
  const script = `require('net').connect({ port: ${String(port)}, ...${way} })`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: 'ignore',
    ...(uid === undefined ? {} : { uid }),
  });
  onTestFinished(() => {
    child.kill();
    listening.close();
  });
  const [socket] = await connected;
  return socket;
}

test.each(ways)('a process of the same user is none of another %s', async (_from, way) => {
  expect(isOtherUsers(await connectionOf(undefined, way))).toBe(false);
});

test.for(ways)('a process of another user is told from it %s', async ([_from, way], { skip }) => {
  skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root on Linux can be another user');
  expect(isOtherUsers(await connectionOf(65_534, way))).toBe(true);
});
