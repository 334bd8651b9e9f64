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

test.each([
  [400, 'invalid'],
  [401, 'credentials'],
  [402, 'refused'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [409, 'conflict'],
  [429, 'rate-limited'],
  [499, 'refused'],
  [500, 'server'],
  [599, 'server'],
])('the status %i of the service is the failure %s, with its words', (status, kind) => {
  expect(statusFailure(status, 'Words.')).toEqual({ kind, status, message: 'Words.' });
});

test('how long to wait is kept of a pause alone', () => {
  expect(statusFailure(503, '', 5_000)).toMatchObject({ kind: 'server', retryAfterMs: 5_000 });
  expect(statusFailure(429, '', 5_000)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 5_000 });
  expect(statusFailure(403, '', 5_000)).not.toHaveProperty('retryAfterMs');
  expect(toFailure(statusFailure(429, '', 5_000))).toMatchObject({ answered: true, retryAfterMs: 5_000 });
  expect(toFailure(statusFailure(429, ''))).not.toHaveProperty('retryAfterMs');
  expect(toFailure(statusFailure(503, '', 5_000))).not.toHaveProperty('retryAfterMs');
});

test.each<[RemoteFailure, string]>([
  [
    { kind: 'invalid', status: 400, message: 'no title' },
    'The service calls the request invalid (400): no title. Correct the value it names.',
  ],
  [
    { kind: 'credentials', status: 401, message: '' },
    'The service refused the credentials (401). Sign in again, or connect with a valid API token.',
  ],
  [
    { kind: 'credentials', status: 401, message: '', session: true },
    'The service refused the session (401). Sign in again.',
  ],
  [
    { kind: 'credentials', status: 0, message: 'the token has a blank' },
    'The service refused the credentials: the token has a blank. Sign in again, or connect with a valid API token.',
  ],
  [
    { kind: 'not-found', status: 404, message: '' },
    'Not there, or not visible to you (404). Check the identifier and your membership in the project.',
  ],
  [
    { kind: 'conflict', status: 409, message: '' },
    'The service reports a conflict (409). Sync to see what changed there.',
  ],
  [
    { kind: 'refused', status: 418, message: '' },
    'The service refused the request (418). Check the address and the request.',
  ],
  [{ kind: 'server', status: 500, message: '' }, 'Service error (500). Try again later.'],
  [
    { kind: 'server', status: 500, message: '', retryAfterMs: 5_000 },
    'Service error (500). Try again in 5 s.',
  ],
  [
    { kind: 'server', status: 503, message: '' },
    'The service is closed for now, as for maintenance (503). Nothing is lost. Try again later.',
  ],
  [
    { kind: 'redirect', status: 302, origin: '' },
    'The service points to another address (302). Redirects are never followed: connect with the right address, or sign in to the network you are on.',
  ],
  [
    { kind: 'unreachable', message: 'no route' },
    'The service cannot be reached: no route. Check the network and the address, then try again.',
  ],
  [
    { kind: 'unreachable', message: 'no route', advice: 'Do it.' },
    'The service cannot be reached: no route. Do it.',
  ],
  [
    { kind: 'timeout', message: 'nothing in 60 s' },
    'The service took too long: nothing in 60 s. Try again later.',
  ],
  [
    { kind: 'tls', message: 'it expired' },
    'The connection is not safe: it expired. Check the address and the certificate of the service.',
  ],
  [
    { kind: 'tls', message: 'it expired', advice: 'Do it.' },
    'The connection is not safe: it expired. Do it.',
  ],
  [
    { kind: 'bad-answer', message: 'it is empty' },
    'The answer is not that of the service: it is empty. Check the address and the network you are on.',
  ],
  [
    { kind: 'bad-answer', message: 'it is empty', advice: 'Do it.' },
    'The answer is not that of the service: it is empty. Do it.',
  ],
  [
    { kind: 'too-large', message: 'more than 5 bytes came' },
    'The answer is too large: more than 5 bytes came. Ask for smaller pages in the service profile.',
  ],
])('%j is told as %j', (failure, text) => {
  expect(failureText(failure)).toBe(text);
});

test('a page that wants a sign-in to the network is told so', () => {
  const to = { kind: 'redirect', status: 302, origin: 'https://portal.test' } as const;
  expect(failureText({ ...to, leaves: true })).toMatch(
    /^Another host answers: .*https:\/\/portal\.test \(302\)/u,
  );
  expect(failureText({ ...to, leaves: false })).toMatch(
    /^The service points to https:\/\/portal\.test \(302\)/u,
  );
  expect(failureText(statusFailure(511, ''))).toMatch(/^This network wants you to sign in \(511\)\./u);
});

test('a refused session is told from refused credentials', () => {
  const refused = { kind: 'credentials', status: 401, message: '' } as const;
  expect(toFailure({ ...refused, session: true })).toMatchObject({ code: 'credentials', session: true });
  expect(toFailure(refused)).not.toHaveProperty('session');
  expect(toFailure({ ...refused, session: false })).not.toHaveProperty('session');
});

test('a time to wait changes its unit at two minutes and at two hours', () => {
  const waitOf = (retryAfterMs: number) =>
    /again in (.*)\.$/u.exec(failureText({ ...every['rate-limited'], retryAfterMs }))?.[1];
  expect([119_000, 120_000, 7_140_000, 7_140_001].map(waitOf)).toEqual(['119 s', '2 min', '119 min', '2 h']);
});
