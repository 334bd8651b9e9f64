import { expect, test } from 'vitest';
import { bench, edit, only, settle, states, sync } from '../support.ts';

/*
 * An editor is open while a sync brings another value for the field that is being typed in. What is saved then was
 * typed over the older value, and says so (`seen`).
 */

test('a text that was typed over an older one is merged with what the sync brought meanwhile', async () => {
  const { desk, service, clock } = await bench();
  service.edit('f1', { description: 'First line.\nSecond line.\nThird line.\nFourth line.\nTheir end.' });
  await sync(desk);
  await desk.call('finding.edit', {
    id: 'f1',
    changes: { description: 'My start.\nSecond line.\nThird line.\nFourth line.\nFifth line.' },
    seen: { description: 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line.' },
  });
  await settle({ desk, clock });
  expect(service.finding('f1')).toMatchObject({
    description: 'My start.\nSecond line.\nThird line.\nFourth line.\nTheir end.',
  });
});

test('a value that was typed over an older one is a conflict, not a silent overwrite', async () => {
  const { desk, service } = await bench();
  service.edit('f1', { severity: 'critical' });
  await sync(desk);
  await desk.call('finding.edit', { id: 'f1', changes: { severity: 'low' }, seen: { severity: 'medium' } });
  await sync(desk);
  expect([service.finding('f1')?.['severity'], await only(desk)]).toMatchObject([
    'critical',
    {
      state: 'conflict',
      conflict: { fields: { severity: { base: 'medium', mine: 'low', theirs: 'critical' } } },
    },
  ]);
});

test('a field that was absent when it was typed in conflicts with one that came meanwhile', async () => {
  const { desk, service } = await bench();
  service.edit('f1', { CVSS: 'CVSS:3.1/AV:N' });
  await sync(desk);
  await desk.call('finding.edit', { id: 'f1', changes: { CVSS: 'CVSS:3.1/AV:L' }, seen: {} });
  await sync(desk);
  expect([service.finding('f1')?.['CVSS'], (await only(desk)).state]).toEqual(['CVSS:3.1/AV:N', 'conflict']);
});

test('a value that was typed over an own one, which was undone, is no conflict: nobody else said anything', async () => {
  const { desk, service, clock } = await bench();
  await edit(desk, 'f1', { severity: 'high' });
  await desk.call('finding.undo', { id: 'f1' });
  await desk.call('finding.edit', { id: 'f1', changes: { severity: 'low' }, seen: { severity: 'high' } });
  await settle({ desk, clock });
  expect([service.finding('f1')?.['severity'], await states(desk)]).toEqual(['low', []]);
});

test('what was typed over an own value that gave way conflicts over the state that the service had', async () => {
  const { desk, service } = await bench();
  await edit(desk, 'f1', { severity: 'high' });
  service.edit('f1', { severity: 'critical' });
  await sync(desk);
  await desk.call('queue.resolve', { op: (await only(desk)).op, choice: 'theirs' });
  await desk.call('finding.edit', { id: 'f1', changes: { severity: 'low' }, seen: { severity: 'high' } });
  await sync(desk);
  expect((await only(desk)).conflict).toEqual({
    reason: 'fields',
    fields: { severity: { base: 'medium', mine: 'low', theirs: 'critical' } },
  });
});

test('an own value that the service had conflicts as itself', async () => {
  const { desk, service, clock } = await bench();
  await edit(desk, 'f1', { severity: 'high' });
  await settle({ desk, clock });
  service.edit('f1', { severity: 'critical' });
  await sync(desk);
  await desk.call('finding.edit', { id: 'f1', changes: { severity: 'low' }, seen: { severity: 'high' } });
  await sync(desk);
  expect((await only(desk)).conflict).toMatchObject({ fields: { severity: { base: 'high' } } });
});

/*
 * Two pages, or a page and the terminal: each has typed over the same older state, and both were told that it is saved.
 */

test('two edits of a text that were typed over the same state both stay, and undo takes the later one back', async () => {
  const { desk, service, clock } = await bench();
  const seen = { description: 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line.' };
  const one = 'First line of one.\nSecond line.\nThird line.\nFourth line.\nFifth line.';
  const two = 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line of two.';
  await desk.call('finding.edit', { id: 'f1', changes: { description: one }, seen });
  clock.pass(6_000);
  await desk.call('finding.edit', { id: 'f1', changes: { description: two }, seen });
  const both = (await desk.call('finding.open', { id: 'f1' })).effective['description'];
  await desk.call('finding.undo', { id: 'f1' });
  await settle({ desk, clock });
  expect([both, service.finding('f1')?.['description']]).toEqual([
    'First line of one.\nSecond line.\nThird line.\nFourth line.\nFifth line of two.',
    one,
  ]);
});

test('entries that were added in two places both stay', async () => {
  const { desk, service, clock } = await bench();
  await edit(desk, 'f1', { tags: ['session', 'web', 'by-terminal'] });
  await desk.call('finding.edit', {
    id: 'f1',
    changes: { tags: ['web', 'by-page'] },
    seen: { tags: ['session', 'web'] },
  });
  await settle({ desk, clock });
  expect(service.finding('f1')?.['tags']).toEqual(['web', 'by-terminal', 'by-page']);
});

test.each([
  ['waits', false],
  ['was sent', true],
])(
  'of two values that cannot be joined the later one is refused, also if the earlier one %s',
  async (_how, sent) => {
    const { desk, service, clock } = await bench();
    const seen = { severity: 'medium' };
    await desk.call('finding.edit', { id: 'f1', changes: { severity: 'high' }, seen });
    if (sent) await settle({ desk, clock });
    const later = { id: 'f1', changes: { severity: 'low' } };
    const refused = desk.call('finding.edit', { ...later, seen });
    await expect(refused).rejects.toMatchObject({ code: 'outdated' });
    expect((await desk.call('finding.open', { id: 'f1' })).effective['severity']).toBe('high');
    // Over the value that the user was shown then it goes, and nobody is asked again.
    await desk.call('finding.edit', { ...later, seen: { severity: 'high' } });
    await settle({ desk, clock });
    expect([service.finding('f1')?.['severity'], await states(desk)]).toEqual(['low', []]);
  },
);

test('of two texts of one line the later one is refused, and the earlier one stays', async () => {
  const { desk } = await bench();
  const seen = { title: 'Reflected input' };
  await edit(desk, 'f1', { title: 'Reflected input' });
  await desk.call('finding.edit', { id: 'f1', changes: { title: 'Reflected input of B' }, seen });
  const later = desk.call('finding.edit', { id: 'f1', changes: { title: 'Input of A' }, seen });
  await expect(later).rejects.toMatchObject({ code: 'outdated' });
  expect((await desk.call('finding.open', { id: 'f1' })).effective['title']).toBe('Reflected input of B');
});

test('typing on while another window sends what was saved before is no conflict with oneself', async () => {
  const { desk, service, clock } = await bench();
  await desk.call('finding.edit', {
    id: 'f1',
    changes: { description: 'One' },
    seen: { description: 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line.' },
  });
  const sending = sync(desk);
  await desk.call('finding.edit', {
    id: 'f1',
    changes: { description: 'One two' },
    seen: { description: 'One' },
  });
  await sending;
  await desk.call('finding.edit', {
    id: 'f1',
    changes: { description: 'One two three' },
    seen: { description: 'One two' },
  });
  await settle({ desk, clock });
  expect([service.finding('f1')?.['description'], await states(desk)]).toEqual(['One two three', []]);
});
