import { expect, test } from 'vitest';
import { entriesOf, withEntries } from '#core/entries.ts';

test('pasted assets are parted at lines, commas and blanks, without duplicates, in their order', () => {
  expect(entriesOf(' b.example\r\na.example, b.example;c.example\td.example  e.example,', true)).toEqual([
    'b.example',
    'a.example',
    'c.example',
    'd.example',
    'e.example',
  ]);
});

test('tags may hold blanks', () => {
  expect(entriesOf('active directory, web\nactive directory', false)).toEqual(['active directory', 'web']);
});

test('what a list holds already stays as it is, duplicates of the service included', () => {
  expect(
    withEntries(
      ['a', 'a'],
      ['b', 'a', 'b'].filter((entry, at, all) => all.indexOf(entry) === at),
    ),
  ).toEqual(['a', 'a', 'b']);
});
