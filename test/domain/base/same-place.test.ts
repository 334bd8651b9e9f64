import { expect, test } from 'vitest';
import { isSamePlace } from '#domain/base/same-place.ts';

test.each([
  ['host:7', 'host:7', true],
  ['host:7', 'host:8', false],
  ['host:7.100', 'host:7.100', true],
  ['host:7.100', 'host:7.200', false],
  ['host:7.100', 'host:8.100', false],
  ['host:7', 'host:7.100', true],
  ['host:7.100', 'host:7', true],
  ['host:7', 'host:8.100', false],
])('the file %j before and %j now are the same: %s', (before, here, isSame) => {
  expect(isSamePlace(before, here)).toBe(isSame);
});
