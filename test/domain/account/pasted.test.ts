import { describe, expect, test } from 'vitest';
import { emailAddress, letterToken, otpCode } from '#domain/account/pasted-input.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

describe('what is pasted out of a letter', () => {
  test.each([
    ['abc-123', 'abc-123'],
    ['  “abc-123” \r\n', 'abc-123'],
    ['abc-\n  123', 'abc-123'],
    ['<https://x.example/reset?lang=en&token=a%2Bb>', 'a+b'],
    ['https://x.example/#/join?invitation=abc', 'abc'],
  ])('%j is the token %j', (given, token) => {
    expect(letterToken(given)).toBe(token);
  });

  test.each(['', ' "" ', 'https://x.example/', 'https://x.example/?token=%E0%A4%A', 'tökén'])(
    '%j is none, and is not quoted',
    (given) => {
      expect(() => letterToken(given)).toThrow(/^That is not the token from the e-mail/u);
    },
  );

  test('many thousands of blanks within it are read at once', () => {
    const startMs = cpuMs();
    const token = letterToken(`abc-${' '.repeat(60_000)}123`);
    expect(() => emailAddress(`a@${' '.repeat(60_000)}b`)).toThrow(/not an e-mail address/u);
    const tookMs = cpuMs() - startMs;
    expect([token, tookMs < 500]).toEqual(['abc-123', true]);
  });

  test('a code loses its blanks and dashes; a sentence is none', () => {
    expect(otpCode(' 123 456\n')).toBe('123456');
    expect(otpCode('12-34-56')).toBe('123456');
    expect(() => otpCode('no code!')).toThrow(/not a code/u);
  });

  test('an address needs an @ between two parts', () => {
    expect(emailAddress(' <a@b.example> ')).toBe('a@b.example');
    expect(() => emailAddress('a@')).toThrow(/not an e-mail address/u);
  });
});
