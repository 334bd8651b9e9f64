import { expect, test } from 'vitest';
import type { ProposedField } from '#contract/procedures/findings/assistant.ts';
import {
  acceptedValue,
  editedOf,
  editWayOf,
  isAcceptable,
  originOf,
  seenOf,
} from '#renderer/features/assistant/proposed-values.ts';

const proposed = (over: Partial<ProposedField>): ProposedField => ({
  name: 'title',
  field: 'title',
  now: 'Old',
  proposed: 'New',
  union: null,
  sources: [],
  accepted: false,
  same: false,
  ...over,
});

const tags = proposed({
  name: 'tags',
  field: 'tags',
  now: ['a', 'b'],
  proposed: ['a', 'c'],
  union: ['a', 'b', 'c', 'd'],
});

test('a list begins as the union, and each entry says where it comes from', () => {
  expect([acceptedValue(tags, new Map()), tags.union?.map((entry) => originOf(entry, tags))]).toEqual([
    ['a', 'b', 'c', 'd'],
    ['both', 'not-proposed', 'new', 'others'],
  ]);
});

test('only what is chosen and other than proposed is sent as edited, with what was seen', () => {
  const title = proposed({});
  const fields = [
    title,
    tags,
    proposed({ name: 'severity', field: 'severity', now: null, proposed: 'high' }),
  ];
  const all = new Set(['title', 'tags', 'severity']);
  expect([
    editedOf(fields, all, new Map()),
    editedOf(fields, all, new Map([['tags', ['a', 'c']]])),
    editedOf(fields, new Set(['tags']), new Map([['title', 'Mine']])),
    editedOf(fields, all, new Map([['title', 'Mine']])),
    seenOf(fields, all),
  ]).toEqual([
    { tags: ['a', 'b', 'c', 'd'] },
    {},
    { tags: ['a', 'b', 'c', 'd'] },
    { title: 'Mine', tags: ['a', 'b', 'c', 'd'] },
    { title: 'Old', tags: ['a', 'b'] },
  ]);
});

test('a list can gain what another finding has, also if the proposal changes nothing', () => {
  const same = { ...tags, proposed: ['a', 'b'], same: true };
  expect([
    isAcceptable(same),
    isAcceptable({ ...same, union: ['a', 'b'] }),
    isAcceptable(proposed({ same: true })),
    isAcceptable({ ...tags, accepted: true }),
  ]).toEqual([true, false, false, false]);
});

test('a line, a text and a list are edited each in its way; what is none of these stays as it is', () => {
  expect([
    editWayOf(proposed({})),
    editWayOf(proposed({ name: 'description', field: 'description' })),
    editWayOf(tags),
    editWayOf(proposed({ name: 'requests', field: 'requests', proposed: [{}] })),
    editWayOf(proposed({ name: 'origin', field: null })),
  ]).toEqual(['line', 'text', 'entries', 'none', 'none']);
});
