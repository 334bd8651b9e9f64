import { describe, expect, it } from 'vitest';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { VerdictsSet } from '#contract/deliverable/rounds.ts';
import { png } from '../domain/images/pictures.ts';
import type { TestDesk } from '../support/desk.ts';
import {
  bench,
  body,
  create,
  findings,
  isCreation,
  project,
  spoil,
  sync,
  type HandClock,
} from '../engine/support.ts';

type Said = Omit<ProcedureInput<'verdict.set'>, 'project' | 'round' | 'pendingRetest' | 'setStatus'>;

const dayMs = 86_400_000;

async function retested(options: Parameters<typeof bench>[0] = {}) {
  const at = await bench(options);
  await at.desk.call('round.add', {
    project,
    name: 'After the fixes',
    begins: '2026-11-02',
    ends: '2026-11-06',
  });
  return at;
}

function set(
  desk: TestDesk,
  said: Said & { round?: number; pendingRetest?: boolean; setStatus?: boolean },
): Promise<VerdictsSet> {
  return desk.call('verdict.set', { project, round: 1, ...JSON.parse(JSON.stringify(said)) });
}

describe('a report and its retests', () => {
  it('names a status that says otherwise than the last verdict, in the check', async () => {
    const { desk } = await retested({
      seeds: [
        {
          project,
          findings: [
            { id: 'fixed', body: body({ status: 'open' }) },
            { id: 'gone', body: body({ status: 'closed' }) },
            { id: 'right', body: body({ status: 'closed' }) },
          ],
        },
      ],
    });
    await set(desk, { ids: ['fixed', 'right'], verdict: 'fixed' });
    await set(desk, { ids: ['gone'], verdict: 'open' });
    const said = async () =>
      (await desk.call('report.check', { project }))
        .filter(({ code }) => code === 'verdict-status')
        .map(({ level, finding, message }) => [level, finding, message])
        .sort();
    expect(await said()).toEqual([
      [
        'warning',
        'fixed',
        'After the fixes found it fixed, but its status is "open". Change one of the two.',
      ],
      [
        'warning',
        'gone',
        'After the fixes found it still open, but its status is "closed". Change one of the two.',
      ],
    ]);
    await desk.call('finding.edit', { id: 'fixed', changes: { status: 'closed' } });
    expect((await said()).map(([, id]) => id)).toEqual(['gone']);
  });

  it('is refused with the reason if there is no round, and no edition to compare with', async () => {
    const { desk } = await bench();
    const keep = (options: Record<string, number | string>) =>
      desk.call('report.keep', {
        project,
        format: 'html',
        force: true,
        options: { template: 'retest', ...options },
      });
    expect([await failure(keep({})), await failure(keep({ round: 3 }))]).toEqual([
      ['wrong-state', expect.stringContaining('no retest round yet')],
      ['not-found', expect.stringContaining('no retest round 3')],
    ]);
    await desk.call('report.keep', { project, format: 'html', force: true });
    expect(await keep({ against: 1 })).toMatchObject({ edition: 2 });
    await desk.call('round.add', { project });
    expect(await keep({})).toMatchObject({ edition: 3 });
  });

  it('is told from one edition to another, also across templates', async () => {
    const { desk } = await retested();
    const keep = (options: Record<string, string>) =>
      desk.call('report.keep', { project, format: 'html', force: true, options });
    await keep({});
    await set(desk, { ids: ['f1'], verdict: 'fixed' });
    await keep({ template: 'retest' });
    await keep({ template: 'single', finding: 'f1' });
    const compare = (from: number, to: number) => desk.call('edition.compare', { project, from, to });
    const [later, single] = [await compare(1, 2), await compare(2, 3)];
    expect(later).toMatchObject({
      templates: { from: 'technical', to: 'retest' },
      changed: [{ id: 'f1', fields: [{ field: 'verdict', was: null, now: 'fixed' }] }],
      gone: [],
    });
    expect(single).toMatchObject({ new: [], changed: [], unchanged: 1, templates: { to: 'single' } });
    expect(single.gone.map(({ id }) => id)).toEqual(['f2', 'f3', 'f4']);
  });
});

