import { expect, it } from 'vitest';
import { slashWordIn, snippetsFor } from '#renderer/ui/editor/snippets/slash-word.ts';

it('a slash begins a name at the beginning of a line or after a blank', () => {
  const found = ['/', '/imp', '`a` /', '- /imp', '\t/Größe', '> /x-y_z'].map((line) => slashWordIn(line));
  expect(found).toEqual([
    { from: 0, typed: '' },
    { from: 0, typed: 'imp' },
    { from: 4, typed: '' },
    { from: 2, typed: 'imp' },
    { from: 1, typed: 'Größe' },
    { from: 2, typed: 'x-y_z' },
  ]);
});

it('paths, addresses, tags, fractions and what is behind a name begin none', () => {
  const lines = [
    'https://example.test/a',
    'https:/',
    '/etc/',
    '/etc/passwd',
    'see /var/log',
    'and/or',
    '1/2',
    '</p',
    '[a](/b',
    '/imp ',
    '//',
    '`a /im',
    '`a` and `b /im',
    `/${'a'.repeat(81)}`,
    '',
  ];
  expect(lines.filter((line) => slashWordIn(line) !== null)).toEqual([]);
});

it('names match by their beginning or the beginning of a word, in any case, and none matches anything else', () => {
  const list = ['Impact', 'SQL injection', 'Low impact', 'Éclair', 'imp-2'].map((name) => ({
    name,
    text: '',
  }));
  const named = (typed: string) => snippetsFor(list, typed).map(({ name }) => name);
  expect([named('IMP'), named('sqlin'), named('inj'), named('éc'), named('imp2'), named('etc')]).toEqual([
    ['Impact', 'imp-2', 'Low impact'],
    ['SQL injection'],
    ['SQL injection'],
    ['Éclair'],
    ['imp-2'],
    [],
  ]);
  expect(named('')).toEqual(['Impact', 'SQL injection', 'Low impact', 'Éclair', 'imp-2']);
});
