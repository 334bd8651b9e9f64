import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { parseJson } from '#domain/base/json.ts';
import { deniesInWords, refusalInBody } from '#domain/answers/refusal.ts';

function parsed(text: string): Json {
  const read = parseJson(text);
  return read.kind === 'ok' ? read.value : null;
}

describe('the body of a success', () => {
  test.each<[Json]>([
    [{ success: false }],
    [{ success: 'false', Ids: ['f'] }],
    [{ error: 'The current password is wrong' }],
    [{ success: true, error: { code: 7 } }],
    [{ error: true }],
    [{ errors: [{ field: 'password' }] }],
    [{ ok: false }],
    [{ data: { error: 'no credits' } }],
    [{ result: { success: false } }],
    [{ status: 'error', message: 'no' }],
    [{ status: 401 }],
    [{ statusCode: 500 }],
    [{ status: 400 }],
    [{ status: 599 }],
    [{ success: null }],
    [{ success: 0 }],
    [{ state: ' Failed ' }],
    [{ error: 7 }],
    [{ errors: ['none', 'no title'] }],
    [parsed('{"error":1.0}')],
    [{ payload: { ok: 'false' } }],
  ])('%j says that nothing was done', (body) => {
    expect(refusalInBody(body)).toMatch(/./u);
  });

  test.each<[Json]>([
    [{ success: true, error: null }],
    [{ success: true, errors: [] }],
    [{ error: '' }],
    [{ error: false, message: 'Done.' }],
    [{ errors: {} }],
    [{ status: 'rejected' }],
    [{ status: 200 }],
    [{ status: 399 }],
    [{ status: 600 }],
    [{ success: 'no' }],
    [{ ok: true }],
    [{ error: 0 }],
    [{ error: ' None ' }],
    [{ errors: ['none', null] }],
    [{ data: ['error'] }],
    [{ data: { data: { success: false } } }],
    [{ id: 'f1', title: 'An error page leaks paths', error: 'stack trace', status: 'failed', ok: false }],
    [['error']],
    ['error'],
    [null],
  ])('%j does not', (body) => {
    expect(refusalInBody(body)).toBeNull();
  });
});

test.each<[Json, string]>([
  [{ success: false }, '"success: false"'],
  [{ ok: 0 }, '"ok: false"'],
  [{ errors: ['x'] }, 'an error'],
  [{ state: ' FAIL ' }, '"state: fail"'],
  [{ statusCode: 500 }, 'the status 500'],
])('%j is refused by %j', (body, why) => {
  expect(refusalInBody(body)).toBe(why);
});

test.each([
  ['The password is wrong.', true],
  ['You could not be signed in', true],
  ['Too many attempts', true],
  ['Password changed', false],
  ['Knotted', false],
])('the sentence %j denies: %s', (words, denies) => {
  expect(deniesInWords(words)).toBe(denies);
});