/** What round 1 says of a finding. */
async function verdictOf(desk: TestDesk, id: string, round = 1): Promise<unknown> {
  const rounds = await desk.call('finding.verdicts', { id });
  const given = rounds.find(({ number }) => number === round)?.given ?? null;
  return given === null ? null : [given.verdict, given.at, given.who, given.text];
}

async function counts(desk: TestDesk): Promise<unknown> {
  return (await desk.call('round.list', { project })).map(({ number, counts: per, none }) => [
    number,
    per,
    none,
  ]);
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? [error.code, error.message] : error),
  );
}

const none = { fixed: 0, partly: 0, open: 0, 'not-retested': 0 };
const today = (clock: HandClock): string => new Date(clock.wallMs()).toISOString().slice(0, 10);

describe('a round of retests', () => {
  it('has a number, a name, days, and counts what is said and what is not', async () => {
    const { desk } = await retested();
    await desk.call('round.add', { project });
    await desk.call('round.change', { project, round: 2, ends: '2026-12-01', note: 'Second visit' });
    await set(desk, { ids: ['f1', 'f2'], verdict: 'fixed' });
    await set(desk, { ids: ['f3'], verdict: 'partly' });
    expect(await desk.call('round.list', { project })).toEqual([
      {
        number: 1,
        name: 'After the fixes',
        begins: '2026-11-02',
        ends: '2026-11-06',
        note: '',
        counts: { ...none, fixed: 2, partly: 1 },
        none: 1,
        images: 0,
      },
      {
        number: 2,
        name: 'Retest 2',
        begins: '',
        ends: '2026-12-01',
        note: 'Second visit',
        counts: none,
        none: 4,
        images: 0,
      },
    ]);
    expect(await failure(desk.call('round.change', { project, round: 1, ends: '2026-11-01' }))).toEqual([
      'invalid',
      'A round cannot end (2026-11-01) before it begins (2026-11-02).',
    ]);
  });

  it('that holds verdicts or images goes only when that is agreed, and its verdicts stay in the histories', async () => {
    const { desk } = await retested();
    await set(desk, { ids: ['f1'], verdict: 'open', text: 'Still there.' });
    const content = Buffer.from(png({ width: 3, height: 8 })).toString('base64');
    await desk.call('evidence.add', { id: 'f2', round: 1, name: 'shot.png', content });
    expect(await failure(desk.call('round.remove', { project, round: 1 }))).toEqual([
      'wrong-state',
      'Round 1 holds 1 verdict and 1 image, which would be lost.',
    ]);
    const removed = await desk.call('round.remove', { project, round: 1, loseVerdicts: true });
    const past = await desk.call('finding.history', { id: 'f1' });
    expect({ removed, rounds: await counts(desk), last: past.at(-1)?.detail }).toEqual({
      removed: { verdicts: 1, images: 1 },
      rounds: [],
      last: {
        round: 'After the fixes',
        gone: true,
        fields: { verdict: { was: 'open' }, text: { was: 'Still there.' } },
      },
    });
  });

  it('that is not there is named beside those that are', async () => {
    const { desk } = await retested();
    expect(await failure(set(desk, { round: 7, ids: ['f1'], verdict: 'open' }))).toEqual([
      'not-found',
      'There is no retest round 7 in harbour-2026. It has 1.',
    ]);
  });
});

