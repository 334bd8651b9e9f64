import { expect, test } from 'vitest';
import { isSecret, maskOf } from '#domain/masking/mask.ts';
import { kindOfMember } from '#domain/masking/secret-names.ts';

test.each([
  ['Authorization', 'authorization'],
  ['proxy_authorization', 'authorization'],
  ['Set-Cookie', 'cookie'],
  ['password', 'password'],
  ['newPassword2', 'password'],
  ['password_confirmation', 'password'],
  ['user[password]', 'password'],
  ['user%5Bpassword%5D', 'password'],
  ['pwd', 'password'],
  ['dbPass', 'password'],
  ['pin', 'password'],
  ['token', 'token'],
  ['access_token', 'token'],
  ['X-Api-Key', 'token'],
  ['apiKey', 'token'],
  ['clientSecret', 'token'],
  ['session_id', 'token'],
  ['sid', 'token'],
  ['x-auth', 'token'],
  ['refreshTokenValue', 'token'],
  ['next_apikey', 'token'],
  ['nextToken', null],
  ['page_token', null],
  ['continuation', null],
  ['sync-token', null],
  ['nextPage', null],
  ['next_id', null],
  ['bypass', null],
  ['compass', null],
  ['tokens_left', null],
  ['name', null],
  ['new', null],
  ['', null],
  ['-', null],
  [`${'x'.repeat(72)}password`, 'password'],
  [`${'x'.repeat(73)}password`, null],
])('a member called %j holds %j', (name, kind) => {
  expect(kindOfMember(name)).toBe(kind);
});

test.each([
  ['hunter2', true],
  ['a long phrase', true],
  ['', false],
  ['  ', false],
  ['********', false],
  ['ab********', false],
  ['ab***', false],
  ['xxxx', false],
  ['abc...', false],
  ['[removed by me]', false],
  ['<token>', false],
  ['{{token}}', false],
  ['${TOKEN}', false],
  ['REDACTED', false],
  ['null', false],
  ["'or 1=1", false],
  ['%27x', false],
  ['../../etc', false],
  ['null and void', true],
  ['xxx', true],
])('the value %j is a secret: %s', (value, is) => {
  expect(isSecret(value)).toBe(is);
});

test('a long token keeps its first four letters, a password and what is short none', () => {
  expect([
    maskOf('abcdefghijklmnopqrst', 'token'),
    maskOf('abcdefghijklmnopqrs', 'token'),
    maskOf('abcdefghijklmnopqrst', 'password'),
    maskOf('abcdefghijklmnopqrst', 'private-key'),
    maskOf('ab"defghijklmnopqrst', 'cookie'),
    maskOf('a+/=defghijklmnopqrst', 'authorization'),
  ]).toEqual(['abcd********', '********', '********', '********', '********', 'a+/=********']);
});
