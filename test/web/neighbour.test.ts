import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isOtherUsers, ownerOf } from '#web/peer-uid.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 42 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 02:000004A1 00000000  1001        0 43 2 0 20 4 0 10 -1
`;

test('the far end of a connection belongs to whom the kernel says', () => {
  expect([
    ownerOf(table, { from: 50_000, to: 8_080 }),
    ownerOf(table, { from: 8_080, to: 50_000 }),
    ownerOf(table, { from: 50_001, to: 8_080 }),
    ownerOf('', { from: 1, to: 2 }),
  ]).toEqual([1001, 1000, null, null]);
});

/** Connects from a process, as another user if possible. */
async function connectionOf(uid: number | undefined): Promise<Socket> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const script = `require('net').connect(${String(port)}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: 'ignore',
    ...(uid === undefined ? {} : { uid }),
  });
  onTestFinished(() => {
    child.kill();
    server.close();
  });
  const [socket] = await connected;
  return socket;
}

test('a process of the same user is none of another', async () => {
  expect(isOtherUsers(await connectionOf(undefined))).toBe(false);
});

// Only root can be somebody else for the time of a test.
test('a process of another user is told from it', async ({ skip }) => {
  skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root on Linux can be another user');
  expect(isOtherUsers(await connectionOf(65_534))).toBe(true);
});