describe('a verdict', () => {
  it('is of today and of who is connected where nothing else is said, and keeps its words', async () => {
    const { desk, clock } = await retested();
    const said = await set(desk, {
      ids: ['f1', 'f2'],
      verdict: 'open',
      text: 'Seen again.',
      at: '2026-11-01',
      who: 'Bo',
    });
    await set(desk, { ids: ['f1'], verdict: 'fixed', at: '2026-11-03', who: 'Ada' });
    const again = await set(desk, { ids: ['f1', 'f2'], verdict: 'fixed' });
    expect({
      said: [said.changed, said.same],
      again: [again.changed, again.same],
      verdicts: [await verdictOf(desk, 'f1'), await verdictOf(desk, 'f2'), await verdictOf(desk, 'f3')],
    }).toEqual({
      said: [2, 0],
      again: [1, 1],
      verdicts: [
        ['fixed', '2026-11-03', 'Ada', 'Seen again.'],
        ['fixed', today(clock), 'Mara Lindqvist', 'Seen again.'],
        null,
      ],
    });
  });

  it('is undone with all that was set with it, and the one before stands again', async () => {
    const { desk } = await retested();
    await set(desk, { ids: ['f1'], verdict: 'open', at: '2026-11-02', who: 'Ada' });
    const { setting } = await set(desk, { ids: ['f1', 'f2', 'f3'], verdict: 'fixed' });
    const undone = await desk.call('verdict.undo', { project, setting });
    const stale = await failure(desk.call('verdict.undo', { project, setting }));
    expect({ undone, stale, verdicts: [await verdictOf(desk, 'f1'), await verdictOf(desk, 'f2')] }).toEqual({
      undone: { round: 1, undone: 3, stays: [] },
      stale: ['outdated', 'Other verdicts were set after it, so it was not undone.'],
      verdicts: [['open', '2026-11-02', 'Ada', ''], null],
    });
  });

  it('is cleared, told in the history, and comes back', async () => {
    const { desk } = await retested();
    await set(desk, { ids: ['f1'], verdict: 'partly', at: '2026-11-02', who: 'Ada' });
    const cleared = await desk.call('verdict.clear', { project, round: 1, ids: ['f1', 'f2'] });
    const gone = await verdictOf(desk, 'f1');
    await desk.call('verdict.undo', { project });
    const past = await desk.call('finding.history', { id: 'f1' });
    expect({
      cleared: [cleared.changed, cleared.same],
      verdicts: [gone, await verdictOf(desk, 'f1')],
      past: past.filter(({ what }) => what === 'verdict').map(({ detail }) => detail?.['fields']),
    }).toEqual({
      cleared: [1, 1],
      verdicts: [null, ['partly', '2026-11-02', 'Ada', '']],
      past: [
        { verdict: { now: 'partly' }, day: { now: '2026-11-02' }, who: { now: 'Ada' } },
        { verdict: { was: 'partly' }, day: { was: '2026-11-02' }, who: { was: 'Ada' } },
        { verdict: { now: 'partly' }, day: { now: '2026-11-02' }, who: { now: 'Ada' } },
      ],
    });
  });

  it('takes a run of typing as one setting and one entry of the history', async () => {
    const { desk } = await retested();
    await set(desk, { ids: ['f1'], verdict: 'fixed', at: '2026-11-02', who: 'Ada' });
    for (const text of ['N', 'No', 'No more.']) await set(desk, { ids: ['f1'], verdict: 'fixed', text });
    const typed = await verdictOf(desk, 'f1');
    const past = (await desk.call('finding.history', { id: 'f1' })).filter(({ what }) => what === 'verdict');
    await desk.call('verdict.undo', { project });
    expect([typed, past.map(({ detail }) => detail?.['fields']), await verdictOf(desk, 'f1')]).toEqual([
      ['fixed', '2026-11-02', 'Ada', 'No more.'],
      [
        { verdict: { now: 'fixed' }, day: { now: '2026-11-02' }, who: { now: 'Ada' } },
        { text: { now: 'No more.' } },
      ],
      ['fixed', '2026-11-02', 'Ada', ''],
    ]);
  });

  it('of the newest round stands in the list and is what a query asks for', async () => {
    const { desk } = await retested();
    await set(desk, { ids: ['f1', 'f2'], verdict: 'open' });
    await desk.call('round.add', { project });
    await set(desk, { round: 2, ids: ['f1'], verdict: 'fixed' });
    const found = async (query: string): Promise<string[]> =>
      (await desk.call('finding.list', { project, query })).rows.map(({ id }) => id);
    const numbers = (await desk.call('list.query', { project, query: 'id:f1,f2' })).rows;
    const rows = [...new Uint32Array(Uint8Array.from(Buffer.from(numbers, 'base64')).buffer)];
    const listed = await desk.call('list.rows', { rows });
    expect({
      fixed: await found('verdict:fixed'),
      open: await found('verdict:open'),
      left: (await found('verdict:none')).toSorted(),
      listed: listed.map(({ id, verdict }) => [id, verdict]).toSorted(),
    }).toEqual({
      fixed: ['f1'],
      open: [],
      left: ['f2', 'f3', 'f4'],
      listed: [
        ['f1', 'fixed'],
        ['f2', null],
      ],
    });
  });

  it('is for findings of its engagement, all or none', async () => {
    const { desk } = await retested();
    const unknown = await failure(set(desk, { ids: ['f1', 'nobody'], verdict: 'open' }));
    expect([unknown, await counts(desk)]).toEqual([
      ['not-found', 'There is no finding nobody here.'],
      [[1, none, 4]],
    ]);
  });
});

