import { describe, expect, test } from 'vitest';
import type { Engagement } from '#contract/engagement.ts';
import { ApiError } from '#renderer/api/api.ts';
import type { Shared } from '#renderer/session/context.ts';
import { newFindingDraftOf } from '#renderer/features/findings/list/drafts.ts';
import { roundDraftOf } from '#renderer/features/retest/drafts.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { bulkDraftOf, BulkWork } from '#renderer/session/bulk.svelte.ts';
import { Desk } from '#renderer/session/desk/desk.svelte.ts';
import { SyncRun } from '#renderer/session/desk/sync-run.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { Navigation } from '#renderer/shell/navigation/navigation.svelte.ts';
import { asAnswered, Program, settled, withBase64, words } from './support/program.ts';

withBase64();

/** The desk with three findings, the first of which is open; the list has fetched none of its rows yet. */
async function atFirst() {
  let broken = false;
  const program = new Program({
    'list.find': () => ({ found: { kind: 'rows', rows: words(1, 2, 3) }, behind: 0, first: [] }),
    'list.ids': ({ rows }) => {
      if (broken) throw new ApiError('damaged-store', 'The store is damaged.');
      return rows.map((row) => `f${String(row)}`);
    },
  });
  const notices = new Notices();
  const work = new Navigation(asAnswered<Shared>({ desk: new Desk(program.api), notices }));
  await work.list.ask({ project: 'harbour-2026' });
  work.list.selection.only(0);
  work.opened = 'f1';
  return { program, notices, work, breakIt: () => (broken = true) };
}

test('held down, the key for the next finding opens the one under the cursor, whichever answer comes last', async () => {
  const { program, work } = await atFirst();
  const release = program.hold('list.ids');
  const steps = [work.step(1), work.step(1)];
  await settled();
  const quicker = work.opened;
  await release();
  await Promise.all(steps);
  expect([quicker, work.opened]).toEqual(['f3', 'f3']);
});

test('a finding that is closed while the next one is asked for stays closed', async () => {
  const { program, work } = await atFirst();
  const release = program.hold('list.ids');
  const step = work.step(1);
  work.opened = null;
  await release();
  await step;
  expect(work.opened).toBeNull();
});

test('a next finding that cannot be asked for is told', async () => {
  const { work, notices, breakIt } = await atFirst();
  breakIt();
  await work.step(1);
  expect([work.opened, notices.list.map(({ text }) => text)]).toEqual(['f1', ['The store is damaged.']]);
});

