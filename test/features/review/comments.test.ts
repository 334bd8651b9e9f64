import { describe, expect, test } from 'vitest';
import { applied, bench, body, create, edit, project, states, sync } from '../../engine/support.ts';
import type { TestDesk } from '../../support/desk.ts';

const found = async (desk: TestDesk, query: string): Promise<string[]> =>
  (await desk.call('finding.list', { project, query, sort: 'title' })).rows.map(({ id }) => id);
const on = async (desk: TestDesk, id: string) =>
  (await desk.call('comment.list', { id })).map(({ text, passage }) => [text, passage]);

describe('a comment', () => {
  test('stands on a finding, a field or words of it, in the name of the connected user, and is found', async () => {
    const { desk } = await bench({ count: 2 });
    const whole = await desk.call('comment.add', { id: 'f1', text: ' Who checked this? ' });
    await desk.call('comment.add', { id: 'f1', field: 'remediation', text: 'Too short' });
    await desk.call('comment.add', { id: 'f1', field: 'description', quote: 'Second line.', text: 'Why?' });
    expect(whole).toMatchObject({
      finding: 'f1',
      field: null,
      quote: null,
      text: 'Who checked this?',
      author: 'Mara Lindqvist',
      changedAt: null,
      resolvedAt: null,
    });
    expect(await on(desk, 'f1')).toEqual([
      ['Who checked this?', null],
      ['Too short', null],
      ['Why?', 'found'],
    ]);
    expect([await found(desk, 'has:comment'), await found(desk, '-has:comment')]).toEqual([['f1'], ['f2']]);
    expect((await desk.call('finding.open', { id: 'f1' })).comments).toBe(3);
  });

  test('says that its passage has changed, and finds it again after an undo', async () => {
    const { desk } = await bench({ count: 1 });
    await desk.call('comment.add', { id: 'f1', field: 'description', quote: 'Second line', text: 'Why?' });
    await edit(desk, 'f1', { description: 'Only one line.' });
    const changed = await on(desk, 'f1');
    await desk.call('finding.undo', { id: 'f1' });
    expect([changed, await on(desk, 'f1')]).toEqual([[['Why?', 'changed']], [['Why?', 'found']]]);
  });

  test('stays on the place of its words that it was made on, and says so once that has gone', async () => {
    const { desk } = await bench({ count: 1 });
    const [one, two] = ['User A has a weak password.', 'User B shares a weak password with others.'];
    await edit(desk, 'f1', { description: `${one} ${two}` });
    const place = { id: 'f1', field: 'description', quote: 'weak password', occurrence: 1 } as const;
    const added = await desk.call('comment.add', { ...place, text: 'Which one?' });
    await edit(desk, 'f1', { description: `A weak password is no news. ${one} ${two}` });
    const copied = await on(desk, 'f1');
    await edit(desk, 'f1', { description: two });
    const alone = await on(desk, 'f1');
    await edit(desk, 'f1', { description: one });
    const gone = await on(desk, 'f1');
    await desk.call('comment.remove', { comment: added.comment });
    expect(await desk.call('comment.restore', added)).toEqual(added);
    expect([copied, alone, gone, await on(desk, 'f1')]).toEqual([
      [['Which one?', 'found']],
      [['Which one?', 'found']],
      [['Which one?', 'changed']],
      [['Which one?', 'changed']],
    ]);
  });

  test('is edited, resolved and opened again; a resolved one is not found', async () => {
    const { desk } = await bench({ count: 1 });
    const { comment } = await desk.call('comment.add', { id: 'f1', text: 'First' });
    const edited = await desk.call('comment.change', { comment, text: 'Second' });
    const resolved = await desk.call('comment.change', { comment, resolved: true });
    const meanwhile = await found(desk, 'has:comment');
    const opened = await desk.call('comment.change', { comment, resolved: false });
    expect([edited.text, edited.changedAt === null, edited.resolvedAt]).toEqual(['Second', false, null]);
    expect([resolved.resolvedAt === null, opened.resolvedAt, meanwhile]).toEqual([false, null, []]);
    expect(await found(desk, 'has:comment')).toEqual(['f1']);
  });

  test('that was deleted comes back as it was', async () => {
    const { desk } = await bench({ count: 1 });
    const first = await desk.call('comment.add', { id: 'f1', text: 'One' });
    await desk.call('comment.add', { id: 'f1', text: 'Two' });
    const removed = await desk.call('comment.remove', { comment: first.comment });
    const without = await on(desk, 'f1');
    expect(await desk.call('comment.restore', removed)).toEqual(first);
    expect([without, (await on(desk, 'f1')).length]).toEqual([[['Two', null]], 2]);
    await desk.call('comment.remove', { comment: first.comment });
    await expect(desk.call('comment.remove', { comment: first.comment })).rejects.toThrow(
      'There is no comment',
    );
  });

  test('is never sent and outlives a sync, a restart and the name that the service gives its finding', async () => {
    const { desk, service } = await bench({ count: 1 });
    const made = await create(desk, body({ title: 'New' }));
    const id = made.findings[0] ?? '';
    await desk.call('comment.add', { id, text: 'Local words' });
    await desk.call('comment.add', { project, text: 'A note to myself' });
    await sync(desk);
    desk.restart();
    const [row] = (await desk.call('finding.list', { project, query: 'has:comment' })).rows;
    expect([row?.title, row?.id === id, await on(desk, row?.id ?? '')]).toEqual([
      'New',
      false,
      [['Local words', null]],
    ]);
    expect([await states(desk), JSON.stringify(applied(service)).includes('Local words')]).toEqual([
      [],
      false,
    ]);
    const all = await desk.call('comment.list', { project });
    expect(all.map(({ finding, text }) => [finding === null, text])).toEqual([
      [false, 'Local words'],
      [true, 'A note to myself'],
    ]);
  });

  test('says why it cannot be added', async () => {
    const { desk } = await bench({ count: 1 });
    await expect(desk.call('comment.add', { id: 'nowhere', text: 'x' })).rejects.toThrow(
      'There is no finding nowhere here.',
    );
    await expect(desk.call('comment.add', { id: 'f1', quote: 'w', text: 'x' })).rejects.toThrow('say which');
    await expect(desk.call('comment.add', { project: 'other', text: 'x' })).rejects.toThrow('other');
  });

  test('goes with its engagement', async () => {
    const { desk } = await bench({ count: 1 });
    await desk.call('comment.add', { id: 'f1', text: 'x' });
    await desk.call('comment.add', { project, text: 'x' });
    await desk.call('engagement.destroy', { project, name: project, unsent: 0 });
    await desk.call('engagement.add', { project });
    expect(await desk.call('comment.list', { project })).toEqual([]);
  });
});

