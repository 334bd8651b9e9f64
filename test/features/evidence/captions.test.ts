import { expect, it } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench } from '../../engine/support.ts';

const content = Buffer.from(png({ width: 10, height: 20 })).toString('base64');

async function placed(caption: string, changes: Readonly<Record<string, string>>) {
  const { desk, service, clock } = await bench();
  const { evidence } = await desk.call('evidence.add', { id: 'f1', name: 'a.png', content, caption });
  await desk.call('finding.edit', { id: 'f1', changes });
  // What follows is a step of its own for Undo.
  clock.pass(6_000);
  return { desk, service, evidence };
}

async function described(desk: TestDesk): Promise<unknown> {
  return (await desk.call('finding.open', { id: 'f1' })).effective['description'];
}

const captions = async (desk: TestDesk) =>
  (await desk.call('evidence.list', { id: 'f1' })).map(({ caption }) => caption);

it('changes in the texts that have the same one as it is changed at the evidence, and back by Undo', async () => {
  const { desk, evidence } = await placed('Login', {
    description: '![Login](evidence:a.png) and ![As admin](evidence:a.png)',
    remediation: '![Login](evidence:a.png)',
  });
  await desk.call('evidence.caption', { evidence, caption: 'Sign\nin', seen: ['Login'] });
  expect(await described(desk)).toBe('![Sign in](evidence:a.png) and ![As admin](evidence:a.png)');
  expect(await captions(desk)).toEqual(['Sign\nin']);
  await desk.call('finding.undo', { id: 'f1' });
  expect(await described(desk)).toBe('![Login](evidence:a.png) and ![As admin](evidence:a.png)');
  expect((await desk.call('finding.open', { id: 'f1' })).effective['remediation']).toBe(
    '![Login](evidence:a.png)',
  );
});

it('follows a text that has the same one or gives it its first, and back by Undo', async () => {
  const { desk } = await placed('', { description: '![](evidence:a.png)' });
  const write = (words: string) =>
    desk.call('finding.edit', { id: 'f1', changes: { description: `![${words}](evidence:a.png)` } });
  await write('Login');
  expect(await captions(desk)).toEqual(['Login']);
  await write('Login page');
  expect(await captions(desk)).toEqual(['Login page']);
  await desk.call('finding.undo', { id: 'f1' });
  expect(await captions(desk)).toEqual(['']);
});

it('stays if a colleague writes other words into the text', async () => {
  const { desk, service } = await placed('Login', { description: '![Login](evidence:a.png)' });
  await desk.call('sync.run', {});
  service.edit('f1', { description: '![Of a colleague](evidence:a.png)' });
  await desk.call('sync.run', {});
  expect(await described(desk)).toBe('![Of a colleague](evidence:a.png)');
  expect(await captions(desk)).toEqual(['Login']);
});

it('is written alone if the finding cannot be edited', async () => {
  const { desk, evidence } = await placed('Login', { description: '![Login](evidence:a.png)' });
  await desk.call('sync.run', {});
  await desk.call('finding.delete', { ids: ['f1'] });
  await desk.call('evidence.caption', { evidence, caption: 'Sign in' });
  expect(await described(desk)).toBe('![Login](evidence:a.png)');
  expect(await captions(desk)).toEqual(['Sign in']);
});
