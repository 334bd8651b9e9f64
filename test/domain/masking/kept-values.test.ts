import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { shownRequests } from '#domain/masking/requests.ts';
import { valueKey } from '#domain/masking/value-key.ts';

const requests: Json = [
  {
    request: 'GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=8F3A91C27D604B5E; b=Winter24\r\n\r\n',
    response: { headers: { 'X-Api-Key': 'Winter24' }, body: { pin: 1234 } },
  },
  { request: 'GET /?password=Winter24 HTTP/1.1\r\n\r\n', response: null },
];

const shown = (keptValues: readonly string[]) =>
  shownRequests(requests, { maskSecrets: true, keptValues, cutBodies: null, sentence: () => '' });

test('a value that is kept is shown wherever it stands as the same kind, and nowhere else', () => {
  const { value, hits, values } = shown([valueKey('password', 'Winter24')]);
  expect(value).toEqual([
    {
      request: 'GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=********; b=********\r\n\r\n',
      response: { headers: { 'X-Api-Key': '********' }, body: { pin: '********' } },
    },
    { request: 'GET /?password=Winter24 HTTP/1.1\r\n\r\n', response: null },
  ]);
  expect(hits.map(({ where, count }) => [where, count])).toEqual([
    ['Request 1, Cookie', 2],
    ['Response 1, X-Api-Key', 1],
    ['Response 1, pin', 1],
  ]);
  expect(values.map(({ kind, text, where, count, kept }) => [kind, text, where, count, kept])).toEqual([
    ['password', 'Winter24', 'Request 1, password', 2, true],
    ['cookie', '8F3A91C27D604B5E', 'Request 1, Cookie', 1, false],
    ['cookie', 'Winter24', 'Request 1, Cookie', 1, false],
    ['token', 'Winter24', 'Response 1, X-Api-Key', 1, false],
    ['password', '1234', 'Response 1, pin', 1, false],
  ]);
});

test('a bare number is kept as the number that it is', () => {
  const { value } = shown([valueKey('password', '1234')]);
  expect(value).toMatchObject([{ response: { body: { pin: 1234 } } }, {}]);
});

test('a key of another value keeps nothing', () => {
  expect(shown([valueKey('password', 'Winter25')]).value).toEqual(shown([]).value);
});

test('the key of a value is the SHA-256 that every other program computes, of letters of any script', () => {
  for (const value of ['', 'Winter24', 'пароль 秘密 🔑'])
    expect(valueKey('password', value)).toBe(hash('sha256', `password\n${value}`, 'hex'));
});
