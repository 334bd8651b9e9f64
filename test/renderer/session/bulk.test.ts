import { expect, test, vi } from 'vitest';
import { bulkProcedures } from '#contract/procedures/findings/bulk.ts';
import {
  ApiError,
  type Api,
  type PageAnswer,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';
import { BulkResults } from '#renderer/features/bulk/bulk-results.state.svelte.ts';
import { BulkWork, type TextPlace } from '#renderer/session/bulk.svelte.ts';
import { Program, settled, withBase64 } from '../support/program.ts';

withBase64();

test('a preview that takes longer than a sync lets the store be arrives all the same, and again with what changed', async () => {
  vi.useFakeTimers();
  try {
    let [changes, asked] = [0, 0];
    const program = new Program({
      'bulk.preview': () => {
        asked += 1;
        return { total: changes, fingerprints: [] };
      },
    });
    const slow: Api = {
      ...program.api,
      async call<N extends PageProcedure>(name: N, input: PageInput<N>): Promise<PageAnswer<N>> {
        const answer = await program.api.call(name, input);
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        return answer;
      },
    };
    const work = new BulkWork(slow, { kind: 'delete', project: 'harbour-2026', rows: [1, 2, 3] });
    const freshen = (): void => work.lookAgain();
    const seen: (number | undefined)[] = [];
    work.lookSoon();
    for (changes = 1; changes <= 30; changes += 1) {
      freshen();
      await vi.advanceTimersByTimeAsync(300);
      if (changes % 10 === 0) seen.push(work.preview?.total);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    seen.push(work.preview?.total);
    // Nobody looks at it any more: what is under way is given up, and nothing is asked behind it.
    freshen();
    await settled();
    freshen();
    const before = asked;
    work.leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([seen, asked - before]).toEqual([[1, 9, 18, 31], 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('a finding that went on between two pages, and so moved behind the first, is shown once', async () => {
  const row = (at: number, state: string) => ({ row: at, state });
  const program = new Program({
    'bulk.results': (input) =>
      bulkProcedures['bulk.results'].input.parse(input).from === 0
        ? { summary: null, rows: [row(1, 'not-done'), row(2, 'not-done')], next: 2 }
        : { summary: null, rows: [row(3, 'not-done'), row(1, 'queued')], next: null },
  });
  const results = new BulkResults(program.api, 'b1');
  await results.again();
  await results.more();
  expect(results.rows.map(({ row: shown }) => shown)).toEqual([1, 2, 3]);
});

test('all findings of an outcome are chosen, and shown ones are read again, where they are more than one call answers', async () => {
  const rows = Array.from({ length: 25_000 }, (_one, at) => ({ row: at, state: 'rejected' }));
  const program = new Program({
    'bulk.results': (input) => {
      const { from, limit } = bulkProcedures['bulk.results'].input.parse(input);
      const end = from + limit;
      return { summary: null, rows: rows.slice(from, end), next: end < rows.length ? end : null };
    },
  });
  const results = new BulkResults(program.api, 'b1');
  const chosen = await results.inStates(['rejected']);
  await results.again();
  for (let page = 0; page < 55; page += 1) await results.more();
  await results.again();
  const numbers = (all: typeof results.rows) => all.map(({ row }) => row);
  expect(numbers(chosen)).toEqual(rows.map(({ row }) => row));
  expect(numbers(results.rows)).toEqual(rows.slice(0, 11_200).map(({ row }) => row));
  expect([results.next, results.failure]).toEqual([11_200, null]);
});

test('places of a text that were taken out stay out, text by text, until another text is looked for', () => {
  const work = new BulkWork(new Program({}).api, { kind: 'replace', project: 'harbour-2026', rows: [1, 2] });
  work.find = 'acme';
  work.by = 'Harbour';
  const place = { row: 1, field: 'description', fingerprint: 7 } as const;
  const other = { row: 2, field: 'description', fingerprint: 8 } as const;
  const except = (): unknown => (work.action?.kind === 'replace' ? work.action.except : null);
  const out = ({ fingerprint: stamp, ...where }: TextPlace, ...hits: number[]) => ({ ...where, stamp, hits });
  work.toggleHits(place, [30, 4], true);
  work.toggleHits(place, [12, 4], true);
  work.toggleHits(other, [5], true);
  work.toggleHits({ ...place, field: 'remediation' }, [6], true);
  expect(except()).toEqual([
    out(place, 4, 12, 30),
    out(other, 5),
    out({ ...place, field: 'remediation' }, 6),
  ]);
  const isOut = [place, other, { ...place, fingerprint: 9 }].map((one) =>
    [4, 5].map((hit) => work.isOut(one, hit)),
  );
  expect(isOut).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(work.search).toEqual({ ...work.action, except: [] });

  work.toggleHits(place, [4, 12], false);
  work.toggleHits(other, [5], false);
  expect(except()).toEqual([out({ ...place, field: 'remediation' }, 6), out(place, 30)]);
  // The text is another one by now: what was taken out of it stands for nothing.
  work.toggleHits({ ...place, fingerprint: 9 }, [2], true);
  expect(except()).toEqual([
    out({ ...place, field: 'remediation' }, 6),
    out({ ...place, fingerprint: 9 }, 2),
  ]);
  work.forgetTakenOut();
  expect(except()).toEqual([]);
});

test('an action is known once all of its values are', () => {
  const workOf = (kind: 'status' | 'severity' | 'tags' | 'asset' | 'replace' | 'delete'): BulkWork =>
    new BulkWork(new Program({}).api, { kind, project: 'harbour-2026', rows: [1] });
  const kinds = ['status', 'severity', 'tags', 'asset', 'replace', 'delete'] as const;
  expect(kinds.map((kind) => workOf(kind).action)).toEqual([
    null,
    null,
    null,
    null,
    null,
    { kind: 'delete' },
  ]);
  const made = kinds.map((kind) => {
    const work = workOf(kind);
    work.status = ' open ';
    work.severity = ' high ';
    [work.add, work.adding, work.removing] = [['one'], 'two three, four', 'five'];
    work.find = 'acme';
    return [work.action, work.isWritten];
  });
  expect(made).toEqual([
    [{ kind: 'status', status: 'open' }, true],
    [{ kind: 'severity', severity: 'high' }, true],
    [{ kind: 'tags', add: ['one', 'two three', 'four'], remove: ['five'] }, true],
    [{ kind: 'asset', add: ['one', 'two', 'three', 'four'], remove: ['five'] }, true],
    [expect.objectContaining({ kind: 'replace', find: 'acme', with: '', except: [] }), true],
    [{ kind: 'delete' }, true],
  ]);
  const nowhere = workOf('replace');
  [nowhere.find, nowhere.fields] = ['acme', []];
  expect([nowhere.action, workOf('tags').isWritten]).toEqual([null, false]);
});

test('an action that fails is chosen again if nothing of it was written down, and is stopped otherwise', async () => {
  let isKnown = false;
  let refusal: ApiError | null = new ApiError('disk-full', 'The disk is full.');
  const ran: unknown[] = [];
  const program = new Program({
    'bulk.preview': () => ({ total: 2, fingerprints: [3] }),
    'bulk.run': ({ fingerprints }) => {
      ran.push(fingerprints);
      if (refusal !== null) throw refusal;
      return { bulk: 'b1' };
    },
    'bulk.results': () => {
      if (!isKnown) throw new ApiError('not-found', 'There is no such action.');
      return { summary: null, rows: [], next: null };
    },
  });
  vi.useFakeTimers();
  try {
    const work = new BulkWork(program.api, { kind: 'delete', project: 'harbour-2026', rows: [1, 2] });
    const previewed = async (): Promise<void> => {
      work.lookSoon();
      await vi.advanceTimersByTimeAsync(1_000);
    };
    await work.run();
    expect([work.phase.kind, ran]).toEqual(['choosing', []]);
    await previewed();
    const running = work.run();
    expect(work.phase).toEqual({ kind: 'running', done: 0, total: 2 });
    await running;
    expect([work.phase.kind, work.failure]).toEqual(['choosing', 'The disk is full.']);

    await previewed();
    isKnown = true;
    await work.run();
    expect(await work.finished()).toMatchObject({ kind: 'stopped', why: 'The disk is full.' });

    const next = new BulkWork(program.api, { kind: 'delete', project: 'harbour-2026', rows: [1, 2] });
    refusal = null;
    next.lookSoon();
    await vi.advanceTimersByTimeAsync(1_000);
    await next.run();
    expect([next.phase, ran]).toEqual([{ kind: 'ended', summary: { bulk: 'b1' } }, [[3], [3], [3]]]);
  } finally {
    vi.useRealTimers();
  }
});

test('what is typed for an action counts without the blanks around it, and blanks alone are nothing', () => {
  const { api } = new Program({});
  const work = (kind: 'status' | 'severity' | 'tags') =>
    new BulkWork(api, { kind, project: 'harbour-2026', rows: [1] });
  const status = work('status');
  expect([status.action, status.isWritten]).toEqual([null, false]);
  status.status = ' ';
  expect([status.action, status.isWritten]).toEqual([null, false]);
  status.status = ' open ';
  expect([status.action, status.isWritten]).toEqual([{ kind: 'status', status: 'open' }, true]);
  const severity = work('severity');
  severity.severity = ' ';
  expect(severity.action).toBeNull();
  severity.severity = ' high ';
  expect([severity.action, severity.isWritten]).toEqual([{ kind: 'severity', severity: 'high' }, true]);
  const tags = work('tags');
  expect([tags.action, tags.isWritten]).toEqual([null, false]);
  tags.add = ['web'];
  expect([tags.action, tags.isWritten]).toMatchObject([{ kind: 'tags', add: ['web'] }, true]);
});
