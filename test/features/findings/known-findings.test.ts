import { expect, it } from 'vitest';
import { bench, body, findings, project, sync } from '../../engine/support.ts';

const none = { id: null, title: 'Something else', asset: [] };

it('a finding is known by its identifier, else by its title on an asset that both name', async () => {
  const { desk } = await bench({
    seeds: [
      {
        project,
        findings: [
          ...findings(1),
          { id: 'weak', body: body({ title: 'Weak  Cipher', asset: ['https://app.test/', 'b.test'] }) },
          { id: 'bare', body: body({ title: 'No asset', asset: [] }) },
        ],
      },
    ],
  });
  const asked = [
    { ...none, id: 'f1' },
    { ...none, id: 'f1', title: 'Weak cipher', asset: ['b.test'] },
    { ...none, id: 'nowhere', title: ' weak cipher ', asset: ['x.test', 'B.test'] },
    { ...none, title: 'Weak cipher', asset: ['x.test'] },
    { ...none, title: 'Weak cipher' },
    { ...none, title: 'no asset' },
    { ...none, title: 'No asset', asset: ['b.test'] },
    { ...none, title: '  ' },
    none,
  ];
  expect(await desk.call('finding.known', { project, findings: asked })).toEqual([
    'f1',
    'f1',
    'weak',
    null,
    null,
    'bare',
    null,
    null,
    null,
  ]);
});

it('of two alike findings the first is the known one, and one that is gone is none', async () => {
  const twin = (id: string) => ({ id, body: body({ title: 'Twin' }) });
  const { desk, service } = await bench({
    seeds: [{ project, findings: [...findings(9), twin('a'), twin('b')] }],
  });
  const asked = [
    { ...none, title: 'Twin', asset: ['app.harbour.test'] },
    { ...none, id: 'a', title: 'Twin', asset: ['api.harbour.test'] },
    { ...none, id: 'a' },
  ];
  const before = await desk.call('finding.known', { project, findings: asked });
  service.remove('a');
  await sync(desk);
  expect([before, await desk.call('finding.known', { project, findings: asked })]).toEqual([
    ['a', 'a', 'a'],
    ['b', 'b', null],
  ]);
});

it('nothing is known of an engagement that is not here', async () => {
  const { desk } = await bench({ count: 0 });
  await expect(desk.call('finding.known', { project: 'elsewhere', findings: [none] })).rejects.toMatchObject({
    code: 'not-found',
  });
});
