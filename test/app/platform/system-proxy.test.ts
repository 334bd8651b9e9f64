import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '#app/platform/network.ts';
import { answerSystemProxy, askSystemProxy } from '#app/platform/system-proxy.ts';
import { routeText } from '#remote/http/proxy-route.ts';
import { temporaryFolder } from '../../support/desk.ts';

test('the system is asked for the proxy of each service, and never for this machine', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const asked: string[] = [];
  answerSystemProxy(port1, async (url) => {
    asked.push(url);
    if (url.includes('broken')) throw new Error('no PAC script');
    return 'PROXY proxy.test:3128; DIRECT';
  });
  const network = createNetwork({
    home: temporaryFolder(),
    dataKey: new Uint8Array(32),
    environment: {},
    systemProxy: askSystemProxy(port2),
  });
  const [one, two, three] = await Promise.all([
    network.routeTo('https://service.test/api/'),
    network.routeTo('https://broken.test/api/'),
    network.routeTo('http://127.0.0.1:1/api/'),
  ]);
  expect([one, two, three].map(routeText)).toEqual([
    'Through the proxy proxy.test:3128 (the setting of the system).',
    'Directly, without a proxy (no proxy is set).',
    'Directly, without a proxy (the service is on this computer).',
  ]);
  expect(asked).toEqual(['https://service.test/api/', 'https://broken.test/api/']);
});
