import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partition } from '../../electron/desktop/window/window.ts';
import { temporaryFolder } from '../support/desk.ts';
import { onDouble, prepareShell, startDouble } from './support/desk.ts';

prepareShell();

it.runIf(onDouble)(
  'the system is asked for the proxy of a service, and its setting gives way to that of the connection',
  async () => {
    const { desk, double } = await startDouble(join(temporaryFolder(), 'home'));
    const asked: string[] = [];
    double.session(partition).systemProxy = (url) => {
      asked.push(url);
      return 'PROXY proxy.test:3128; DIRECT';
    };
    await desk.call('home.create', { passphrase: null });
    const baseUrl = 'https://service.test/api/';
    const route = async (name: string, input: object) =>
      ((await desk.call(name, { baseUrl, ...input })) as { value: { route: string } }).value.route;
    expect(await route('network.read', {})).toBe(
      'Through the proxy proxy.test:3128 (the setting of the system).',
    );
    expect(asked).toEqual([baseUrl]);
    expect(await route('network.keepProxy', { proxy: { kind: 'none' } })).toBe(
      'Directly, without a proxy (the setting of this connection).',
    );
    expect(asked).toEqual([baseUrl]);
  },
);
