import { expect, it } from 'vitest';
import type { ReplaceField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { searchFor } from '#domain/finding/replace/replace.ts';
import { replaceInField } from '#domain/finding/replace/replaceable.ts';

/** What is left of a field, how many hits were replaced of how many, and what forbids the others. */
function replaced(field: ReplaceField, value: Json, find: string, by: string, out: readonly number[] = []) {
  const search = searchFor({ find, matchCase: false, wholeWord: false });
  const made = replaceInField(field, value, { search, by, out: new Set(out) });
  if (made === null) return null;
  const whys = new Set(made.texts.flatMap(({ why }) => (why === null ? [] : [why])));
  return [made.after, made.replaced, made.found, ...whys];
}

const url = 'references: an entry must be an http or https URL.';
const empty = 'asset: an entry must be a text that is not empty.';

it.each([
  [
    'a title that would be empty stays',
    'title',
    'gone',
    'gone',
    '',
    [],
    [undefined, 0, 1, 'title: must be a text that is not empty.'],
  ],
  [
    'an asset that would be empty stays, the others go on',
    'asset',
    ['a', 'ab'],
    'a',
    '',
    [],
    [['a', 'b'], 1, 2, empty],
  ],
  [
    'an address stays one',
    'references',
    ['http://a.test', 'https://b.test'],
    'http:',
    'ftp:',
    [],
    [undefined, 0, 1, url],
  ],
  [
    'what the person took out breaks nothing',
    'references',
    ['http://a.test/a'],
    'a',
    ' ',
    [0, 1],
    [undefined, 0, 2],
  ],
  [
    'what becomes what is there already is not there twice',
    'asset',
    ['a', 'b', 'c'],
    'c',
    'a',
    [],
    [['a', 'b'], 1, 1],
  ],
  ['one asset that came as a text becomes a list', 'asset', 'a', 'a', 'b', [], [['b'], 1, 1]],
  [
    'no entry goes out beside one that breaks a rule already',
    'references',
    ['x', 'http://a.test'],
    'a.',
    'b.',
    [],
    [undefined, 0, 1, 'references: entry 1 must be an http or https URL.'],
  ],
  [
    'hits are numbered through both sides of all exchanges',
    'requests',
    [
      { request: 'x', response: null, id: 7 },
      { request: 'x', response: 'x x', note: 'x' },
    ],
    'x',
    'y',
    [1, 3],
    [
      [
        { request: 'y', response: null, id: 7 },
        { request: 'x', response: 'y x', note: 'x' },
      ],
      2,
      4,
    ],
  ],
  ['a text of requests is one text', 'requests', 'GET /a', '/a', '/b', [], ['GET /b', 1, 1]],
  ['what is of no known shape is passed over', 'requests', [{ wire: 'x' }], 'x', 'y', [], null],
] as const)('%s', (_says, field, value, find, by, out, expected) => {
  expect(replaced(field, value, find, by, out)).toEqual(expected);
});

it('a replacement leaves the addresses of images and findings alone, and their words and other links not', () => {
  const description =
    'The acme login: ![acme](evidence:acme.png), [acme](finding:acme-1), [acme](https://acme.example/)';
  const replaced = replaceInField('description', description, {
    search: searchFor({ find: 'acme', matchCase: false, wholeWord: false }),
    by: 'client',
    out: new Set(),
  });
  expect(replaced?.after).toBe(
    'The client login: ![client](evidence:acme.png), [client](finding:acme-1), [client](https://client.example/)',
  );
});

it('what looks like an image in a request is replaced as any other text', () => {
  const requests = [
    { request: 'GET / HTTP/1.1\nHost: acme.example\n\n<img src="evidence:acme.png">', response: null },
  ];
  const replaced = replaceInField('requests', requests, {
    search: searchFor({ find: 'acme', matchCase: false, wholeWord: false }),
    by: 'client',
    out: new Set(),
  });
  expect(replaced?.replaced).toBe(2);
});
