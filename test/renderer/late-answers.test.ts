import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noFacts } from '#contract/engagement.ts';
import type { Api, PageAnswer, PageInput, PageProcedure } from '#renderer/api/api.ts';
import { Account } from '#renderer/state/account.svelte.ts';
import { Activity } from '#renderer/state/activity.svelte.ts';
import { EngagementWork } from '#renderer/state/engagement-facts.svelte.ts';
import { Evidences } from '#renderer/state/evidences.svelte.ts';
import { FindingList } from '#renderer/state/finding-list.svelte.ts';
import { Queue } from '#renderer/state/queue.svelte.ts';

/*
 * Two threads of the program answer, and what happens is told by a way of its own: an answer may come after what it
 * does not know of yet.
 */

type Answers = { readonly [N in PageProcedure]?: (input: PageInput<N>) => unknown };

/** By a name that is not known yet the compiler cannot follow what is answered. */
function asAnswered<T>(value: unknown): T {
  return value as T;
}

/** A program that answers with what its store has at the call; the answer may be held back. */
class Program {
  readonly #answers: Answers;
  readonly #held = new Map<PageProcedure, Promise<void>>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  readonly api: Api = {
    call: async <N extends PageProcedure>(name: N, input: PageInput<N>): Promise<PageAnswer<N>> => {
      const answer = structuredClone(this.#answers[name]?.(input));
      const held = this.#held.get(name);
      this.#held.delete(name);
      await held;
      return asAnswered(answer);
    },
    subscribe: () => () => undefined,
  };

  /** Keeps the answer of the next such call back. @returns lets it come */
  hold(name: PageProcedure): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(name, promise);
    return async () => {
      resolve();
      await settled();
    };
  }
}

/** What is ready has run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

function words(...numbers: number[]): string {
  return Buffer.from(Uint32Array.from(numbers).buffer).toString('base64');
}

// The window's Chromium has it; Node gets it with its next version.
beforeAll(() => {
  Object.assign(Uint8Array, { fromBase64: (text: string) => new Uint8Array(Buffer.from(text, 'base64')) });
});
afterAll(() => {
  Reflect.deleteProperty(Uint8Array, 'fromBase64');
});

async function openImages(...names: string[]) {
  const imageOf = (name: string) => ({ evidence: name, sha256: name, originalName: name, caption: '' });
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
  const evidences = new Evidences(program.api, 'f1');
  await evidences.refresh();
  const shown = () => evidences.list?.map((one) => one.evidence + evidences.captionOf(one)).join(' ');
  return { program, evidences, shown, listed: (run: () => void) => (onList = run) };
}

test('a caption that is saved is not shown as it was before', async () => {
  const { program, evidences, shown } = await openImages('a', 'b');
  const release = program.hold('evidence.list');
  const reading = evidences.refresh();
  evidences.type('a', ': the login');
  await evidences.saveCaption('a');
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
  await putBack();
  await release();
  expect(shown()).toBe('a b c');
});

test('facts that are saved are not shown as they were before', async () => {
  let facts = noFacts;
  const program = new Program({
    'engagement.facts': () => ({ facts }),
    'engagement.describe': (input) => {
      facts = { ...facts, ...asAnswered<object>(input.facts) };
      return { facts };
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
  const account = new Account(program.api);
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

test('a row of the list that comes after a change is asked for again', async () => {
  let title = 'before';
  const program = new Program({
    'list.find': () => ({ found: { kind: 'rows', rows: words(7) }, behind: 0, first: [] }),
    'list.rows': () => [{ row: 7, title }],
  });
  let now = 0;
  const list = new FindingList(
    program.api,
    () => null,
    () => now,
  );
  const release = program.hold('list.rows');
  list.show(0, 10);
  await list.ask({ project: 'harbour-2026' });
  now = 10_000;
  title = 'after';
  await list.again();
  await release();
  expect(list.at(0)?.title).toBe('after');
});

/** A program whose list has rows 10, 20, …, 10 × `count`, of which a query of digits finds those that it ends with. */
function listing(count: number) {
  const all = Array.from({ length: count }, (_one, at) => (at + 1) * 10);
  const asked: { readonly name: PageProcedure; readonly first?: number; readonly order?: string }[] = [];
  const program = new Program({
    'list.find': ({ query, order, first }) => {
      asked.push({ name: 'list.find', first, order });
      const has = all.map((row) => query === '' || String(row / 10).endsWith(query));
      const places = Buffer.alloc(Math.ceil(count / 8));
      has.forEach((met, at) => {
        if (met) places[at >> 3] = (places[at >> 3] ?? 0) | (1 << (at & 7));
      });
      return {
        found: {
          kind: 'places',
          order: { name: 'the-order', rows: order === 'the-order' ? null : words(...all) },
          places: places.toString('base64'),
        },
        behind: 0,
        first: all
          .filter((_row, at) => has[at])
          .flatMap((row, at) => (at < first ? [{ row, title: String(row) }] : [])),
      };
    },
    'list.rows': ({ rows }) => {
      asked.push({ name: 'list.rows' });
      return rows.map((row) => ({ row, title: String(row) }));
    },
  });
  const time = { now: 0 };
  const list = new FindingList(
    program.api,
    () => null,
    () => time.now,
  );
  return { list, time, asked };
}

