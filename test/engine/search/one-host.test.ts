import { expect, test } from 'vitest';
import { bench, body, project, sync } from '../support.ts';

const assets = {
  puny: 'xn--bcher-kva.kunde.example',
  letters: 'bücher.kunde.example',
  url: 'https://XN--BCHER-KVA.kunde.example:8443/x',
  mapped: '::ffff:10.9.0.1',
  plain: '10.9.0.1',
  share: '\\\\srv.out.kunde.example\\share',
  user: 'admin@out.kunde.example',
  six: 'https://[2001:db8:0::1]/',
};

test('a query finds a host in whatever spelling either has', async () => {
  const { desk } = await bench({
    seeds: [
      {
        project,
        findings: Object.entries(assets).map(([id, asset]) => ({ id, body: body({ asset: [asset] }) })),
      },
    ],
  });
  await sync(desk);
  const found = async (query: string) =>
    (await desk.call('finding.list', { project, query })).rows.map(({ id }) => id).sort();
  expect({
    letters: await found('asset:bücher.kunde.example'),
    puny: await found('asset:xn--bcher-kva.kunde.example'),
    below: await found('asset:*.xn--bcher-kva.kunde.example,*cher.kunde.example'),
    // The dot stands in the name, and a label that is cut has no letters of its own.
    dotted: await found('asset:*srv.*example\\\\share,*u.*kunde.example'),
    cut: await found('asset:xn--bcher-*'),
    plain: await found('asset:10.9.0.1'),
    mapped: await found('asset:"::ffff:a09:1"'),
    network: await found('asset:10.9.0.0/16'),
    share: await found('asset:srv.out.kunde.example'),
    user: await found('asset:out.kunde.example'),
    six: await found('asset:"2001:db8::1"'),
  }).toEqual({
    letters: ['letters', 'puny', 'url'],
    puny: ['letters', 'puny', 'url'],
    below: ['letters', 'puny', 'url'],
    dotted: ['share'],
    cut: ['puny', 'url'],
    plain: ['mapped', 'plain'],
    mapped: ['mapped', 'plain'],
    network: ['mapped', 'plain'],
    share: ['share'],
    user: ['user'],
    six: ['six'],
  });
  await expect(found('asset:10.9.0.0/33')).rejects.toThrow('"10.9.0.0/33" is no network');
});
