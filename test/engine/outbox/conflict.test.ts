import { describe, expect, test } from 'vitest';
import type { Conflict } from '#contract/finding/operation.ts';
import {
  basesText,
  conflictText,
  parseBases,
  parseConflict,
  parsePatch,
} from '#engine/record/conflict-codec.ts';

describe('what the outbox stores of an operation', () => {
  test('is read as it was written, sides that are not there left out', () => {
    const conflict: Conflict = {
      reason: 'outdated',
      fields: { title: { base: 'was', mine: 'mine', theirs: 'theirs' }, tags: { theirs: null }, cwe: {} },
    };
    const bases = { title: { value: 'was' }, tags: {}, severity: { value: null } };
    expect([parseConflict(conflictText(conflict)), parseBases(basesText(bases))]).toEqual([conflict, bases]);
  });

  test('is nothing where it is not of this program', () => {
    const stored =
      '{"reason":"?","fields":{"title":{"base":1,"other":2},"asset":"text","strange":{"base":1}}}';
    expect([parseConflict(stored), parseConflict('{}'), parseBases(stored), parsePatch(stored)]).toEqual([
      { reason: 'fields', fields: { title: { base: 1 } } },
      { reason: 'fields', fields: {} },
      {},
      {},
    ]);
  });
});
