import { describe, expect, test } from 'vitest';
import { bench, body, create, edit, settle, sync } from '../support.ts';

const text = 'See ![Login page](evidence:login.png), as in [Weak hash](finding:f2).';
const note = 'See [Figure: Login page (evidence/login.png)], as in [Finding: Weak hash (finding/f2)].';

/** As a service does that allows links to the web alone. */
const dropsAddresses = (stored: string): string =>
  stored.replace(/!?\[([^\]]*)\]\((?!https?:)[^)]*\)/gu, '$1');

describe('at a service that drops addresses it does not know', () => {
  test('images and links that leave as notes are kept on both sides', async () => {
    const { desk, service } = await bench({
      normaliseText: dropsAddresses,
      profile: { textReferences: 'notes' },
    });
    await edit(desk, 'f1', { description: text });
    expect((await sync(desk)).pushed).toMatchObject({ applied: 1 });
    expect(service.finding('f1')).toMatchObject({ description: note });
    expect(await desk.call('finding.get', { id: 'f1' })).toMatchObject({
      remote: { description: text },
      effective: { description: text },
    });
    expect(await desk.call('queue.list')).toEqual([]);
  });

  test('a colleague edits around a note, and the image stays in the text', async () => {
    const { desk, service } = await bench({ profile: { textReferences: 'notes' } });
    await edit(desk, 'f1', { description: text });
    await sync(desk);
    service.edit('f1', { description: `First.\n\n${note}` });
    await edit(desk, 'f1', { description: `${text}\n\nLast.` });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ description: `First.\n\n${note}\n\nLast.` });
    const { effective } = await desk.call('finding.get', { id: 'f1' });
    expect(effective).toMatchObject({ description: `First.\n\n${text}\n\nLast.` });
  });

  test.each(['an edit', 'a creation'])(
    '%s that leaves with addresses is told what helps, and then arrives',
    async (what) => {
      const { desk, service, clock } = await bench({ normaliseText: dropsAddresses });
      const id = 'f1';
      if (what === 'an edit') await edit(desk, id, { description: text });
      else await create(desk, body({ title: 'New', description: text }));
      await settle({ desk, clock });
      const [asked] = await desk.call('queue.list');
      expect(asked).toMatchObject({ state: 'rejected', kind: 'update' });
      expect(asked?.error?.message).toContain('Choose notes');
      const [finding = ''] = asked?.findings ?? [];
      expect(await desk.call('finding.get', { id: finding })).toMatchObject({
        effective: { description: text },
      });

      await desk.call('connection.adjust', { profile: { textReferences: 'notes' } });
      await desk.call('queue.retry', { op: asked?.op ?? '' });
      await settle({ desk, clock });
      expect(await desk.call('queue.list')).toEqual([]);
      expect(service.finding(finding)).toMatchObject({ description: note });
    },
  );

  test.each([
    [
      'puts another image in its place',
      'See ![Sign-in](evidence:sign-in.png), as in [Weak hash](finding:f2).',
    ],
    ['takes the image and the link out', 'See , as in .'],
  ])('a colleague who %s before it was sent is no service that drops addresses', async (_what, theirs) => {
    const { desk, service, clock } = await bench();
    await edit(desk, 'f1', { description: text });
    service.edit('f1', { description: theirs });
    await settle({ desk, clock });
    expect(await desk.call('queue.list')).toMatchObject([{ state: 'conflict' }]);
    expect(service.finding('f1')).toMatchObject({ description: theirs });
  });

  test('an edit of a colleague beside it is a conflict as ever', async () => {
    const { desk, service, clock } = await bench({ normaliseText: dropsAddresses });
    await edit(desk, 'f1', { description: text });
    service.edit('f1', { description: 'See what I made of it.' });
    await settle({ desk, clock });
    expect(await desk.call('queue.list')).toMatchObject([{ state: 'conflict' }]);
  });
});

test('notes that a colleague left are images here, whatever this copy sends', async () => {
  const { desk, service } = await bench();
  service.edit('f1', { description: note });
  await sync(desk);
  expect(await desk.call('finding.get', { id: 'f1' })).toMatchObject({ effective: { description: text } });
});