describe('with pending_retest', () => {
  it('the status is queued as one operation, what cannot have it is named, candidates get no verdict, and undo takes it back', async () => {
    const candidate = { id: 'cand', candidate: 'public', body: body({ status: 'draft' }) } as const;
    const { desk, service } = await retested({ seeds: [{ project, findings: [...findings(4), candidate] }] });
    service.edit('f2', { status: 'pending_retest' });
    await sync(desk);
    const ids = ['f1', 'f2', 'f3', 'cand'];
    const looked = await desk.call('verdict.preview', {
      project,
      round: 1,
      ids,
      verdict: 'open',
      pendingRetest: true,
    });
    const answer = await set(desk, { ids, verdict: 'open', pendingRetest: true });
    const queued = answer.operations.map(({ kind, findings }) => [kind, findings]);
    await desk.call('verdict.undo', { project });
    const without = [{ id: 'f2', reason: 'its status is pending_retest already' }];
    const leftOut = [{ id: 'cand', reason: 'it is a pending candidate: decide with "review"' }];
    expect({
      looked,
      answer: [answer.changed, answer.left_out, answer.status_left_out, queued],
      after: [await desk.call('queue.list'), await counts(desk)],
    }).toEqual({
      looked: {
        fresh: 3,
        replaced: none,
        reworded: 0,
        same: 0,
        left_out: leftOut,
        offered: 'open',
        status: 2,
        status_left_out: without,
      },
      answer: [3, leftOut, without, [['bulk-status', ['f1', 'f3']]]],
      after: [[], [[1, none, 4]]],
    });
  });

  it('undoing says for which findings the status was sent', async () => {
    const { desk } = await retested();
    await set(desk, { ids: ['f1'], verdict: 'open', pendingRetest: true });
    await sync(desk);
    expect([await desk.call('verdict.undo', { project }), await verdictOf(desk, 'f1')]).toEqual([
      { round: 1, undone: 1, stays: [{ id: 'f1', reason: 'the status has been sent already' }] },
      null,
    ]);
  });
});

