import { expect, test, vi } from 'vitest';
import { noFacts } from '#contract/engagement.ts';
import { defaultProfile } from '#contract/profile.ts';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { AccountOverview } from '#renderer/session/account/account.svelte.ts';
import { Activity } from '#renderer/features/activity/activity.state.svelte.ts';
import { Conflicts } from '#renderer/features/conflicts/conflicts.state.svelte.ts';
import { EngagementWork } from '#renderer/features/engagements/facts.state.svelte.ts';
import { Evidences } from '#renderer/features/evidence/evidence.state.svelte.ts';
import {
  expectFinding,
  openFinding,
  pointAtFinding,
} from '#renderer/features/findings/editor/open-finding.state.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { Queue } from '#renderer/features/outbox/outbox.state.svelte.ts';
import { SavedViews } from '#renderer/session/list/saved-views.svelte.ts';
import { asAnswered, Program, settled, withBase64, words } from './support/program.ts';
import { openReview } from './support/review.ts';

/*
 * Three threads of the program respond, and events take a way of their own: a response may arrive after an event that
 * it does not include.
 */

withBase64();

async function openImages(...names: string[]) {
  const imageOf = (name: string) => ({
    evidence: name,
    sha256: name,
    pictureSha256: name,
    annotations: [],
    originalName: name,
    caption: '',
  });
  let images = names.map(imageOf);
  /** Happens as soon as the page asks for the images. */
  let onList: () => void = () => undefined;
  const program = new Program({
    'evidence.list': () => {
      queueMicrotask(onList);
      return images;
    },
    'evidence.add': ({ name }) => {
      images = [...images, imageOf(name)];
      return imageOf(name);
    },
    'evidence.remove': ({ evidence }) => {
      images = images.filter((one) => one.evidence !== evidence);
      return {};
    },
    'evidence.content': () => ({ type: 'image/png', content: '' }),
    'evidence.caption': ({ evidence, caption }) => {
      images = images.map((one) => (one.evidence === evidence ? { ...one, caption } : one));
      return images.find((one) => one.evidence === evidence);
    },
    'evidence.order': ({ evidence }) => {
      images = evidence.flatMap((name) => images.filter((one) => one.evidence === name));
      return images;
    },
  });
  const evidences = new Evidences(program.api, new Notices(), 'f1');
  await evidences.refresh();
  const shown = () => evidences.list?.map((one) => one.evidence + evidences.captionOf(one)).join(' ');
  return { program, evidences, shown, listed: (run: () => void) => (onList = run) };
}

test('a caption that is saved is not shown as it was before', async () => {
  const { program, evidences, shown } = await openImages('a', 'b');
  const release = program.hold('evidence.list');
  const reading = evidences.refresh();
  evidences.type('a', ': the login');
  await evidences.saveNow();
  await release();
  await reading;
  expect(shown()).toBe('a: the login b');
});

test('images that are moved one step after the other move as many steps', async () => {
  const { program, evidences, shown } = await openImages('a', 'b', 'c', 'd');
  const releaseList = program.hold('evidence.list');
  const first = evidences.move('a', 1);
  await settled();
  const releaseOrder = program.hold('evidence.order');
  const second = evidences.move('a', 2);
  await releaseList();
  const meanwhile = shown();
  await releaseOrder();
  await Promise.all([first, second]);
  expect([meanwhile, shown()]).toEqual(['b c a d', 'b c a d']);
});

test('an image that is put back stands where it stood, also before the page knows of it', async () => {
  const { program, evidences, shown, listed } = await openImages('a', 'b', 'c');
  const [, image] = evidences.list ?? [];
  if (image === undefined) throw new Error('nothing is listed');
  const putBack = await evidences.remove(image);
  let release: () => Promise<void> = () => Promise.resolve();
  // The store tells of the new image while the page asks for it, so that this answer is not the newest.
  listed(() => {
    listed(() => undefined);
    release = program.hold('evidence.list');
    void evidences.refresh();
  });
  const done = putBack();
  await settled();
  await release();
  await done;
  expect(shown()).toBe('a b c');
});

