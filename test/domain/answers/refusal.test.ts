import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { refusalInBody } from '#domain/answers/refusal.ts';

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
    [{ id: 'f1', title: 'An error page leaks paths', error: 'stack trace', status: 'failed', ok: false }],
    [['error']],
    ['error'],
    [null],
  ])('%j does not', (body) => {
    expect(refusalInBody(body)).toBeNull();
  });
});
