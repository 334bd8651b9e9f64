import { expect, test } from 'vitest';
import { scrubbed, withoutSecrets, wordsOf } from '#domain/answers/server-message.ts';

test.each([
  ['You sent tok-1234.', ['tok-1234'], 'You sent [hidden].'],
  ['tok-12345 and tok-1234', ['tok-1234', 'tok-12345'], '[hidden] and [hidden]'],
  ['in an address: a%20b%2Fc', ['a b/c'], 'in an address: [hidden]'],
  ['in JSON: "a\\"bcd"', ['a"bcd'], 'in JSON: "[hidden]"'],
  ['The gaps of a short one would tell it.', ['o'], ''],
  ['Nothing of it here.', ['zq', ''], 'Nothing of it here.'],
  ['broken \ud800 one', ['\ud800 one'], 'broken [hidden]'],
])('%j without %j is %j', (text, secrets, safe) => {
  expect(withoutSecrets(text, secrets)).toBe(safe);
});

test('a value is scrubbed in all its depth, and its numbers stay', () => {
  const value = { 'tok-1234': [{ a: 'x tok-1234' }, 5, null, true], b: JSON.stringify({ t: 'tok-1234' }) };
  expect(scrubbed(value, ['tok-1234'])).toEqual({
    '[hidden]': [{ a: 'x [hidden]' }, 5, null, true],
    b: '{"t":"[hidden]"}',
  });
});

test('a secret that stands at the limit of the words is not cut into', () => {
  const words = wordsOf(JSON.stringify({ error: `${'x'.repeat(295)}tok-1234-5678` }), ['tok-1234-5678']);
  expect(words).not.toContain('tok');
});

test.each([
  ['', ''],
  [' \n', ''],
  ['<html>no</html>', ''],
  ['Not <now>', 'Not <now>'],
  [' Not\n\tnow\u202e! ', 'Not now !'],
  ['{"error":', ''],
  ['["error"', ''],
  ['"Not now"', 'Not now'],
  ['{"error":"Not now"}', 'Not now'],
  ['{"message":"Not now","error":" "}', 'Not now'],
  ['{"error":{"detail":"Not now"}}', 'Not now'],
  ['{"error":{"code":"E7","message":"Not now"}}', 'Not now'],
  ['{"error":["One",{"message":"Two"},""]}', 'One; Two'],
  ['{"error":["1","2","3","4","5","6"]}', '1; 2; 3; 4; 5'],
  ['{"detail":"Not now"}', ''],
  ['{"error":7}', ''],
  ['{"error":null}', ''],
  ['[{"error":"Not now"}]', 'Not now'],
])('the words of the service in %j are %j', (body, words) => {
  expect(wordsOf(body, [])).toBe(words);
});

test('a body is read up to 262,144 characters, and words are cut behind 299, by whole characters', () => {
  const body = (length: number) => `{"error":"Not now","x":"${'x'.repeat(length - 26)}"}`;
  expect([wordsOf(body(262_144), []), wordsOf(body(262_145), [])]).toEqual(['Not now', '']);
  expect(wordsOf('x'.repeat(300), [])).toBe('x'.repeat(300));
  expect(wordsOf('x'.repeat(301), [])).toBe(`${'x'.repeat(299)}\u2026`);
  expect(wordsOf('\u{1f600}'.repeat(300), [])).toBe('\u{1f600}'.repeat(300));
  expect(wordsOf('\u{1f600}'.repeat(400), [])).toBe(`${'\u{1f600}'.repeat(299)}\u2026`);
});

test('a secret of four characters is blotted out; of one of three nothing is told', () => {
  expect([withoutSecrets('tell abcd', ['abcd']), withoutSecrets('tell abc', ['abc'])]).toEqual([
    'tell [hidden]',
    '',
  ]);
});
