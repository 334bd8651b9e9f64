import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareEndpoint } from '#app/instance/endpoint.ts';
import { connectToInstance } from '#app/instance/instance-client.ts';
import { createSystemClock } from '#app/platform/system.ts';
import { serveInstance } from '#app/instance/instance-server.ts';
import { createChannel } from '#app/rpc/channel.ts';
import { temporaryFolder } from '../../support/desk.ts';

/* A pipe of Windows has no owner: the secret in the vault says who is who. Elsewhere a socket with a secret stands in for it. */

const secret = 'a'.repeat(64);
const place = () =>
  process.platform === 'win32' ? prepareEndpoint(temporaryFolder()).address : join(temporaryFolder(), 'pipe');
const reach = (address: string, known: string | null) =>
  connectToInstance({ address, secret: known }, '1.0.0', new AbortController().signal);

test('a program that knows the secret is let in, and no other', async () => {
  const address = place();
  const channel = createChannel(() => undefined);
  const server = await serveInstance({
    endpoint: { address, secret },
    version: '1.0.0',
    channel,
    isIdempotent: () => true,
    clock: createSystemClock(),
  });
  onTestFinished(() => server.close());
  const ways = await Promise.all([
    reach(address, secret),
    reach(address, 'b'.repeat(64)),
    reach(address, null),
  ]);
  ways[0]?.close();
  expect(ways.map((way) => way !== undefined)).toEqual([true, false, false]);
});

test.each([
  ['claims to be it', () => ({ kind: 'welcome', proof: null })],
  ['gives the proof of the guest back', ({ proof }: { proof: string }) => ({ kind: 'welcome', proof })],
])(
  'what listens in the place of the instance and %s gets neither a call nor the secret',
  async (_how, answer) => {
    const address = place();
    let heard = '';
    const impostor = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => {
        heard += bytes.toString();
        const [line = ''] = heard.split('\n');
        socket.write(`${JSON.stringify(answer(JSON.parse(line) as { proof: string }))}\n`);
      });
    });
    await once(impostor.listen(address), 'listening');
    onTestFinished(() => void impostor.close());
    expect(await reach(address, secret)).toBeUndefined();
    expect([heard.split('\n').length, heard.includes(secret)]).toEqual([2, false]);
  },
);
