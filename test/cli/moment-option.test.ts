import { expect, test } from 'vitest';
import { readArguments } from '../../electron/cli/command/arguments.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import { momentOption } from '../../electron/cli/input/moment.ts';

/** Behind a change to summer time, so that days of other lengths are counted as days. */
const now = new Date(2026, 2, 31, 15, 30);
const day = (date: number, month = 2): string => new Date(2026, month, date).toISOString();
const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
const hour = 3_600_000;

const since = (text: string): string | undefined =>
  momentOption(readArguments(['inbox', '--since', text], commands), 'since', now);

test.each([
  ['2026-03-30', day(30)],
  ['today', day(31)],
  ['Yesterday', day(30)],
  ['7d', before(7 * 24 * hour)],
  ['2w', before(14 * 24 * hour)],
  ['90min', before(1.5 * hour)],
  ['3h', before(3 * hour)],
  ['1mo', before(30 * 24 * hour)],
  ['1y', before(365 * 24 * hour)],
  ['2026-03-30T14:00:00+02:00', '2026-03-30T12:00:00.000Z'],
])('--since %s is a moment', (text, moment) => {
  expect(since(text)).toBe(moment);
});

test.each([
  'soon',
  '7',
  'd',
  '7x',
  '7constructor',
  '-7d',
  '2026-02-30',
  '30.03.2026',
  '2026-03-30T14:00:00',
  'tomorrow',
])('--since %s is refused with what it takes', (text) => {
  expect(() => since(text)).toThrow(
    /--since takes a day such as 2026-11-21 or yesterday, an age such as 7d/u,
  );
});

test('an option that is not given is none', () => {
  expect(momentOption(readArguments(['inbox'], commands), 'since', now)).toBeUndefined();
});
