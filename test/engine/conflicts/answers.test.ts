import { describe, expect, it, test } from 'vitest';
import type { Conflict, ConflictField } from '#contract/finding/operation.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { answersTo, causeOf, singleValues } from '#engine/conflicts/open-conflict.ts';
import { bench, edit, only, project, sync } from '../support.ts';

function item(over: Partial<OpenItem> = {}): OpenItem {
  return {
    kind: 'update',
    patchJson: '{"asset":[]}',
    seenJson: null,
    payloadJson: '{}',
    ...over,
  } as OpenItem;
}

function emptied(asset: ConflictField): Conflict {
  return { reason: 'empty-asset', fields: { asset } };
}

const fields: Conflict = { reason: 'fields', fields: { title: { base: 'a', mine: 'b', theirs: 'c' } } };

describe('the answers that a conflict takes', () => {
  test.each<[string, Partial<OpenItem>, Conflict, [mine: boolean, theirs: boolean, own: boolean]]>([
    ['an edit', {}, fields, [true, true, true]],
    ['a status for many findings', { kind: 'bulk-status' }, fields, [true, true, false]],
    [
      'a decision over the whole record',
      { kind: 'review', seenJson: '{}' },
      { reason: 'outdated', fields: {} },
      [true, true, false],
    ],
    ['an edit of what is gone', {}, { reason: 'gone', fields: {} }, [true, true, false]],
    [
      'a decision on what is gone',
      { kind: 'review', seenJson: '{}' },
      { reason: 'gone', fields: {} },
      [false, true, false],
    ],
    [
      'a status of what is gone',
      { kind: 'bulk-status' },
      { reason: 'gone', fields: {} },
      [true, true, false],
    ],
    [
      'an edit without asset, against one of the service',
      {},
      emptied({ mine: [], theirs: ['a.test'] }),
      [false, true, true],
    ],
    [
      'an edit with an asset that the service emptied',
      {},
      emptied({ mine: ['a.test'], theirs: [] }),
      [true, true, true],
    ],
    [
      'an edit of more, of what has no asset on either side',
      { patchJson: '{"asset":[],"title":"b"}' },
      emptied({ mine: [], theirs: [] }),
      [false, false, true],
    ],
    [
      'an edit of more, of what has an asset at the service',
      { patchJson: '{"asset":[],"title":"b"}' },
      emptied({ mine: [], theirs: ['a.test'] }),
      [false, true, true],
    ],
    ['an empty asset without its sides', {}, { reason: 'empty-asset', fields: {} }, [true, true, true]],
  ])('%s', (_what, over, conflict, [mine, theirs, own]) => {
    expect(answersTo(item(over), conflict)).toEqual({ mine, theirs, own });
  });
});

describe('conflicts are answered at once', () => {
  const cause = (conflict: Conflict, over: Partial<OpenItem> = {}): string => causeOf(item(over), conflict);
  const statuses = (mine: string, theirs: string): Conflict => ({
    reason: 'fields',
    fields: { status: { base: 'new', mine, theirs } },
  });

  it('if kind, reason, fields and single values are the same, whatever texts and lists say', () => {
    const text = (mine: string): Conflict => ({
      reason: 'fields',
      fields: { description: { base: 'a', mine, theirs: 'c' }, tags: { base: [], mine: [mine], theirs: [] } },
    });
    expect([cause(statuses('open', 'closed')), cause(text('b'))]).toEqual([
      cause(statuses('open', 'closed')),
      cause(text('other')),
    ]);
  });

  it('not if one of these is another', () => {
    const causes = [
      cause(statuses('open', 'closed')),
      cause(statuses('fixed', 'closed')),
      cause(statuses('open', 'fixed')),
      cause({ ...statuses('open', 'closed'), reason: 'outdated' }),
      cause({ reason: 'fields', fields: { severity: { base: 'new', mine: 'open', theirs: 'closed' } } }),
      cause(statuses('open', 'closed'), { kind: 'bulk-status' }),
      cause(statuses('open', 'closed'), { kind: 'review', payloadJson: '{"decision":"accept"}' }),
      cause(statuses('open', 'closed'), { kind: 'review', payloadJson: '{"decision":"reject"}' }),
    ];
    expect(new Set(causes).size).toBe(causes.length);
  });

  it('by their single values alone', () => {
    const { fields: single } = statuses('open', 'closed');
    const conflict: Conflict = { reason: 'fields', fields: { ...single, description: { mine: 'b' } } };
    expect(singleValues(conflict)).toEqual([
      { field: 'status', base: 'new', mine: 'open', theirs: 'closed' },
    ]);
  });
});

it('a conflict shows what the service has by now, and is another one then', async () => {
  const { desk, service } = await bench({ count: 1 });
  await edit(desk, 'f1', { severity: 'low' });
  service.edit('f1', { severity: 'high' });
  await sync(desk);
  const look = async () => (await desk.call('conflict.list', { project }))[0];
  const before = await look();
  service.edit('f1', { title: 'Another title' });
  await sync(desk);
  const beside = await look();
  service.edit('f1', { severity: 'critical' });
  await sync(desk);
  const after = await look();
  expect([before, beside, after].map((cause) => cause?.values)).toEqual([
    [{ field: 'severity', mine: 'low', theirs: 'high' }],
    [{ field: 'severity', mine: 'low', theirs: 'high' }],
    [{ field: 'severity', mine: 'low', theirs: 'critical' }],
  ]);
  const [first, second, third] = [before, beside, after].map((cause) => cause?.findings[0]?.fingerprint);
  expect([first === second, second === third]).toEqual([true, false]);
});

it('an edit of what is gone takes no values of its own', async () => {
  const { desk, service } = await bench({ count: 30 });
  await edit(desk, 'f1', { title: 'Mine' });
  service.remove('f1');
  await sync(desk);
  const { op } = await only(desk);
  await expect(desk.call('queue.resolve', { op, choice: { set: { title: 'Own' } } })).rejects.toMatchObject({
    code: 'wrong-state',
  });
  expect(await only(desk)).toMatchObject({ state: 'conflict', conflict: { reason: 'gone' } });
});