test('facts that are saved are not shown as they were before', async () => {
  let facts = noFacts;
  const program = new Program({
    'engagement.facts': () => ({ facts }),
    'engagement.describe': (input) => {
      const before = facts;
      facts = { ...facts, ...asAnswered<object>(input.facts) };
      return { facts, before: { client: before.client } };
    },
  });
  const work = new EngagementWork(program.api, 'harbour-2026');
  await work.refresh();
  const release = program.hold('engagement.facts');
  const reading = work.refresh();
  work.type('client', 'Harbour');
  await work.saveNow();
  await release();
  await reading;
  expect(work.facts?.client).toBe('Harbour');
});

test('what is known of the account after asking is as new as the question, also where it is asked again meanwhile', async () => {
  let waiting = 0;
  const program = new Program({ 'account.standing': () => ({ waiting }) });
  const account = new AccountOverview(program.api);
  const releaseFirst = program.hold('account.standing');
  const first = account.load();
  const releaseSecond = program.hold('account.standing');
  waiting = 1;
  const second = account.load();
  waiting = 2;
  await account.load();
  const known = [account.standing?.waiting];
  await releaseFirst();
  await releaseSecond();
  await Promise.all([first, second]);
  known.push(account.standing?.waiting);
  waiting = 3;
  const third = account.load();
  program.hold('account.standing');
  void account.load();
  await third;
  known.push(account.standing?.waiting);
  expect(known).toEqual([2, 2, 3]);
});

test('a finding that was read ahead is shown as it was read; what changed in the store since follows', async () => {
  let title = 'before';
  let asked = 0;
  const program = new Program({
    'finding.open': ({ id }) => {
      asked += 1;
      return { id, effective: { title }, lookedAt: null };
    },
  });
  const desk = { api: program.api, profile: defaultProfile, revision: 1 };
  const shown = async (id: string): Promise<unknown> => {
    const open = openFinding(desk, id);
    await open.show();
    await open.leave();
    return open.valueOf('title');
  };
  expectFinding(desk, 'f1');
  const onItsWay = [await shown('f1'), asked];
  expectFinding(desk, 'f1');
  await settled();
  const here = [await shown('f1'), asked];
  expectFinding(desk, 'f1');
  await settled();
  title = 'after';
  desk.revision = 2;
  const release = program.hold('finding.open');
  const changed = openFinding(desk, 'f1');
  await changed.show();
  const atOnce = [changed.valueOf('title'), asked];
  await release();
  await settled();
  const followed = [changed.valueOf('title'), asked];
  expectFinding(desk, 'f1');
  const other = [await shown('f2'), asked];
  // The store changes while the answer is on its way.
  const releaseLater = program.hold('finding.open');
  const overtaken = shown('f1');
  await settled();
  title = 'newest';
  desk.revision = 3;
  await releaseLater();
  expect([onItsWay, here, atOnce, followed, other, await overtaken]).toEqual([
    ['before', 1],
    ['before', 2],
    ['before', 4],
    ['after', 4],
    ['after', 6],
    'newest',
  ]);
});

test('a finding that is only read ahead is not marked as looked at, and soon forgotten', async () => {
  vi.useFakeTimers();
  try {
    const looked: unknown[] = [];
    let title = 'before';
    const program = new Program({
      'finding.open': ({ id }) => ({ id, effective: { title }, lookedAt: null }),
      'finding.look': (which) => {
        looked.push(which);
        return { looked: 1 };
      },
    });
    const desk = { api: program.api, profile: defaultProfile, revision: 1 };
    expectFinding(desk, 'f1');
    await settled();
    vi.advanceTimersByTime(5_000);
    const ahead = looked.length;
    // While the home is locked nobody tells this page of a change.
    title = 'after';
    const open = openFinding(desk, 'f1');
    await open.show();
    vi.advanceTimersByTime(5_000);
    expect([ahead, looked, open.valueOf('title')]).toEqual([0, [{ ids: ['f1'] }], 'after']);
  } finally {
    vi.useRealTimers();
  }
});

