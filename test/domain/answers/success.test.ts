import { describe, expect, test } from 'vitest';
import { acknowledgement } from '#domain/answers/success.ts';

describe('a response with a success status to a write', () => {
  test.each<[string, unknown]>([
    ['', undefined],
    [' \n', undefined],
    ['{"id":"f1"}', { id: 'f1' }],
    ['"done"', 'done'],
    ['Deleted 3 findings', 'Deleted 3 findings'],
  ])('%j acknowledges it', (text, value) => {
    expect(acknowledgement(text, [])).toEqual({ kind: 'ok', value });
  });

  test.each([
    '{"id":"f1"',
    '["f1",',
    '"f1',
    'f1\0',
    'f\ufffd1',
    '<html>',
    '<!doctype html>',
    '{"success":false}',
  ])('%j does not', (text) => {
    expect(acknowledgement(text, []).kind).toBe('bad');
  });
});
