import { expect, test } from 'vitest';
import type { SyncSummary } from '#contract/procedures/sync.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { syncNow, tellSync } from '#renderer/shell/navigation/sync.ts';

const nowhere = {
  show: () => undefined,
  conflicts: () => undefined,
  altered: () => undefined,
  anyway: () => undefined,
};
const nothing = { applied: 0, conflict: 0, rejected: 0, unknown: 0, waiting: 0 };

/** What a sync did that sent so much. */
const sent = (pushed: Partial<SyncSummary['pushed']>): SyncSummary => ({
  pushed: { ...nothing, ...pushed },
  findings: {
    sent: pushed.applied ?? 0,
    conflict: pushed.conflict ?? 0,
    rejected: pushed.rejected ?? 0,
    unknown: pushed.unknown ?? 0,
    held: 0,
    waiting: pushed.waiting ?? 0,
  },
  findingsInNeed: pushed.conflict ?? 0,
  pulled: { pages: 1, seen: 3, created: 0, changed: 0, unchanged: 3, gone: 0 },
  engagements: [],
  notices: [],
  altered: [],
  looks: [],
  unfinished: false,
  needsPerson: pushed.conflict ?? 0,
  failure: null,
});

function told() {
  const notices = new Notices();
  return {
    notices,
    texts: () => notices.list.map(({ text }) => text),
    synced(pushed: Partial<SyncSummary['pushed']>, asked = false) {
      tellSync(sent(pushed), asked, notices, nowhere);
    },
  };
}

test('what waits for the person is not pushed out by what comes later, of which the oldest goes', () => {
  const { notices, texts } = told();
  const written = ['one', 'two', 'three', 'four', 'five'];
  for (const text of written) notices.attention(text, { label: 'Copy it', run: () => undefined });
  for (let at = 0; at < 5; at += 1) notices.done(`Done ${String(at)}`);
  expect(texts()).toEqual([...written, 'Done 4']);
  const others = told();
  for (let at = 0; at < 6; at += 1) others.notices.done(`Done ${String(at)}`);
  expect(others.texts()).toEqual(['Done 2', 'Done 3', 'Done 4', 'Done 5']);
});

test('an undo that holds until a change is sent leaves with what is sent, other ones stay', () => {
  const { notices, texts, synced } = told();
  const action = { label: 'Undo', run: () => undefined };
  notices.done('Resolved.', { ...action, untilSent: true });
  notices.done('The list is removed.', action);
  synced({ waiting: 1 });
  expect(texts()).toContain('Resolved.');
  synced({ applied: 1 });
  expect(texts()).toEqual(['The list is removed.', 'Synced: 1 finding sent.']);
});

test('a sync tells in the place of the one before', () => {
  const { texts, synced } = told();
  synced({ conflict: 3 });
  synced({ applied: 40, conflict: 8 });
  expect(texts()).toEqual(['Synced: 40 findings sent, 8 findings in conflict.']);
  synced({ applied: 8 });
  expect(texts()).toEqual(['Synced: 8 findings sent.']);
});

test('what a sync told leaves as soon as the user starts the next one', async () => {
  const { notices, texts, synced } = told();
  synced({ conflict: 3 });
  notices.done('Deleted.');
  const during: string[][] = [];
  const run = () => {
    during.push(texts());
    return Promise.resolve(sent({ applied: 3 }));
  };
  await syncNow({ run }, notices, { ...nowhere, refused: () => undefined });
  expect([during, texts()]).toEqual([[['Deleted.']], ['Deleted.', 'Synced: 3 findings sent.']]);
});

test('what stands in conflict is not told again by each sync when it was taken away, but to a user who asks', () => {
  const { notices, texts, synced } = told();
  synced({ conflict: 3 });
  for (const { id } of notices.list) notices.dismiss(id);
  synced({ conflict: 3 });
  expect(texts()).toEqual([]);
  synced({ conflict: 3 }, true);
  expect(texts()).toEqual(['Synced: 3 findings in conflict.']);
});

test('what comes into conflict after nothing was in conflict is told, also in the words of before', () => {
  const { notices, texts, synced } = told();
  synced({ conflict: 1 });
  for (const { id } of notices.list) notices.dismiss(id);
  synced({});
  synced({ conflict: 1 });
  expect(texts()).toEqual(['Synced: 1 finding in conflict.']);
});

test('each sync that sent something tells so, also as much as the one before', () => {
  const { notices, texts, synced } = told();
  synced({ applied: 1 });
  for (const { id } of notices.list) notices.dismiss(id);
  synced({ applied: 1 });
  expect(texts()).toEqual(['Synced: 1 finding sent.']);
});

