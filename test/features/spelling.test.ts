import { expect, test } from 'vitest';
import { bench, project } from '../engine/support.ts';

const files = { affixes: 'SET UTF-8\nTRY abc\n', words: '1\nWort\n' };

test('an engagement has dictionaries and words of its own; without a choice it has none of its own', async () => {
  const { desk } = await bench({ count: 1 });
  expect(await desk.call('spelling.read', { project })).toEqual({ languages: null, words: [] });
  await desk.call('spelling.choose', { project, languages: ['en-GB', 'en-GB'] });
  await desk.call('spelling.add', { project, words: ['Zorblax', 'fribnat', 'Zorblax'] });
  expect(await desk.call('spelling.read', { project })).toEqual({
    languages: ['en-GB'],
    words: ['fribnat', 'Zorblax'],
  });
  await desk.call('spelling.choose', { project, languages: null });
  expect(await desk.call('spelling.remove', { project, words: ['Zorblax', 'never'] })).toEqual({
    languages: null,
    words: ['fribnat'],
  });
  await expect(desk.call('spelling.read', { project: 'nowhere' })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a dictionary is kept with both its files, replaced under its name, removed and put back', async () => {
  const { desk } = await bench({ count: 1 });
  await desk.call('dictionary.add', { name: 'de', ...files });
  expect(await desk.call('dictionary.add', { name: 'de', ...files, words: '1\nWörter\n' })).toEqual([
    { name: 'de', bytes: 28 },
  ]);
  const removed = await desk.call('dictionary.remove', { name: 'de' });
  expect([removed.words, await desk.call('dictionary.list', {})]).toEqual(['1\nWörter\n', []]);
  await desk.call('dictionary.add', removed);
  expect(await desk.call('dictionary.read', { name: 'de' })).toEqual(removed);
});

test('files that are no dictionary are refused, and so is the name of one of the program', async () => {
  const { desk } = await bench({ count: 1 });
  for (const refused of [
    { name: 'en-US', ...files },
    { name: 'de', affixes: '<html>', words: '1\nWort\n' },
    { name: 'de', affixes: files.affixes, words: 'no number\nWort\n' },
    { name: 'de', affixes: files.affixes, words: '0\n' },
  ]) {
    await expect(desk.call('dictionary.add', refused)).rejects.toMatchObject({ code: 'invalid' });
  }
  expect(await desk.call('dictionary.list', {})).toEqual([]);
});
