import { expect, test } from 'vitest';
import {
  findingAddress,
  findingIn,
  findingMarkdown,
  mayLinkFinding,
  onlyNamesFinding,
  typedLinks,
} from '#domain/text/references/finding-address.ts';

test.each([
  ['', true],
  [' f-1 ', true],
  ['[[f-1]]', true],
  ['finding:f-1', true],
  ['[[f-2]]', false],
  ['finding:f-2', false],
  ['Reset', false],
])('the words %j of a link to f-1 say no more than where it leads: %s', (words, only) => {
  expect(onlyNamesFinding(words, 'f-1')).toBe(only);
});

test('a link is made of the title, or of the identifier if there is none', () => {
  expect([findingMarkdown('f-1', 'Reset [x]'), findingMarkdown('f-1', ''), findingAddress('f 1')]).toEqual([
    '[Reset \\[x\\]](finding:f-1)',
    '[f-1](finding:f-1)',
    'finding:f%201',
  ]);
  expect([findingIn('finding:f%201'), findingIn('FINDING:f-1'), findingIn('https://a.test')]).toEqual([
    'f 1',
    'f-1',
    null,
  ]);
});

test.each<[string, (string | null)[]]>([
  ['no link', [null]],
  ['[[f-1]]', ['f-1']],
  ['a [[f-1]] b [[f 2]]', [null, 'f-1', null, 'f 2']],
  ['[[f-1]][[f-2]]', ['f-1', null]],
  ['frame[["id"]]', [null]],
  ['x[[f-1]]', [null]],
  ['[[:alpha:]]', [null]],
  ['[[--]]', [null]],
  ['[[f-1]]]', [null]],
  ['![[f-1]]', [null]],
  [`[[${'x'.repeat(200)}]]`, ['x'.repeat(200)]],
  [`[[${'x'.repeat(201)}]]`, [null]],
])('in %j these are named: %j', (words, ids) => {
  const pieces = typedLinks(words);
  expect(pieces.map(({ id }) => id)).toEqual(ids);
  expect(pieces.map(({ text }) => text).join('')).toBe(words);
});

test('a text may name a finding by an address or by brackets', () => {
  expect(['a finding:1', 'FINDING:1', '[[1]]', 'a finding', '[1]'].map(mayLinkFinding)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
