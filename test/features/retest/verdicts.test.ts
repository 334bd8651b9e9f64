import { describe, expect, it, test } from 'vitest';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { FindingRound, VerdictsSet } from '#contract/deliverable/rounds.ts';
import { sameWords, wordsFor, type VerdictWish } from '#features/retest/verdict-strings.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, edit, project, sync, type Bench } from '../../engine/support.ts';

type Wanted = Partial<ProcedureInput<'verdict.set'>> & Pick<ProcedureInput<'verdict.set'>, 'ids' | 'verdict'>;

async function retested(count: number): Promise<Bench> {
  const at = await bench({ count });
  await at.desk.call('round.add', { project });
  return at;
}

function set(desk: TestDesk, wanted: Wanted): Promise<VerdictsSet> {
  return desk.call('verdict.set', { project, round: 1, at: '2026-11-02', who: 'Ada', ...wanted });
}

async function round(desk: TestDesk, id = 'f1'): Promise<FindingRound | undefined> {
  return (await desk.call('finding.verdicts', { id }))[0];
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
}

const minuteMs = 60_000;

describe('words that are typed at a verdict', () => {
  it.each([
    ['five minutes later at the latest are part of the same setting', 5 * minuteMs, 'The first'],
    ['later than that are a setting of their own', 5 * minuteMs + 1, 'First words'],
  ])('%s', async (_title, laterMs, left) => {
    const { desk, clock } = await retested(1);
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'The first' });
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'First words' });
    clock.pass(laterMs);
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'First words and more' });
    await desk.call('verdict.undo', { project });
    expect((await round(desk))?.given?.text).toBe(left);
  });

  it('at another finding in between are settings of their own', async () => {
    const { desk } = await retested(2);
    await set(desk, { ids: ['f1'], verdict: 'open' });
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'One' });
    await set(desk, { ids: ['f2'], verdict: 'open' });
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'One and two' });
    await desk.call('verdict.undo', { project });
    expect((await round(desk))?.given?.text).toBe('One');
  });

  it('at two findings at once are undone for both', async () => {
    const { desk } = await retested(2);
    await set(desk, { ids: ['f1', 'f2'], verdict: 'open', text: 'Before' });
    await set(desk, { ids: ['f1', 'f2'], verdict: 'open', text: 'After' });
    const { undone } = await desk.call('verdict.undo', { project });
    const texts = [await round(desk, 'f1'), await round(desk, 'f2')].map((one) => one?.given?.text);
    expect([undone, texts]).toEqual([2, ['Before', 'Before']]);
  });

  it('after a status was queued with them leave that to be undone by itself', async () => {
    const { desk } = await retested(1);
    await set(desk, { ids: ['f1'], verdict: 'open' });
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'With status', pendingRetest: true });
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'With status, typed on' });
    await desk.call('verdict.undo', { project });
    expect([(await round(desk))?.given?.text, (await desk.call('queue.list')).length]).toEqual([
      'With status',
      1,
    ]);
  });
});

describe('words that are written over others', () => {
  const stored = { text: 'Stored', who: 'Ada', at: '2026-11-02' };

  test.each([
    ['a text that was not seen', { text: 'Mine', seen: { text: ['Old'] } }, 'outdated'],
    ['a name that was not seen', { who: 'Bo', seen: { who: ['Old'] } }, 'outdated'],
    ['a day that was not seen', { at: '2026-11-03', seen: { at: ['2026-11-01'] } }, 'outdated'],
    ['what was seen', { text: 'Mine', seen: { text: ['Older', 'Stored'] } }, 'taken'],
    ['what is stored as well', { text: 'Stored', seen: { text: ['Old'] } }, 'taken'],
    ['without saying what was seen', { text: 'Mine' }, 'taken'],
    ['if another member was not seen', { text: 'Mine', who: 'Bo', seen: { who: ['Ada'] } }, 'taken'],
  ])('%s', async (_title, wanted, outcome) => {
    const { desk } = await retested(1);
    await set(desk, { ids: ['f1'], verdict: 'open', ...stored });
    const given = desk.call('verdict.set', { project, round: 1, ids: ['f1'], verdict: 'open', ...wanted });
    expect(await refusal(given)).toBe(outcome);
    const { text, who, at } = (await round(desk))?.given ?? {};
    const { seen: _seen, ...changed } = { seen: {}, ...wanted };
    expect({ text, who, at }).toEqual(outcome === 'taken' ? { ...stored, ...changed } : stored);
  });

  it('that were cleared meanwhile are nothing to be seen', async () => {
    const { desk } = await retested(1);
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'Cleared' });
    await desk.call('verdict.clear', { project, round: 1, ids: ['f1'] });
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'Mine', seen: { text: ['Old'], who: [], at: [] } });
    expect((await round(desk))?.given?.text).toBe('Mine');
  });
});

