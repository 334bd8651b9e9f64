import { expect, it } from 'vitest';
import { linkWordIn } from '#renderer/ui/editor/completion/triggers.ts';

it('two brackets begin the words of a link', () => {
  expect(['[[', 'see [[', 'see [[sql inj', '`a` [[x'].map(linkWordIn)).toEqual([
    { from: 0, typed: '' },
    { from: 4, typed: '' },
    { from: 4, typed: 'sql inj' },
    { from: 4, typed: 'x' },
  ]);
});

it('a test of the shell, an array, code, an escaped bracket and a link that is closed begin none', () => {
  const lines = [
    '[[ -f x',
    'a[[[',
    '\\[[x',
    '[[x]]',
    '[[x]',
    '`if [[x',
    '[',
    '[a](b',
    '',
    `[[${'a'.repeat(101)}`,
  ];
  expect(lines.filter((line) => linkWordIn(line) !== null)).toEqual([]);
});
