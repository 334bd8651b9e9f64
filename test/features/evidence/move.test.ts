import { expect, it } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, edit, findings, project, sync } from '../../engine/support.ts';

async function add(desk: TestDesk, id: string, width: number, name = 'shot.png'): Promise<string> {
  const content = Buffer.from(png({ width, height: 8 })).toString('base64');
  return (await desk.call('evidence.add', { id, name, content })).evidence;
}

async function move(desk: TestDesk, evidence: string, to: string): Promise<unknown> {
  return desk.call('evidence.move', { evidence, to }).then(
    ({ finding, name }) => [finding, name],
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
}

it('an image goes to another finding, under a name that is free there, and both histories tell of it', async () => {
  const { desk } = await bench({ count: 2 });
  const image = await add(desk, 'f1', 3);
  await add(desk, 'f2', 4);
  const moved = [await move(desk, image, 'f1'), await move(desk, image, 'f2')];
  const lists = await Promise.all(['f1', 'f2'].map((id) => desk.call('evidence.list', { id })));
  const past = await Promise.all(['f1', 'f2'].map((id) => desk.call('finding.history', { id })));
  expect([
    moved,
    lists.map((list) => list.map(({ name }) => name)),
    past.map((all) => all.at(-1)?.what),
  ]).toEqual([
    [
      ['f1', 'shot.png'],
      ['f2', 'shot-2.png'],
    ],
    [[], ['shot.png', 'shot-2.png']],
    ['evidence-removed', 'evidence-added'],
  ]);
});

it('an image stays where it is if a text places it, or the other finding has it or is of another engagement', async () => {
  const { desk } = await bench({
    seeds: [
      { project, findings: findings(2) },
      { project: 'other', findings: [{ id: 'o1', body: { title: 'Other', asset: ['x.test'] } }] },
    ],
  });
  await desk.call('engagement.add', { project: 'other' });
  await sync(desk);
  const image = await add(desk, 'f1', 3);
  await add(desk, 'f2', 3);
  const refused = [await move(desk, image, 'f2'), await move(desk, image, 'o1')];
  await edit(desk, 'f1', { description: '![x](evidence:shot.png)' });
  refused.push(await move(desk, image, 'f2'));
  expect([refused, (await desk.call('evidence.list', { id: 'f1' })).length]).toEqual([
    [
      'That finding has this image already. Nothing was moved.',
      'That finding is of another engagement. Nothing was moved.',
      'The description of its finding places this image. Take it out there first.',
    ],
    1,
  ]);
});