describe('what a verdict says', () => {
  const wish: VerdictWish = {
    verdict: 'fixed',
    text: undefined,
    day: undefined,
    who: undefined,
    today: '2026-11-09',
    caller: 'Mara',
  };
  const before = {
    entry: 1,
    setting: 1,
    round: 1,
    finding: 1 as never,
    setAt: '',
    op: null,
    verdict: 'fixed',
    text: 'As before',
    day: '2026-11-02',
    who: 'Ada',
  } as const;

  test.each([
    ['is of today and the caller, without words, if there was none', null, {}],
    ['stays as it was if nothing else is said', before, { text: 'As before', day: '2026-11-02', who: 'Ada' }],
    [
      'is of today and the caller if it was another, and keeps its words',
      { ...before, verdict: 'open' as const },
      { text: 'As before' },
    ],
    ['has no words of one that was cleared', { ...before, verdict: null }, {}],
  ])('%s', (_title, last, over) => {
    const expected = { verdict: 'fixed', text: '', day: '2026-11-09', who: 'Mara', ...over };
    expect(wordsFor(wish, last)).toEqual(expected);
  });

  it('is what was said, also if that is nothing', () => {
    const said = { ...wish, text: '', day: '2026-11-05', who: 'Bo' };
    expect(wordsFor(said, before)).toEqual({ verdict: 'fixed', text: '', day: '2026-11-05', who: 'Bo' });
  });

  test.each([
    ['verdict', 'open'],
    ['text', 'Other'],
    ['day', '2026-11-03'],
    ['who', 'Bo'],
  ])('is another one with another %s', (member, value) => {
    const { verdict, text, day, who } = before;
    const words = { verdict, text, day, who };
    expect([
      sameWords(before, words),
      sameWords(before, { ...words, [member]: value }),
      sameWords(null, words),
    ]).toEqual([true, false, false]);
  });
});

describe('a preview', () => {
  it('counts what is new, replaced, worded anew and the same', async () => {
    const { desk } = await retested(4);
    await set(desk, { ids: ['f1'], verdict: 'fixed', text: 'Same' });
    await set(desk, { ids: ['f2'], verdict: 'fixed', text: 'Other' });
    await set(desk, { ids: ['f3'], verdict: 'partly', text: 'Same' });
    const preview = await desk.call('verdict.preview', {
      project,
      round: 1,
      ids: ['f1', 'f2', 'f3', 'f4'],
      verdict: 'fixed',
      text: 'Same',
      at: '2026-11-02',
      who: 'Ada',
    });
    const replaced = { fixed: 0, partly: 1, open: 0, 'not-retested': 0 };
    expect(preview).toMatchObject({
      fresh: 1,
      replaced,
      reworded: 1,
      same: 1,
      status: 0,
      status_left_out: [],
    });
  });
});

describe('a status that goes with a verdict', () => {
  it('is queued once for a finding that is named twice, also if its verdict is the same', async () => {
    const { desk } = await retested(1);
    await set(desk, { ids: ['f1'], verdict: 'open' });
    const { changed, same, setting, operations } = await set(desk, {
      ids: ['f1', 'f1'],
      verdict: 'open',
      pendingRetest: true,
    });
    expect([changed, same, setting, operations.map(({ findings }) => findings)]).toEqual([
      0,
      1,
      null,
      [['f1']],
    ]);
  });

  it('is not queued at all if no finding can have it', async () => {
    const { desk, service } = await retested(1);
    service.edit('f1', { status: 'pending_retest' });
    await sync(desk);
    const {
      changed,
      operations,
      status_left_out: out,
    } = await set(desk, {
      ids: ['f1'],
      verdict: 'open',
      pendingRetest: true,
    });
    expect([changed, operations, out.map(({ id }) => id), await desk.call('queue.list')]).toEqual([
      1,
      [],
      ['f1'],
      [],
    ]);
  });

  it('is offered only while the finding can have it', async () => {
    const { desk } = await retested(2);
    await set(desk, { ids: ['f1', 'f2'], verdict: 'fixed' });
    await edit(desk, 'f2', { status: 'closed' });
    const offered = [await round(desk, 'f1'), await round(desk, 'f2')].map((one) => one?.offered);
    await set(desk, { ids: ['f1'], verdict: 'not-retested' });
    expect([...offered, (await round(desk, 'f1'))?.offered]).toEqual(['closed', null, null]);
  });
});

describe('undoing', () => {
  it('without any verdict is refused', async () => {
    const { desk } = await retested(1);
    expect(await refusal(desk.call('verdict.undo', { project }))).toBe('wrong-state');
  });

  it('names in the history what it took back', async () => {
    const { desk } = await retested(1);
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'Seen' });
    await desk.call('verdict.undo', { project });
    const past = await desk.call('finding.history', { id: 'f1' });
    expect(past.at(-1)?.detail).toEqual({
      round: 'Retest 1',
      number: 1,
      undone: true,
      fields: {
        verdict: { was: 'open' },
        text: { was: 'Seen' },
        day: { was: '2026-11-02' },
        who: { was: 'Ada' },
      },
    });
  });
});

it('a finding of another engagement has no verdict here', async () => {
  const { desk } = await retested(1);
  await desk.call('engagement.add', { project: 'other' });
  await desk.call('round.add', { project: 'other' });
  const given = desk.call('verdict.set', { project: 'other', round: 1, ids: ['f1'], verdict: 'open' });
  expect(await refusal(given)).toBe('invalid');
});
