import { expect, test } from 'vitest';
import { createMoment } from '../../electron/cli/output/moment.ts';

const nowMs = (): number => Date.parse('2026-12-31T23:30:00Z');

test('a moment stands in the time zone of the person, without a year that it shares with today', () => {
  const at = '2026-11-28T15:59:42.123Z';
  expect(createMoment({ nowMs, timeZone: 'UTC' })(at)).toBe('28 Nov 15:59');
  expect(createMoment({ nowMs, timeZone: 'Asia/Kathmandu' })(at)).toBe('28 Nov 2026 21:44');
  expect(createMoment({ nowMs, timeZone: 'America/New_York' })('2026-09-05T03:05:00Z')).toBe('4 Sep 23:05');
});

test('the year is that of the zone: midnight of the last day is the next year elsewhere', () => {
  expect(createMoment({ nowMs, timeZone: 'UTC' })('2025-12-31T23:30:00Z')).toBe('31 Dec 2025 23:30');
  expect(createMoment({ nowMs, timeZone: 'Europe/Berlin' })('2026-12-31T23:00:00Z')).toBe('1 Jan 00:00');
});

test('a day and what is no moment stay as they are', () => {
  const moment = createMoment({ nowMs, timeZone: 'America/New_York' });
  expect(['2026-11-21', '', 'never', '2026-99-99T00:00:00Z'].map(moment)).toEqual([
    '2026-11-21',
    '',
    'never',
    '2026-99-99T00:00:00Z',
  ]);
});