test('a finding is read once where the mouse rests and then presses; those that it passes are not', async () => {
  vi.useFakeTimers();
  try {
    const asked: string[] = [];
    const program = new Program({
      'finding.open': ({ id }) => {
        asked.push(id);
        return { id, effective: { title: id }, lookedAt: null };
      },
    });
    const desk = { api: program.api, profile: defaultProfile, revision: 1 };
    for (const id of ['f1', 'f2', 'f3']) {
      pointAtFinding(desk, id);
      vi.advanceTimersByTime(20);
    }
    const passing = [...asked];
    vi.advanceTimersByTime(20);
    await settled();
    expectFinding(desk, 'f3');
    const open = openFinding(desk, 'f3');
    // It is there before anything is asked for.
    const title = open.valueOf('title');
    await open.show();
    await open.leave();
    expect([passing, asked, title]).toEqual([[], ['f3'], 'f3']);
  } finally {
    vi.useRealTimers();
  }
});

test('a finding that cannot be read again says so, and shows what was read before', async () => {
  let broken = false;
  const program = new Program({
    'finding.open': ({ id }) => {
      if (broken) throw new ApiError('damaged-store', 'The store is damaged.');
      return { id, effective: { title: 'Open port' }, lookedAt: null };
    },
  });
  const desk = { api: program.api, profile: defaultProfile, revision: 1 };
  expectFinding(desk, 'f1');
  await settled();
  broken = true;
  desk.revision = 2;
  const open = openFinding(desk, 'f1');
  await open.show();
  await open.leave();
  expect([open.failure, open.valueOf('title')]).toEqual(['The store is damaged.', 'Open port']);
});

test('an operation of the queue that comes after a change is asked for again', async () => {
  let state = 'queued';
  const program = new Program({
    'queue.rows': () => ({ seqs: words(3), counts: { person: 0, unknown: 0, sending: 0, waiting: 1 } }),
    'queue.items': () => [{ seq: 3, op: 'op-3', state }],
    'queue.open': () => ({ row: { seq: 3 } }),
  });
  const queue = new Queue(program.api);
  await queue.again();
  const release = program.hold('queue.items');
  queue.show(0, 10);
  await settled();
  state = 'conflict';
  await queue.again();
  await release();
  expect(queue.row(3)).toMatchObject({ state: 'conflict' });
});

/** A queue of one operation that was open when a sync got on with it; the list knows, what is open is on its way. */
async function queueBesideSync() {
  let state = 'sending';
  const program = new Program({
    'queue.rows': () => ({ seqs: words(3), counts: { person: 1, unknown: 0, sending: 0, waiting: 0 } }),
    'queue.items': () => [{ seq: 3, op: 'o3', state }],
    'queue.open': () => ({ row: { seq: 3, state } }),
  });
  const queue = new Queue(program.api);
  queue.show(0, 10);
  await queue.again();
  return { program, queue, become: (next: string) => (state = next) };
}

test('a key in the queue means the operation as the list shows it, also while what is beside it is of before', async () => {
  const { program, queue, become } = await queueBesideSync();
  become('unknown');
  const release = program.hold('queue.open');
  const asking = queue.again();
  await settled();
  const listed = queue.row(3)?.state;
  const [beside, meant] = [queue.detail?.row.state, (await queue.current())?.row.state];
  await release();
  await asking;
  expect([listed, beside, meant]).toEqual(['unknown', 'sending', 'unknown']);
});