describe('an engagement that is destroyed in another window', () => {
  const [harbour, ferry] = ['harbour-2026', 'ferry-2026'].map((project) =>
    asAnswered<Engagement>({ project, name: project === 'ferry-2026' ? 'Ferry' : 'Harbour' }),
  ) as [Engagement, Engagement];

  /** At the desk with both, in the harbour. */
  async function atHarbour() {
    const program = new Program({
      'list.find': ({ project }) => ({
        found: { kind: 'rows', rows: project === 'harbour-2026' ? words(1, 2) : words(7) },
        behind: 0,
        first: [],
      }),
      'bulk.preview': () => ({ total: 1 }),
    });
    const notices = new Notices();
    const settings = { write: () => undefined };
    const desk = new Desk(program.api);
    const work = new Navigation(asAnswered<Shared>({ desk, notices, settings }));
    await work.list.ask({ project: 'harbour-2026' });
    work.keepTo([harbour, ferry]);
    const { api } = desk;
    const kinds = () => notices.list.map(({ kind }) => kind);
    return { program, api, work, kinds, told: () => notices.list.map(({ text }) => text) };
  }

  test('is left for another one, and that is told', async () => {
    const { work, told } = await atHarbour();
    work.opened = 'f1';
    work.keepTo([ferry]);
    await settled();
    expect([work.list.project, [...work.list.rows], work.opened]).toEqual(['ferry-2026', [7], null]);
    expect(told()).toEqual(['The data of "Harbour" was destroyed. You are in "Ferry" now.']);
  });

  test('is left also where there is no other, and the next one is entered as the first was', async () => {
    const { work, told } = await atHarbour();
    work.restored = true;
    work.keepTo([]);
    await settled();
    expect([work.list.project, work.restored]).toEqual(['', false]);
    expect(told()).toEqual(['The data of "Harbour", "Ferry" was destroyed.']);
  });

  test('takes a finding along that was begun for it, into no other engagement, and that is told', async () => {
    const { work, api, told } = await atHarbour();
    work.dialogs.create();
    newFindingDraftOf(api).keep({
      op: 'o1',
      project: 'harbour-2026',
      title: 'Weak lock',
      assets: [],
      asset: '',
      severity: '',
    });
    work.keepTo([ferry]);
    expect([work.dialogs.findings, newFindingDraftOf(api).now, sessionOf(api).isUnsaved]).toEqual([
      null,
      null,
      false,
    ]);
    expect(told()).toEqual([
      'The data of "Harbour" was destroyed. Unsaved text there is lost. You are in "Ferry" now.',
    ]);
  });

  test('takes a change of many along, and leaves one of another engagement', async () => {
    const { program, work, api } = await atHarbour();
    const changeOf = (project: string) => new BulkWork(program.api, { kind: 'status', project, rows: [1] });
    work.dialogs.bulk = { kind: 'action', work: changeOf('harbour-2026') };
    work.keepTo([ferry]);
    const [gone, left] = [work.dialogs.bulk, bulkDraftOf(api).now];
    work.dialogs.bulk = { kind: 'action', work: changeOf('ferry-2026') };
    work.keepTo([ferry]);
    expect([gone, left, work.dialogs.bulk?.kind]).toEqual([null, null, 'action']);
  });

  test('takes a round along that was begun for it, with its dialog', async () => {
    const { work, api, told } = await atHarbour();
    work.dialogs.retest = { kind: 'rounds', project: 'gone-2025' };
    roundDraftOf(api).keep({ project: 'gone-2025', round: 'new', touched: { name: 'Second' }, from: {} });
    work.keepTo([harbour, ferry]);
    expect([work.dialogs.retest, roundDraftOf(api).now, told().length]).toEqual([null, null, 1]);
  });

  test('is no failure, unless what was typed there went with it', async () => {
    const [one, other] = [await atHarbour(), await atHarbour()];
    one.work.keepTo([ferry]);
    roundDraftOf(other.api).keep({
      project: 'harbour-2026',
      round: 'new',
      touched: { name: 'Second' },
      from: {},
    });
    other.work.dialogs.retest = { kind: 'rounds', project: 'harbour-2026' };
    other.work.keepTo([ferry]);
    expect([one.kinds(), other.kinds()]).toEqual([['told'], ['failed']]);
  });

  test('says nothing where nobody works on it', async () => {
    const { work, told } = await atHarbour();
    work.keepTo([harbour]);
    expect([work.list.project, told()]).toEqual(['harbour-2026', []]);
  });

  test('is told also where what was begun for it outlived a lock', async () => {
    const { work, api, told } = await atHarbour();
    work.dialogs.findings = { kind: 'new' };
    newFindingDraftOf(api).keep({
      op: 'o1',
      project: 'gone-2025',
      title: 'Weak lock',
      assets: [],
      asset: '',
      severity: '',
    });
    work.keepTo([harbour, ferry]);
    expect([work.dialogs.findings, work.list.project]).toEqual([null, 'harbour-2026']);
    expect(told()).toEqual(['The data of an engagement was destroyed. Unsaved text there is lost.']);
  });
});

