import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '#contract/error.ts';
import { failureText, statusFailure, toFailure } from '#domain/answers/failure.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';

const answered = { status: 499, message: 'the words of the service.' };

/** One of each kind; the compiler sees to it that none is forgotten. */
const every = {
  invalid: { kind: 'invalid', ...answered },
  credentials: { kind: 'credentials', ...answered },
  forbidden: { kind: 'forbidden', ...answered },
  'not-found': { kind: 'not-found', ...answered },
  conflict: { kind: 'conflict', ...answered },
  'rate-limited': { kind: 'rate-limited', ...answered, retryAfterMs: 90_500 },
  server: { kind: 'server', ...answered },
  refused: { kind: 'refused', ...answered },
  redirect: { kind: 'redirect', status: 302, origin: 'https://portal.example.test' },
  unreachable: { kind: 'unreachable', message: 'nothing answers at this address' },
  timeout: { kind: 'timeout', message: 'no complete answer within 60 s' },
  tls: { kind: 'tls', message: 'the certificate has expired' },
  'bad-answer': { kind: 'bad-answer', message: 'it is a web page instead of data' },
  'too-large': { kind: 'too-large', message: 'more than 5 bytes came' },
  cancelled: { kind: 'cancelled' },
} as const satisfies { [K in RemoteFailure['kind']]: Extract<RemoteFailure, { kind: K }> };

describe('every failure', () => {
  test.each(Object.values(every))('of kind $kind is one line that says what to do next', (failure) => {
    const text = failureText(failure);
    expect(text).toMatch(/^[A-Z][^\n]+[^.\s]\. ?[^\n]*\.$/u);
    expect(text).not.toMatch(/\.\.|undefined|null|: \./u);
    expect(toFailure(failure).message).toBe(text);
  });

  test.each<[RemoteFailure, number]>([
    [every.credentials, 4],
    [every.unreachable, 5],
    [every.timeout, 5],
    [every.server, 5],
    [every['rate-limited'], 5],
    [every.redirect, 1],
    [every['bad-answer'], 1],
    [every['too-large'], 1],
    [every.forbidden, 1],
    [every['not-found'], 1],
    [every.invalid, 1],
    [every.conflict, 1],
    [every.refused, 1],
    [every.cancelled, 1],
  ])('$kind ends the terminal with its exit code', (failure, exitCode) => {
    expect(exitCodeOf(toFailure(failure).code)).toBe(exitCode);
  });

  test('tells whether the service was reached, where it counts as not reachable', () => {
    const unreachable = Object.values(every).filter((each) => toFailure(each).code === 'unreachable');
    const reached = unreachable.filter((each) => toFailure(each).answered === true);
    expect(reached.map(({ kind }) => kind).toSorted()).toEqual(['rate-limited', 'server']);
  });

  test('with the words of the service carries them, without says it in our own', () => {
    expect(failureText(every.forbidden)).toContain('(499): the words of the service. Ask for');
    expect(failureText({ ...every.forbidden, message: '' })).toContain('(499). Ask for');
  });

  test('that tells how long to wait never tells too little', () => {
    const waitOf = (retryAfterMs: number) => failureText({ ...every['rate-limited'], retryAfterMs });
    expect(waitOf(0)).toContain('in 1 s.');
    expect(waitOf(90_500)).toContain('in 91 s.');
    expect(waitOf(150_000)).toContain('in 3 min.');
    expect(waitOf(7_300_000)).toContain('in 3 h.');
    expect(failureText(statusFailure(429, ''))).toContain('in a few minutes.');
  });
});

test('a status that no service may answer is a bad answer', () => {
  for (const status of [0, 100, 199, 600, 999]) expect(statusFailure(status, '').kind).toBe('bad-answer');
});