describe('a reply', () => {
  test('stands below its comment, whose finding it shares, and is counted with it', async () => {
    const { desk } = await bench({ count: 1 });
    const asked = await desk.call('comment.add', { id: 'f1', field: 'description', text: 'Which host?' });
    const first = await desk.call('comment.add', { replyTo: asked.comment, text: 'The second one.' });
    const second = await desk.call('comment.add', { replyTo: first.comment, text: 'Thanks.' });
    expect([first, second].map(({ replyTo, finding, field }) => [replyTo, finding, field])).toEqual([
      [asked.comment, 'f1', null],
      [asked.comment, 'f1', null],
    ]);
    expect((await desk.call('finding.open', { id: 'f1' })).comments).toBe(1);
    await expect(desk.call('comment.add', { replyTo: 'nowhere', text: 'x' })).rejects.toThrow('no comment');
  });

  test('is resolved and opened with its comment, and removed and restored with it', async () => {
    const { desk } = await bench({ count: 1 });
    const asked = await desk.call('comment.add', { id: 'f1', text: 'Which host?' });
    await desk.call('comment.add', { replyTo: asked.comment, text: 'The second one.' });
    await desk.call('comment.change', { comment: asked.comment, resolved: true });
    const resolved = await desk.call('comment.list', { id: 'f1' });
    expect(resolved.map(({ resolvedAt }) => resolvedAt !== null)).toEqual([true, true]);
    expect(await found(desk, 'has:comment')).toEqual([]);
    const removed = await desk.call('comment.remove', { comment: asked.comment });
    expect([removed.replies.length, await on(desk, 'f1')]).toEqual([1, []]);
    await desk.call('comment.restore', removed);
    expect(await desk.call('comment.list', { id: 'f1' })).toEqual(resolved);
  });
});
