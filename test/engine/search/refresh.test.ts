import { describe, expect, it } from 'vitest';
import type { SyncState } from '#contract/finding/finding.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import { defaultProfile } from '#contract/profile.ts';
import { dueCount } from '#db/tables/findings/fulltext.ts';
import { writeAssignee } from '#db/tables/findings/assignee.ts';
import { listRows, listRowsJson } from '#db/tables/findings/lists.ts';
import { writeWorkingState } from '#db/tables/findings/working-state.ts';
import { writeAlteredValue } from '#db/tables/outbox/altered-values.ts';
import { writeHeld } from '#db/tables/outbox/held.ts';
import { transaction } from '#db/store/transaction.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import { effectiveRecord, refreshAllRows, refreshListRow, writeListRow } from '#engine/record/list-rows.ts';
import { nowIso, openListStore, project } from './store.ts';

const later = '2026-03-11T12:00:00.000Z';

function updatedOf(store: ReturnType<typeof openListStore>, finding: number): unknown {
  return store.db.prepare('SELECT updated_ms AS at FROM list_key WHERE finding = ?').get(finding);
}

describe('the effective record', () => {
  it('is the base with the open patches over it, in their order', () => {
    const store = openListStore();
    const finding = store.add({ base: { title: 'base', severity: 'low', other: 1 } });
    store.operate(finding, { patch: { title: 'first', severity: 'high' } });
    store.operate(finding, { patch: { title: 'second' }, state: 'conflict' });
    store.operate(finding, { patch: { title: 'landed' }, state: 'done' });
    store.operate(finding, { patch: { title: 'dropped' }, state: 'discarded' });
    expect(effectiveRecord(store.db, finding)).toEqual({
      base: { title: 'base', severity: 'low', other: 1 },
      effective: { title: 'second', severity: 'high', other: 1 },
    });
  });

  it('of a finding that was only created here has no base', () => {
    const store = openListStore();
    const finding = store.add({ base: null });
    store.operate(finding, { kind: 'create', patch: { title: 'mine', asset: ['a'] } });
    expect(effectiveRecord(store.db, finding)).toEqual({
      base: null,
      effective: { title: 'mine', asset: ['a'] },
    });
  });

  it('keeps numbers with all their digits and a member named __proto__', () => {
    const store = openListStore();
    const finding = store.add({ base: {} });
    const json = '{"title":"t","review_version":12345678901234567890,"__proto__":{"polluted":true}}';
    store.db.prepare('UPDATE record SET base_json = ?').run(json);
    expect(JSON.stringify(effectiveRecord(store.db, finding).effective)).toBe(json);
  });
});

