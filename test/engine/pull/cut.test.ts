import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { mayBeTruncated } from '#engine/intake/truncation-detection.ts';

const detail: JsonObject = {
  title: 'SQL injection',
  status: 'open',
  description: 'Long',
  asset: ['a.test'],
  CVSS: 7.5,
  updatedAt: 1,
};

describe('a row of a list is held against the detail that was read before, and may be cut where it', () => {
  test.each<[string, JsonObject, boolean]>([
    ['says the same', detail, false],
    ['has another status', { ...detail, status: 'closed' }, false],
    ['has another score', { ...detail, CVSS: 9.8 }, false],
    ['has another volatile member', { ...detail, updatedAt: 2 }, false],
    ['has no volatile member', withoutMember('updatedAt'), false],
    ['lacks a text', withoutMember('description'), true],
    ['has a shorter text', { ...detail, description: 'Lo' }, true],
    ['has a longer text', { ...detail, description: 'Longer, but cut o' }, true],
    ['has another title', { ...detail, title: 'SQL inj…' }, true],
    ['has fewer entries of a list', { ...detail, asset: [] }, true],
    ['has another list', { ...detail, asset: ['b.test'] }, true],
    ['has null for a text', { ...detail, description: null }, true],
    ['has a member that the detail had not', { ...detail, remediation: 'Bind' }, true],
  ])('%s', (_words, listed, expected) => {
    expect(mayBeTruncated(detail, listed, ['updatedAt'])).toBe(expected);
  });
});

function withoutMember(name: string): JsonObject {
  return Object.fromEntries(Object.entries(detail).filter(([one]) => one !== name));
}
