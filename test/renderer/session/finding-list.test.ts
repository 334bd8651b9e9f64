import { expect, test, vi } from 'vitest';
import { ApiError, type PageProcedure } from '#renderer/api/api.ts';
import { FindingList } from '#renderer/session/list/finding-list.svelte.ts';
import { Program, settled, withBase64, words } from '../support/program.ts';

withBase64();

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
  const asked: { name: PageProcedure; first?: number; order?: string; query?: string }[] = [];
  const program = new Program({
    'list.find': ({ query, order, first }) => {
      asked.push({ name: 'list.find', first, order, query });
      if (query === 'severity:hgh') throw new ApiError('query', 'Unknown severity', null, false, null, 9);
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
  return { program, list, time, asked };
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
  expect(asked).toEqual([{ name: 'list.find', first: 20, order: 'the-order', query: '7' }]);
  // Another engagement has another order.
  await list.ask({ project: 'other-2026', query: '' });
  expect([asked.at(-1)?.order, list.rows.length]).toEqual(['', 300]);
});

test('the first rows come with the first answer, before anybody knows how many are in view', async () => {
  const { list, asked } = listing(30);
  await list.ask({ project: 'harbour-2026' });
  list.show(0, 20);
  await settled();
  expect([asked.map(({ name }) => name), list.at(19)?.title]).toEqual([['list.find'], '200']);
});

test('the rows around those in view are fetched a moment after the answer, and at once for a user who scrolls', async () => {
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

test('the rows around those in view wait for a user who opens one', async () => {
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
    list.pauseRefresh();
    expect([before, await fetchedAt(320), await fetchedAt(500)]).toEqual([false, false, true]);
  } finally {
    vi.useRealTimers();
  }
});

/** The clock of the page goes there, and what is then due runs. */
async function goTo(time: { now: number }, at: number): Promise<void> {
  vi.advanceTimersByTime(at - time.now);
  time.now = at;
  await settled();
}

test('a list that a sync changed is not asked for between two letters, and a second after the last of them at the latest', async () => {
  vi.useFakeTimers();
  try {
    const { list, time, asked } = await asked7();
    void list.again();
    const after: number[] = [];
    // A letter each 250 ms: after four of them a second is over.
    for (let letter = 1; letter <= 5; letter += 1) {
      await goTo(time, letter * 250);
      void list.ask({ query: letter % 2 === 0 ? '7' : '17' });
      await settled();
      after.push(asked.filter(({ name }) => name === 'list.find').length);
    }
    const found = (): number => asked.filter(({ name }) => name === 'list.find').length;
    // A user who scrolls on and on then.
    for (let step = 1; step <= 6; step += 1) {
      await goTo(time, 1_250 + step * 200);
      list.show(step, step + 20);
    }
    expect([after, found()]).toEqual([[2, 3, 4, 5, 6], 7]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['began something', (list: FindingList) => list.pauseRefresh()],
  ['moved the mouse to a row', (list: FindingList) => list.pointed()],
])(
  'a list that was asked anew is drawn when the hands rest, where somebody %s while it was on its way',
  async (_what, use) => {
    vi.useFakeTimers();
    try {
      let rows = [10, 20, 30];
      const time = { now: 0 };
      const program = new Program({
        'list.find': () => ({ found: { kind: 'rows', rows: words(...rows) }, behind: 0, first: [] }),
        'list.rows': () => [],
      });
      const list = new FindingList(
        program.api,
        () => null,
        () => time.now,
      );
      await list.ask({ project: 'harbour-2026' });
      await goTo(time, 5_000);
      rows = [10, 30];
      const release = program.hold('list.find');
      void list.again();
      await settled();
      use(list);
      await release();
      const meanwhile = list.rows.length;
      await goTo(time, 5_300);
      expect([meanwhile, list.rows.length]).toEqual([3, 2]);
    } finally {
      vi.useRealTimers();
    }
  },
);

test('a query with a mistake leaves the list of the last one without, also where that is still on its way', async () => {
  const { program, list, time } = listing(300);
  await list.ask({ project: 'harbour-2026' });
  const release = program.hold('list.find');
  const asking = list.ask({ query: '7' });
  const mistaken = list.ask({ query: '7 severity:' });
  time.now = 10_000;
  await release();
  await Promise.all([asking, mistaken]);
  expect([list.rows.length, list.answered, list.problem?.at]).toEqual([30, '7', 11]);
});

test('under a query with a mistake the list of the one before follows the store, and another order', async () => {
  const { list, time, asked } = listing(300);
  await list.ask({ project: 'harbour-2026' });
  await list.ask({ query: '7' });
  await list.ask({ query: '7 severity:' });
  time.now = 10_000;
  asked.length = 0;
  await list.again();
  await list.ask({ sort: 'title' });
  const asks = asked.flatMap(({ name, query }) => (name === 'list.find' ? [query] : []));
  expect([asks, list.answered, list.problem === null]).toEqual([['7', '7'], '7', false]);
});

test('a query that is being typed leaves the list rather than empty it, and says no mistake before it is done', async () => {
  const { list } = await asked7();
  const seen = () => [list.rows.length, list.answered, list.kept, list.problem === null];
  await list.ask({ query: 'none', unfinished: true });
  const typing = seen();
  await list.ask({ query: 'severity:', unfinished: true });
  const broken = seen();
  await list.ask({ query: '17', unfinished: true });
  const narrower = seen();
  await list.ask({ query: 'severity:', unfinished: false });
  const told = seen();
  await list.ask({ query: 'none' });
  expect([typing, broken, narrower, told, seen()]).toEqual([
    [30, '7', true, true],
    [30, '7', true, true],
    [3, '17', false, true],
    [3, '17', true, false],
    [0, 'none', false, true],
  ]);
});

test('what the store alone can refuse is told at its place, and not of the text that is typed next', async () => {
  const { list, asked } = await asked7();
  await list.ask({ query: 'severity:hgh' });
  const refused = [list.problem?.at, list.kept, list.answered];
  await list.ask({ query: 'x severity:' });
  expect([refused, list.problem?.at, asked.at(-1)?.query, list.rows.length]).toEqual([
    [9, true, '7'],
    11,
    '7',
    30,
  ]);
});

test('where a query with a mistake is the first of an engagement nothing is listed', async () => {
  const { list } = listing(30);
  await list.ask({ project: 'harbour-2026' });
  await list.ask({ project: 'other-2026', query: 'severity:' });
  expect([list.rows.length, list.loaded]).toEqual([0, false]);
});

/** A list whose query finds what `found.rows` says at the time. */
function finding(...rows: number[]) {
  const found = { rows };
  const program = new Program({
    'list.find': () => ({ found: { kind: 'rows', rows: words(...found.rows) }, behind: 0, first: [] }),
    'list.rows': () => [],
  });
  const time = { now: 0 };
  const list = new FindingList(
    program.api,
    () => null,
    () => time.now,
  );
  const again = async (...now: number[]): Promise<number[]> => {
    found.rows = now;
    time.now += 10_000;
    await list.again();
    return [...list.rows];
  };
  return { list, again };
}

test('the finding that is open stays listed though its query finds it no more, until it is left', async () => {
  const { list, again } = finding(10, 20, 30);
  await list.ask({ project: 'harbour-2026', query: 'severity:high' });
  list.hold(20);
  const seen = [await again(10, 30), await again(30, 40)];
  list.hold(30);
  seen.push([...list.rows]);
  list.hold(40);
  seen.push(await again(30));
  // Asked anew, the list is what the query finds.
  await list.ask({});
  seen.push([...list.rows]);
  expect(seen).toEqual([[10, 20, 30], [20, 30, 40], [30, 40], [30, 40], [30]]);
});

test('a finding that is deleted leaves the list of everything at once, though it is open', async () => {
  const { list, again } = finding(10);
  await list.ask({ project: 'harbour-2026', query: '' });
  list.hold(10);
  expect(await again(20)).toEqual([20]);
});

test('a list is grouped by what it is sorted by, whatever a query leaves of it, and another order ends it', async () => {
  let found = words(3, 1, 2, 9);
  const sorts: (string | null)[] = [];
  const program = new Program({
    'list.find': ({ sort }) => {
      sorts.push(sort);
      return { found: { kind: 'rows', rows: found }, behind: 0, first: [] };
    },
    // Row 9 came after the groups were asked for.
    'list.groups': () => ({ names: ['open', 'closed'], rows: words(1, 2, 3), groups: words(1, 1, 0) }),
  });
  const list = new FindingList(
    program.api,
    () => null,
    () => 0,
  );
  await list.ask({ project: 'harbour-2026', group: 'status' });
  const whole = list.groups;
  found = words(2);
  await list.ask({ query: 'harbour' });
  const narrowed = list.groups;
  await list.ask({ sort: 'status:desc' });
  const turned = list.group;
  await list.ask({ sort: 'title' });
  expect([whole, narrowed, turned, list.group, list.groups]).toEqual([
    [
      { place: 0, name: 'open', count: 1 },
      { place: 1, name: 'closed', count: 3 },
    ],
    [{ place: 0, name: 'closed', count: 1 }],
    ...['status', null, []],
  ]);
  expect(sorts).toEqual(['status', 'status', 'status:desc', 'title']);
});

test('a finding that was made here is listed and selected at once, also if the query does not find it', async () => {
  const { list } = await asked7();
  await list.admit(20);
  expect([list.rows[0], list.rows.length, list.selection.cursor, list.selection.at]).toEqual([20, 31, 20, 0]);
  await list.ask({ query: '2' });
  expect([list.rows[0], list.rows.filter((row) => row === 20).length]).toEqual([20, 1]);
  list.hold(null);
  await list.ask({ query: '7' });
  expect(list.rows.includes(20)).toBe(false);
});
