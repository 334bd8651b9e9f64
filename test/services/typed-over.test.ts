import { expect, test } from 'vitest';
import { bench, only, settle, sync } from './support.ts';

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