describe('verdicts stay', () => {
  it('with a creation whose answer was lost, under both of its names', async () => {
    const at = await retested();
    const { desk, service } = at;
    const [local = ''] = (await create(desk, body({ title: 'Answer was lost' }))).findings;
    await set(desk, { ids: [local], verdict: 'fixed', at: '2026-11-02', who: 'Ada' });
    spoil(at, isCreation, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    await sync(desk);
    const id = String(service.findings(project).find(({ title }) => title === 'Answer was lost')?.['id']);
    desk.restart();
    expect([await verdictOf(desk, id), await verdictOf(desk, local), await counts(desk)]).toEqual([
      ['fixed', '2026-11-02', 'Ada', ''],
      ['fixed', '2026-11-02', 'Ada', ''],
      [[1, { ...none, fixed: 1 }, 4]],
    ]);
  });

  it('with a finding that is gone for long, and are not counted until it is back', async () => {
    const { desk, service, clock } = await retested();
    await set(desk, { ids: ['f2'], verdict: 'fixed', at: '2026-11-02', who: 'Ada' });
    service.remove('f2');
    await sync(desk, { acceptMissing: true });
    await clock.sleep(90 * dayMs);
    await sync(desk);
    const { rows } = await desk.call('finding.list', { project, query: 'is:gone' });
    expect([await verdictOf(desk, 'f2'), await counts(desk), rows.map(({ id }) => id)]).toEqual([
      ['fixed', '2026-11-02', 'Ada', ''],
      [[1, none, 3]],
      ['f2'],
    ]);
  });
});

describe('a verdict and the status', () => {
  const statuses = async (desk: TestDesk) =>
    (await desk.call('finding.list', { project })).rows.map(({ id, status }) => [id, status]);

  it('is offered by the names of the profile, and set only if asked for, then undone with the verdict', async () => {
    const { desk } = await retested({
      seeds: [
        { project, findings: findings(2).map((one) => ({ ...one, body: { ...one.body, status: 'open' } })) },
      ],
      profile: { statuses: ['open', 'Resolved'] },
    });
    const alone = await set(desk, { ids: ['f1'], verdict: 'fixed' });
    const offered = (await desk.call('finding.verdicts', { id: 'f1' }))[0]?.offered;
    const before = await statuses(desk);
    const both = await set(desk, { ids: ['f1', 'f2'], verdict: 'fixed', setStatus: true });
    const after = await statuses(desk);
    await desk.call('verdict.undo', { project, setting: both.setting ?? 0 });
    expect({
      alone: [alone.offered, alone.operations],
      offered,
      before,
      after,
      undone: await statuses(desk),
    }).toEqual({
      alone: ['Resolved', []],
      offered: 'Resolved',
      before: [
        ['f1', 'open'],
        ['f2', 'open'],
      ],
      after: [
        ['f1', 'Resolved'],
        ['f2', 'Resolved'],
      ],
      undone: [
        ['f1', 'open'],
        ['f2', 'open'],
      ],
    });
    expect([
      await failure(set(desk, { ids: ['f1'], verdict: 'partly', setStatus: true })),
      await failure(set(desk, { ids: ['f1'], verdict: 'fixed', setStatus: true, pendingRetest: true })),
    ]).toEqual([
      ['invalid', expect.stringContaining('"partly"')],
      ['invalid', expect.stringContaining('one status')],
    ]);
  });
});

describe('candidates and rejected findings', () => {
  const candidate = (id: string) => ({ id, candidate: 'public' as const, body: body({ title: id }) });

  it('cannot have a verdict: alone it is an error that says why, among others they are left out', async () => {
    const { desk } = await retested({
      seeds: [
        {
          project,
          findings: [
            candidate('pending'),
            candidate('refused'),
            candidate('accepted'),
            { id: 'theirs', body: body({ status: 'Rejected' }) },
            ...findings(1),
          ],
        },
      ],
    });
    await desk.call('candidate.review', { id: 'refused', decision: 'reject' });
    await desk.call('candidate.review', { id: 'accepted', decision: 'accept' });
    const ids = ['pending', 'refused', 'accepted', 'theirs', 'f1'];
    const preview = await desk.call('verdict.preview', { project, round: 1, ids, verdict: 'fixed' });
    const { changed, left_out } = await set(desk, { ids, verdict: 'fixed' });
    const leftOut = [
      { id: 'pending', reason: 'it is a pending candidate: decide with "review"' },
      { id: 'refused', reason: 'it was rejected' },
      { id: 'theirs', reason: 'it was rejected' },
    ];
    expect([preview.left_out, preview.fresh, left_out, changed]).toEqual([leftOut, 2, leftOut, 2]);
    expect([
      await failure(set(desk, { ids: ['pending'], verdict: 'fixed' })),
      await failure(set(desk, { ids: ['theirs'], verdict: 'open' })),
    ]).toEqual([
      ['wrong-state', 'pending cannot have a verdict: it is a pending candidate: decide with "review".'],
      ['wrong-state', 'theirs cannot have a verdict: it was rejected.'],
    ]);
    expect(await counts(desk)).toEqual([[1, { ...none, fixed: 2 }, 0]]);
    const { findings: shown } = await desk.call('round.show', { project, round: 1 });
    const [about] = await desk.call('finding.verdicts', { id: 'refused' });
    expect([shown.map(({ id }) => id).sort(), about?.refused]).toEqual([
      ['accepted', 'f1'],
      'it was rejected',
    ]);
  });
});

it('words of a verdict are not written over others that were not seen', async () => {
  const { desk } = await retested();
  await set(desk, { ids: ['f1'], verdict: 'open', text: 'Of B', who: 'Mara' });
  const words = async () => (await verdictOf(desk, 'f1')) as readonly string[];
  const mine = { ids: ['f1'], verdict: 'open' as const, text: 'Of A', who: 'Jon' };
  const refused = set(desk, { ...mine, seen: { text: [''], who: ['Mara'] } });
  await expect(refused).rejects.toMatchObject({ code: 'outdated' });
  expect((await words()).slice(2)).toEqual(['Mara', 'Of B']);
  await set(desk, { ...mine, seen: { text: ['', 'Of B'], who: ['Mara'] } });
  expect((await words()).slice(2)).toEqual(['Jon', 'Of A']);
});