/** The same with 20 rows in view, and just asked what ends with 7: 30 rows. */
async function asked7() {
  const made = listing(300);
  await made.list.ask({ project: 'harbour-2026' });
  made.list.show(0, 20);
  await settled();
  made.asked.length = 0;
  await made.list.ask({ query: '7' });
  await settled();
  return made;
}

test('a question is answered in one way to and fro once the order is here: what it finds, and the rows in view', async () => {
  const { list, asked } = await asked7();
  expect([[...list.rows].slice(0, 3), list.rows.length, list.at(1)?.title, list.at(19)?.title]).toEqual([
    [70, 170, 270],
    30,
    '170',
    '1970',
  ]);
  expect(asked).toEqual([{ name: 'list.find', first: 20, order: 'the-order' }]);
  // Another engagement has another order.
  await list.ask({ project: 'other-2026', query: '' });
  expect([asked.at(-1)?.order, list.rows.length]).toEqual(['', 300]);
});

test('the rows around those in view are fetched a moment after the answer, and at once for whoever scrolls', async () => {
  vi.useFakeTimers();
  try {
    const { list, asked } = await asked7();
    vi.advanceTimersByTime(299);
    await settled();
    const early = asked.length;
    list.show(5, 25);
    await settled();
    expect([early, asked.map(({ name }) => name), list.at(24)?.title]).toEqual([
      1,
      ['list.find', 'list.rows'],
      '2470',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('the rows around those in view wait for whoever opens one', async () => {
  vi.useFakeTimers();
  try {
    const { list, time, asked } = await asked7();
    const fetchedAt = async (ms: number): Promise<boolean> => {
      const passed = ms - time.now;
      time.now = ms;
      vi.advanceTimersByTime(passed);
      await settled();
      return asked.some(({ name }) => name === 'list.rows');
    };
    const before = await fetchedAt(200);
    list.giveWay();
    expect([before, await fetchedAt(320), await fetchedAt(500)]).toEqual([false, false, true]);
  } finally {
    vi.useRealTimers();
  }
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

test('entries of the activity that came into view while it was asked for again are there', async () => {
  const entry = (at: number) => ({ key: String(at) });
  const program = new Program({
    'activity.list': ({ from, count }) => ({
      entries: Array.from({ length: count ?? 0 }, (_one, at) => entry((from ?? 0) + at)),
      ...{ total: 500, all: 500 },
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
  expect(activity.at(305)?.key).toBe('305');
});
