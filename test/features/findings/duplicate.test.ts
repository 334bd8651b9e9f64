import { expect, test } from 'vitest';
import { textOf } from '#domain/finding/record.ts';
import { bench, edit, project } from '../../engine/support.ts';
import { png } from '../../domain/images/pictures.ts';

test('a copy is queued as a new finding with the fields as they are here and its own images', async () => {
  const { desk } = await bench({ count: 1 });
  const content = Buffer.from(png({ width: 8, height: 6 })).toString('base64');
  await desk.call('evidence.add', { id: 'f1', name: 'login.png', content, caption: 'The form' });
  await edit(desk, 'f1', { description: 'See ![The form](evidence:login.png)' });
  const op = '6a4e2f10-3c1d-4c57-9a51-0d6f8a3b1c2e';
  const copy = await desk.call('finding.duplicate', { id: 'f1', op });
  const again = await desk.call('finding.duplicate', { id: 'f1', op });
  expect([copy.kind, copy.state, again.op]).toEqual(['create', 'queued', copy.op]);
  const [id = ''] = copy.findings;
  const { effective } = await desk.call('finding.get', { id });
  const before = (await desk.call('finding.get', { id: 'f1' })).effective;
  expect(effective).toMatchObject({
    title: `${textOf(before, 'title')} (copy)`,
    description: 'See ![The form](evidence:login.png)',
  });
  const images = await desk.call('evidence.list', { id });
  const own = await desk.call('evidence.list', { id: 'f1' });
  expect(images.map(({ name, caption, usedIn }) => [name, caption, usedIn])).toEqual([
    ['login.png', 'The form', ['description']],
  ]);
  expect(images[0]?.evidence).not.toBe(own[0]?.evidence);
  await desk.call('evidence.remove', { evidence: own[0]?.evidence ?? '' });
  expect((await desk.call('evidence.content', { evidence: images[0]?.evidence ?? '' })).content).not.toBe('');
  expect((await desk.call('finding.list', { project })).rows).toHaveLength(2);
});
