import { describe, expect, it } from 'vitest';
import { refusalOf, unsentText, unsureText } from '#domain/account/strings.ts';

describe('a refusal of an account route', () => {
  const refused = (kind: Parameters<typeof refusalOf>[0], status: number, message = '') =>
    refusalOf(kind, { status, message });

  it('says what was not done, the words of the service, and what to do', () => {
    expect(refused('password-change', 400, 'Too short.. ')).toEqual({
      code: 'refused',
      message:
        'The service did not change the password (400): Too short. Check what you typed, then try again.',
    });
    expect(refused('token-rotate', 409)).toEqual({
      code: 'refused',
      message: 'The service made no new token; the one in use stays in force (409). Nothing was changed.',
    });
  });

  it.each([
    ['mfa-verify', 401, 'Check what you typed, then try again.'],
    ['sign-in', 401, 'Check what you typed, then try again.'],
    ['mfa-disable', 401, 'Sign in again, or enter the token again.'],
    ['sign-out', 401, 'Sign in again, or enter the token again.'],
    ['mfa-reset', 403, 'ask the person who manages it.'],
    ['register', 404, 'It is not there, or this account may not see it.'],
    ['register', 418, 'Nothing was changed.'],
  ] as const)('of %s with %i ends with what to do: %s', (kind, status, next) => {
    expect(refused(kind, status).message.endsWith(next)).toBe(true);
  });

  it('that only asks for a pause is told as one', () => {
    expect(refusalOf('code', { status: 429, message: '', retryAfterMs: 5_000 })).toMatchObject({
      code: 'unreachable',
      message: 'The service asks for fewer requests (429). Try again in 5 s.',
    });
  });
});

it('an answer that does not tell what happened says what to try', () => {
  expect(unsureText('code', 'it is empty. ')).toBe(
    'No clear answer: it is empty. Sign in again; a code counts once, so wait for the next one.',
  );
});

it('what stood in the way before anything was sent says so', () => {
  expect(unsentText({ kind: 'timeout', message: 'nothing in 60 s' })).toBe(
    'Nothing was sent. The service took too long: nothing in 60 s. Try again later.',
  );
});