test('what is open in the queue is not shown as it was before the list was asked again', async () => {
  const { program, queue, become } = await queueBesideSync();
  const release = program.hold('queue.open');
  const opening = queue.open();
  await settled();
  become('unknown');
  await queue.again();
  await release();
  await opening;
  expect(queue.detail?.row.state).toBe('unknown');
});

test('entries of the activity that came into view while it was asked for again are there', async () => {
  const entry = (at: number) => ({ key: String(at) });
  const program = new Program({
    'activity.list': ({ from, count }) => ({
      entries: Array.from({ length: count ?? 0 }, (_one, at) => entry((from ?? 0) + at)),
      total: 500,
      all: 500,
      sittings: [{ since: '', until: '', entries: 500, refused: 0 }],
      credits: null,
    }),
  });
  const activity = new Activity(program.api);
  await activity.again();
  activity.show(300, 310);
  await settled();
  activity.show(0, 10);
  const release = program.hold('activity.list');
  const asking = activity.again();
  activity.show(300, 310);
  await release();
  await asking;
  // Below the heading of their sitting.
  expect(activity.at(306)?.key).toBe('305');
});

test('a conflict that is resolved is not listed again by an answer of before, and a newer answer is not waited for', async () => {
  let open = ['a', 'b', 'c'];
  const program = new Program({
    'conflict.list': () => [
      { reason: 'fields', fields: ['title'], answers: {}, findings: open.map((id) => ({ op: 'o1', id })) },
    ],
    'conflict.settled': () => null,
  });
  const conflicts = new Conflicts(program.api, () => undefined);
  const listed = () => conflicts.entries.map(({ id }) => id).join('');
  const release = program.hold('conflict.list');
  const first = conflicts.freshen();
  open = ['b', 'c'];
  await conflicts.freshen();
  await release();
  await first;
  const known = [listed()];
  open = ['c'];
  const third = conflicts.freshen();
  program.hold('conflict.list');
  void conflicts.freshen();
  await third;
  known.push(listed());
  expect(known).toEqual(['bc', 'c']);
});

test('a list that was saved does not go again with an answer of before', async () => {
  let names = ['Mine'];
  const program = new Program({ 'view.list': () => names.map((name) => ({ name })) });
  const views = new SavedViews(program.api);
  const release = program.hold('view.list');
  const first = views.load();
  names = ['Mine', 'Yours'];
  await views.load();
  await release();
  await first;
  expect(views.list.map(({ name }) => name)).toEqual(['Mine', 'Yours']);
});

test('a decision that comes back after another engagement was opened puts nobody before a candidate of the one before', async () => {
  const rowsOf = (project: string) => (project === 'harbour-2026' ? words(7) : words());
  const card = {
    id: 'f7',
    fingerprint: 's',
    effective: { title: 'Open port' },
    candidate: true,
    project: 'harbour-2026',
  };
  const program = new Program({
    'review.list': ({ project }) => {
      return { rows: rowsOf(project), returned: words(), accepted: words(), rejected: words() };
    },
    'list.find': ({ project }) => {
      return { found: { kind: 'rows', rows: rowsOf(project) }, behind: 0, first: [] };
    },
    'review.card': () => ({ ...card, closed: null, decision: null }),
    'review.similar': () => [],
  });
  const { promise: refused, reject } = Promise.withResolvers<never>();
  const api: Api = {
    ...program.api,
    call: (name, input) => (name === 'candidate.review' ? refused : program.api.call(name, input)),
  };
  const { review, notices } = openReview(api);
  await review.ask('harbour-2026');
  await settled();
  review.decide('accept', true);
  const decided = [review.at];
  await review.ask('quay-2026');
  reject(new ApiError('outdated', 'It is another one.'));
  await settled();
  decided.push(review.at);
  expect([decided, notices.list.map(({ text, action }) => [text, action])]).toEqual([
    [null, null],
    [[expect.stringContaining('"Open port" has changed on the service.'), null]],
  ]);
});
