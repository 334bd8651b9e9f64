import { expect, test } from 'vitest';
import { retryAfter } from '#remote/rate-limit/retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const hour = 3_600_000;

test.each<[string | undefined, number | undefined]>([
  ['120', 120_000],
  [' 0 ', 0],
  ['1.5', 1_500],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
  ['Thursday, 01-Jan-26 00:00:05 GMT', 5_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['99999999999999999999999', hour],
  ['Fri, 01 Jan 2100 00:00:00 GMT', hour],
  ['-5', undefined],
  ['soon', undefined],
  ['Thu, nonsense', undefined],
  ['2026-01-01', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j means a wait of %j ms', (value, expected) => {
  expect(retryAfter(value === undefined ? {} : { 'retry-after': value }, now)).toBe(expected);
});

test('a date is measured by the clock of the service where it tells it', () => {
  const headers = {
    'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT',
    date: 'Thu, 01 Jan 2026 12:00:00 GMT',
  };
  expect(retryAfter(headers, now)).toBe(30_000);
});