describe('where the person was last', () => {
  const last = {
    query: 'is:open',
    sort: 'title',
    group: 'title',
    finding: 'f1',
    split: 300,
    maximised: false,
    screen: 'review',
  } as const;

  function atStart() {
    const program = new Program({
      'list.find': () => ({ found: { kind: 'rows', rows: words(1) }, behind: 0, first: [] }),
      'finding.open': () => ({ row: 1 }),
      'view.list': () => [],
      'list.counts': ({ queries }) => queries.map(() => 0),
    });
    return new Navigation(asAnswered<Shared>({ desk: new Desk(program.api), notices: new Notices() }));
  }

  test('is gone to as soon as it is known', async () => {
    const work = atStart();
    work.restore('harbour-2026', last);
    await settled();
    const { screen, opened, list } = work;
    expect([screen, opened, list.project, list.query, list.sort]).toEqual([
      ...['review', 'f1', 'harbour-2026'],
      ...['is:open', 'title'],
    ]);
  });

  test('is not gone to where they went to another screen before it was known, or queried', async () => {
    const work = atStart();
    work.go('conflicts');
    work.restore('harbour-2026', last);
    const queried = atStart();
    queried.showProblems();
    queried.restore('harbour-2026', last);
    await settled();
    expect([work.screen, work.list.query]).toEqual(['conflicts', 'is:open']);
    expect([queried.screen, queried.list.project, queried.list.query]).toEqual([
      ...['findings', 'harbour-2026'],
      'is:conflict,rejected,unknown',
    ]);
  });
});

test('a decision that came back is led to also from another engagement, and another screen', async () => {
  const rowsOf = (project: string) => (project === 'harbour-2026' ? words(7) : words(8));
  const program = new Program({
    'review.list': ({ project }) => ({
      rows: rowsOf(project),
      returned: words(),
      accepted: words(),
      rejected: words(),
    }),
    'list.find': ({ project }) => ({ found: { kind: 'rows', rows: rowsOf(project) }, behind: 0, first: [] }),
    'review.card': ({ row }) => ({
      id: `f${String(row)}`,
      fingerprint: 's',
      effective: { title: 'Open port' },
      candidate: true,
      project: row === 7 ? 'harbour-2026' : 'ferry-2026',
      closed: null,
      decision: null,
    }),
    'review.similar': () => [],
    'candidate.review': () => {
      throw new ApiError('outdated', 'It is another one.');
    },
    'finding.open': () => ({ row: 7 }),
    'desk.status': () => ({ connection: null }),
    'view.list': () => [],
    'list.counts': ({ queries }) => queries.map(() => 0),
  });
  const notices = new Notices();
  const work = new Navigation(asAnswered<Shared>({ desk: new Desk(program.api), notices }));
  await work.list.ask({ project: 'harbour-2026' });
  await work.review.ask('harbour-2026');
  await settled();
  work.review.decide('accept', true);
  await settled();
  await work.list.ask({ project: 'ferry-2026' });
  await work.review.ask('ferry-2026');
  await settled();
  notices.list.at(-1)?.action?.run();
  await settled();
  const { screen, list, review } = work;
  expect([screen, list.project, review.list.project, review.at]).toEqual([
    ...['review', 'harbour-2026', 'harbour-2026'],
    7,
  ]);
});