test('a sync that held an engagement back stays told until the person has seen it', () => {
  const { notices } = told();
  const held = { ...sent({}), engagements: [{ project: 'p', complete: true, held: 'all of it is gone' }] };
  tellSync(held, true, notices, nowhere);
  expect(notices.list.map(({ kind }) => kind)).toEqual(['failed']);
});

test('a sync that the service stopped by asking to wait is not called done, and may be tried anyway', () => {
  const { notices, texts } = told();
  const tried: string[] = [];
  const on = { ...nowhere, anyway: () => void tried.push('anyway') };
  tellSync({ ...sent({}), failure: { code: 'unreachable', message: 'No network.' } }, true, notices, on);
  const pausing = {
    unfinished: true,
    notices: ['The service asks for fewer requests.'],
    retryAfterMs: 3_600_000,
  };
  const paused = { ...sent({}), ...pausing };
  tellSync(paused, true, notices, on);
  const actions = notices.list.map(({ action }) => action?.label);
  notices.list.at(-1)?.action?.run();
  tellSync({ ...sent({ applied: 2 }), ...pausing }, true, notices, on);
  expect([actions, tried, texts().at(-1)]).toEqual([
    ['Try anyway'],
    ['anyway'],
    'Synced so far: 2 findings sent.\nThe service asks for fewer requests.',
  ]);
});

test('conflicts lead to where they are resolved, and what else needs the person to a list of it', () => {
  const { notices } = told();
  const led: string[] = [];
  const on = { ...nowhere, show: () => void led.push('show'), conflicts: () => void led.push('conflicts') };
  const labels = [sent({ conflict: 2 }), { ...sent({ rejected: 1 }), needsPerson: 1 }].map((summary) => {
    tellSync(summary, true, notices, on);
    const { action } = notices.list.at(-1) ?? {};
    action?.run();
    return action?.label;
  });
  expect([labels, led]).toEqual([
    ['Resolve', 'Show'],
    ['conflicts', 'show'],
  ]);
});

test('a status that the service chose is told by name, and leads to the finding', () => {
  const { notices, texts } = told();
  const shown: string[] = [];
  const fields = { status: { sent: 'draft', now: 'open' } };
  const one = { project: 'fjm', id: 'F1', title: 'SQL injection', fields };
  const on = { ...nowhere, altered: () => void shown.push('altered') };
  tellSync({ ...sent({ applied: 1 }), altered: [one] }, false, notices, on);
  notices.list.at(-1)?.action?.run();
  expect([
    texts()
      .at(-1)
      ?.replaceAll(/[\u2066-\u2069]/gu, ''),
    shown,
  ]).toEqual([
    'Synced: 1 finding sent.\n“SQL injection”: the service set the status to Open, not Draft.',
    ['altered'],
  ]);
  tellSync({ ...sent({ applied: 2 }), altered: [one, one] }, false, notices, on);
  expect(texts().at(-1)).toContain('2 findings came back other than sent.');
});

test('a sync whose sweep was cut short is not called done', () => {
  const { notices, texts } = told();
  const cut = { ...sent({}), unfinished: true, notices: ['fjm: the sweep is incomplete.'] };
  tellSync(cut, true, notices, nowhere);
  expect([notices.list.map(({ kind }) => kind), texts()]).toEqual([
    ['told'],
    ['Not synced yet.\nfjm: the sweep is incomplete.'],
  ]);
});

test('why a sync failed is told until one gets through, whatever else that one tells', () => {
  const { notices, texts, synced } = told();
  const failure = { code: 'refused', message: 'The service refused it.' } as const;
  tellSync({ ...sent({}), failure }, false, notices, nowhere);
  notices.attention('of something else');
  expect(texts()).toEqual(['The service refused it.', 'of something else']);
  synced({});
  expect(texts()).toEqual(['of something else']);
});

test('that there is no network leaves with the next sync that gets through', () => {
  const { notices, texts, synced } = told();
  const failure = { code: 'unreachable', message: 'No way there.' } as const;
  tellSync({ ...sent({}), failure }, true, notices, nowhere);
  expect(texts()).toEqual([expect.stringContaining('No way there.')]);
  synced({ applied: 1 });
  expect(texts()).toEqual(['Synced: 1 finding sent.']);
});

test('that a sync left something for the user leaves once it is done, and what went well stays', () => {
  const { notices, texts, synced } = told();
  synced({ conflict: 2 });
  notices.endWaiting('sync');
  expect(texts()).toEqual([]);
  synced({ applied: 3 });
  notices.endWaiting('sync');
  expect(texts()).toEqual(['Synced: 3 findings sent.']);
});
