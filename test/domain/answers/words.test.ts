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