describe('an engagement that is gone to', () => {
  /** The desk in the harbour, with the ferry as well; the store has the engagements of `store.projects`. */
  async function atHarbour() {
    const store = { projects: ['harbour-2026', 'ferry-2026'] };
    const program = new Program({
      'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15 }),
      'desk.status': () => ({
        connection: null,
        profile: null,
        waiting: 0,
        needsPerson: 0,
        engagements: store.projects.map((project) => ({ project, name: null })),
      }),
      'list.find': () => ({ found: { kind: 'rows', rows: words(1) }, behind: 0, first: [] }),
      'list.values': () => ({ severities: [], statuses: [], tags: [], assets: [], people: [], tools: [] }),
      'view.list': () => [],
      'list.counts': ({ queries }) => queries.map(() => 0),
    });
    const desk = new Desk(program.api);
    desk.start();
    await settled();
    const work = new Navigation(asAnswered<Shared>({ desk, notices: new Notices() }));
    await work.list.ask({ project: 'harbour-2026' });
    return { store, program, work };
  }

  test('is where a finding is created at once, however late the desk answers', async () => {
    const { program, work } = await atHarbour();
    const release = program.hold('desk.status');
    const entered = work.enter('ferry-2026');
    const atOnce = work.list.project;
    await release();
    await entered;
    expect([atOnce, work.list.project]).toEqual(['ferry-2026', 'ferry-2026']);
  });

  test('is one that the desk knows: one that was just added is asked for first', async () => {
    const { store, program, work } = await atHarbour();
    store.projects.push('quay-2026');
    const release = program.hold('desk.status');
    const entered = work.enter('quay-2026');
    const meanwhile = work.list.project;
    await release();
    await entered;
    expect([meanwhile, work.list.project]).toEqual(['harbour-2026', 'quay-2026']);
  });

  test('stays, also if the desk learns only then of one that was gone to before', async () => {
    const { store, program, work } = await atHarbour();
    store.projects.push('quay-2026');
    const release = program.hold('desk.status');
    const first = work.enter('quay-2026');
    const second = work.enter('ferry-2026');
    await release();
    await Promise.all([first, second]);
    expect(work.list.project).toBe('ferry-2026');
  });
});

describe('a sync that is asked for where changes are reviewed before they leave', () => {
  /** The program tells of a sync that is under way, as long as `store.syncing`; one finding has a pending change. */
  async function atOne() {
    const store = { syncing: true, needsPerson: 0, sent: [] as unknown[] };
    const program = new Program({
      'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15 }),
      'desk.status': () => ({
        connection: { account: 'mara', hasToken: true },
        engagements: [],
        profile: null,
        waiting: 1,
        needsPerson: store.needsPerson,
        syncing: store.syncing,
      }),
      'pending.list': () => ({ fingerprint: 's', newest: 4, pairs: words(1, 4), held: words() }),
      'pending.changes': () => [],
      'sync.run': (request) => {
        store.sent.push(request);
        return { failure: null };
      },
    });
    const desk = new Desk(program.api);
    desk.start();
    await settled();
    const notices = new Notices();
    const settings = { sending: { when: 'asked', told: true, minutes: 5 } };
    const sync = new SyncRun(desk);
    const work = new Navigation(asAnswered<Shared>({ desk, notices, settings, sync }));
    return { program, store, desk, work, notes: () => notices.list.map(({ text }) => text) };
  }

  test('shows them after a sync that has ended, which the window may still take for one under way', async () => {
    const { store, work, notes } = await atOne();
    store.syncing = false;
    work.sync();
    await settled();
    expect([work.dialogs.sending, work.sending.included, store.sent, notes()]).toEqual([true, 1, [], []]);
  });

  test('shows them with the counts of that moment, so that no line goes under the hand', async () => {
    const { program, store, desk, work } = await atOne();
    store.syncing = false;
    work.sync();
    await settled();
    work.dialogs.sending = false;
    store.needsPerson = 1;
    const counted = program.hold('desk.status');
    work.sync();
    await settled();
    const early = work.dialogs.sending;
    await counted();
    expect([early, work.dialogs.sending, desk.status?.needsPerson]).toEqual([false, true, 1]);
  });

  test('sends nothing while one is under way, and says so', async () => {
    const { store, work, notes } = await atOne();
    work.sync();
    await settled();
    expect([work.dialogs.sending, store.sent, notes()]).toEqual([false, [], ['A sync is already running.']]);
  });

  test('that is asked for twice shows them once, and sends nothing by itself', async () => {
    const { program, store, work, notes } = await atOne();
    store.syncing = false;
    const listed = program.hold('pending.changes');
    work.sync();
    await settled();
    const listedAgain = program.hold('pending.list');
    work.sync();
    await listed();
    await listedAgain();
    expect([work.dialogs.sending, work.sending.included, store.sent, notes()]).toEqual([true, 1, [], []]);
  });
});