describe('the list row', () => {
  it('shows the effective values as they were given', () => {
    const store = openListStore();
    const finding = store.add({
      base: { title: 'Old', severity: 'HIGH', status: 'Open', asset: 'One.test', review_version: '7' },
      id: 'S-1',
      localId: 'L-1',
    });
    store.operate(finding, { patch: { title: 'New' } });
    store.refresh(finding);
    expect(listRows(store.db, Uint32Array.of(finding))).toEqual([
      {
        id: 'S-1',
        title: 'New',
        severity: 'HIGH',
        status: 'Open',
        asset: ['One.test'],
        candidate: true,
        sync: 'queued',
      },
    ]);
  });

  it('carries any text as it is, and what is kept beside the finding', () => {
    const store = openListStore();
    const odd = '"\\ \u0001\u001f\n\u2028 ü 🜚 </script> __proto__';
    const plain = store.add({ base: { title: 'plain', asset: [] }, id: 'S-1' });
    const full = store.add({ base: { title: odd, severity: odd, status: odd, asset: [odd, '[]'] }, id: odd });
    transaction(store.db, () => {
      writeWorkingState(store.db, { finding: full, state: 'reviewed', setAt: nowIso });
      writeAssignee(store.db, { finding: full, name: odd, folded: odd, setAt: nowIso });
      writeHeld(store.db, full, true);
      for (const field of ['status', 'title']) {
        writeAlteredValue(store.db, { finding: full, field, op: 'o', sentJson: '"a"', nowJson: null });
      }
    });
    for (const finding of [plain, full]) store.refresh(finding);
    const others = { candidate: false, sync: 'synced' };
    const rows = [
      {
        id: odd,
        title: odd,
        severity: odd,
        status: odd,
        asset: [odd, '[]'],
        ...others,
        state: 'reviewed',
        assignee: odd,
        held: true,
        altered: ['status', 'title'],
      },
      { id: 'S-1', title: 'plain', severity: '', status: '', asset: [], ...others },
    ];
    expect(listRowsJson(store.db, Uint32Array.of(full, 999, plain))).toBe(JSON.stringify(rows));
    expect(listRows(store.db, Uint32Array.of(full, 999, plain))).toEqual(rows);
  });

  it('of an unsent creation goes by its local identifier', () => {
    const store = openListStore();
    const finding = store.add({ base: null, localId: 'L-9' });
    store.operate(finding, { kind: 'create', patch: { title: 'mine' } });
    store.refresh(finding);
    expect(listRows(store.db, Uint32Array.of(finding)).map(({ id, sync }) => [id, sync])).toEqual([
      ['L-9', 'queued'],
    ]);
  });

  it('leaves the lists when neither the service nor an open operation has the finding', () => {
    const store = openListStore();
    const finding = store.add({ base: null });
    const seq = store.operate(finding, { kind: 'create', patch: { title: 'mine' } });
    store.refresh(finding);
    indexDueText(store.db, 10);
    store.settle(seq, 'discarded');
    store.refresh(finding);
    expect(listRows(store.db, Uint32Array.of(finding))).toEqual([]);
    expect(store.db.prepare('SELECT count(*) AS keys FROM list_key').get()).toEqual({ keys: 0 });
  });

  it.each<[string, readonly ItemState[], boolean, SyncState]>([
    ['nothing open', ['done', 'discarded'], false, 'synced'],
    ['nothing open, gone', ['done'], true, 'gone'],
    ['queued', ['queued'], false, 'queued'],
    ['sending before queued', ['queued', 'sending'], false, 'sending'],
    ['unknown before sending', ['sending', 'unknown'], false, 'unknown'],
    ['rejected before unknown', ['unknown', 'rejected'], false, 'rejected'],
    ['conflict before rejected', ['rejected', 'conflict', 'queued'], false, 'conflict'],
    ['open work before gone', ['conflict'], true, 'conflict'],
  ])('has the badge of what most needs a person: %s', (_name, states, gone, badge) => {
    const store = openListStore();
    const finding = store.add({ base: { title: 't' }, ...(gone && { goneAt: later }) });
    for (const state of states) store.operate(finding, { state });
    store.refresh(finding);
    expect(listRows(store.db, Uint32Array.of(finding))[0]?.sync).toBe(badge);
  });

  it('does not count as changed, nor is its text indexed again, when only an operation moved on', () => {
    const store = openListStore();
    const finding = store.add({ base: { title: 't' } });
    const seq = store.operate(finding, { patch: { title: 'mine' } });
    store.refresh(finding);
    indexDueText(store.db, 10);
    const before = updatedOf(store, finding);
    store.settle(seq, 'sending');
    store.refresh(finding, later);
    expect([dueCount(store.db, project), updatedOf(store, finding)]).toEqual([0, before]);
    store.settle(seq, 'discarded');
    store.refresh(finding, later);
    expect([dueCount(store.db, project), updatedOf(store, finding)]).toEqual([1, { at: Date.parse(later) }]);
  });

  it('is ranked anew, with no text to index, when the profile orders severities in another way', () => {
    const store = openListStore();
    const finding = store.add({ base: { title: 't', severity: 'Severe' }, changedAt: later });
    store.refresh(finding);
    indexDueText(store.db, 10);
    const profile = { ...defaultProfile, severities: ['severe'] };
    refreshAllRows(store.db, { profile, nowIso: '2026-04-01T00:00:00.000Z' });
    const key = store.db.prepare('SELECT severity_rank AS rank, updated_ms AS at FROM list_key').get();
    expect([key, dueCount(store.db)]).toEqual([{ rank: 0, at: Date.parse(later) }, 0]);
  });

  it('is the same by the sweep’s way as made anew from the store', () => {
    const base = {
      title: 'Straße',
      severity: 'High',
      asset: ['https://A.test:8443/x', 'b'],
      tags: ['x'],
      CVSS: 7,
      cwe: 'CWE-79',
    };
    const rows = ['sweep', 'refresh'].map((way) => {
      const store = openListStore();
      const finding = store.add({ base, id: 'S-1', changedAt: later });
      if (way === 'refresh') refreshListRow(store.db, finding, { profile: defaultProfile, nowIso: later });
      else {
        const row = { finding, project, id: 'S-1', base, changedAtIso: later, profile: defaultProfile };
        writeListRow(store.db, row);
      }
      const { digest: _digest, ...row } = store.db.prepare('SELECT * FROM list_row').get() as Record<
        string,
        unknown
      >;
      return [row, store.db.prepare('SELECT * FROM list_key').get(), dueCount(store.db, project)];
    });
    expect(rows[0]).toEqual(rows[1]);
  });

  it.each([
    'null',
    '[]',
    '"text"',
    '{"title":5,"asset":{"a":[null]},"severity":[],"tags":"t","CVSS":{}}',
    '{',
    '',
  ])('is made of any record, however strange: %s', (json) => {
    const store = openListStore();
    const finding = store.add({ base: {} });
    store.db.prepare('UPDATE record SET base_json = ?').run(json);
    store.refresh(finding);
    expect(listRows(store.db, Uint32Array.of(finding))).toHaveLength(1);
  });
});
