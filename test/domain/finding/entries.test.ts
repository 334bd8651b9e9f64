import { expect, test } from 'vitest';
import { addressesOf, entriesOf, withEntries } from '#domain/finding/entries.ts';

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

test('addresses are parted by blanks and lines, and by a comma or semicolon only where another address follows', () => {
  const pasted = [
    'https://x.test/a,b https://x.test/c;d=1,\r\nhttps://y.test/?q=1,2',
    'https://z.test/,https://z.test/2 ; HTTP://w.test/\tx.test',
    'https://x.test/a,b',
  ];
  expect(addressesOf(` ${pasted.join('\n')}\n`)).toEqual([
    'https://x.test/a,b',
    'https://x.test/c;d=1',
    'https://y.test/?q=1,2',
    'https://z.test/',
    'https://z.test/2',
    'HTTP://w.test/',
    'x.test',
  ]);
});
