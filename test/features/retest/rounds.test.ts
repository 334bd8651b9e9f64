import { describe, expect, it } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, body, findings, project } from '../../engine/support.ts';

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
}

async function image(desk: TestDesk, name: string, width: number): Promise<void> {
  const content = Buffer.from(png({ width, height: 8 })).toString('base64');
  await desk.call('evidence.add', { id: 'f1', round: 1, name, content });
}

describe('the days of a round', () => {
  it('may be one day, or only its first or last', async () => {
    const { desk } = await bench({ count: 1 });
    const days = [
      { begins: '2026-11-02', ends: '2026-11-02' },
      { begins: '2026-11-02', ends: '' },
      { begins: '', ends: '2026-11-02' },
    ];
    for (const given of days) await desk.call('round.add', { project, ...given });
    const rounds = await desk.call('round.list', { project });
    expect(rounds.map(({ begins, ends }) => ({ begins, ends }))).toEqual(days);
  });

  it('are not added the wrong way round, nor changed so that they are', async () => {
    const { desk } = await bench({ count: 1 });
    const why = 'A round cannot end (2026-11-01) before it begins (2026-11-02).';
    const added = desk.call('round.add', { project, begins: '2026-11-02', ends: '2026-11-01' });
    expect([await refusal(added), await desk.call('round.list', { project })]).toEqual([why, []]);
    await desk.call('round.add', { project, begins: '2026-11-01', ends: '2026-11-01' });
    const changed = desk.call('round.change', { project, round: 1, begins: '2026-11-02' });
    expect([await refusal(changed), await desk.call('round.list', { project })]).toEqual([
      why,
      [expect.objectContaining({ begins: '2026-11-01', ends: '2026-11-01' })],
    ]);
  });
});

it('a round keeps what a change does not name', async () => {
  const { desk } = await bench({ count: 1 });
  const said = { name: 'First', begins: '2026-11-02', ends: '2026-11-06', note: 'On site' };
  await desk.call('round.add', { project, ...said });
  const changes = [{ note: 'Remote' }, { name: 'Second' }, { begins: '' }, { ends: '2026-11-05' }];
  const seen: unknown[] = [];
  for (const change of changes) {
    const { name, begins, ends, note } = await desk.call('round.change', { project, round: 1, ...change });
    seen.push({ name, begins, ends, note });
  }
  expect(seen).toEqual([
    { ...said, note: 'Remote' },
    { ...said, note: 'Remote', name: 'Second' },
    { ...said, note: 'Remote', name: 'Second', begins: '' },
    { note: 'Remote', name: 'Second', begins: '', ends: '2026-11-05' },
  ]);
});

it('rounds of an engagement that is not here are not found', async () => {
  const { desk } = await bench({ count: 1 });
  const asked = [
    desk.call('round.list', { project: 'elsewhere' }),
    desk.call('round.add', { project: 'elsewhere' }),
  ];
  expect(await Promise.all(asked.map(refusal))).toEqual([
    expect.stringContaining('elsewhere'),
    expect.stringContaining('elsewhere'),
  ]);
});

describe('a round that holds something says what would be lost', () => {
  it('only verdicts', async () => {
    const { desk } = await bench({ count: 2 });
    await desk.call('round.add', { project });
    await desk.call('verdict.set', { project, round: 1, ids: ['f1', 'f2'], verdict: 'open' });
    expect(await refusal(desk.call('round.remove', { project, round: 1 }))).toBe(
      'Round 1 holds 2 verdicts, which would be lost.',
    );
    expect(await desk.call('round.remove', { project, round: 1, loseVerdicts: true })).toEqual({
      verdicts: 2,
      images: 0,
    });
    const past = await desk.call('finding.history', { id: 'f1' });
    expect(past.at(-1)?.detail).toEqual({
      round: 'Retest 1',
      gone: true,
      fields: { verdict: { was: 'open' } },
    });
  });

  it('only images', async () => {
    const { desk } = await bench({ count: 1 });
    await desk.call('round.add', { project });
    await image(desk, 'one.png', 3);
    expect(await refusal(desk.call('round.remove', { project, round: 1 }))).toBe(
      'Round 1 holds 1 image, which would be lost.',
    );
    await image(desk, 'two.png', 4);
    expect(await refusal(desk.call('round.remove', { project, round: 1 }))).toBe(
      'Round 1 holds 2 images, which would be lost.',
    );
    const [round] = await desk.call('round.list', { project });
    expect(round?.images).toBe(2);
  });

  it('and an empty one goes without a word', async () => {
    const { desk } = await bench({ count: 1 });
    await desk.call('round.add', { project });
    const removed = await desk.call('round.remove', { project, round: 1 });
    expect([removed, await desk.call('round.list', { project })]).toEqual([{ verdicts: 0, images: 0 }, []]);
  });
});

it('a round is shown most severe first, with what it says of each finding', async () => {
  const low = { id: 'low', body: body({ title: 'Low', severity: 'low' }) };
  const high = { id: 'high', body: body({ title: 'High', severity: 'critical' }) };
  const { desk } = await bench({ seeds: [{ project, findings: [low, ...findings(1), high] }] });
  await desk.call('round.add', { project });
  await desk.call('verdict.set', {
    project,
    round: 1,
    ids: ['low'],
    verdict: 'fixed',
    at: '2026-11-02',
    who: 'Bo',
  });
  const { round, findings: shown } = await desk.call('round.show', { project, round: 1 });
  expect([round.none, shown]).toEqual([
    2,
    [
      { id: 'high', title: 'High', severity: 'critical', given: null },
      { id: 'f1', title: 'Finding 1', severity: 'medium', given: null },
      {
        id: 'low',
        title: 'Low',
        severity: 'low',
        given: expect.objectContaining({ verdict: 'fixed', who: 'Bo' }),
      },
    ],
  ]);
});

it('a rejected finding that has a verdict stays in its round, and is not counted twice', async () => {
  const { desk, service } = await bench({ count: 3 });
  await desk.call('round.add', { project });
  await desk.call('verdict.set', { project, round: 1, ids: ['f1'], verdict: 'fixed' });
  for (const id of ['f1', 'f2']) service.edit(id, { status: 'rejected' });
  await desk.call('sync.run', {});
  const { round, findings: shown } = await desk.call('round.show', { project, round: 1 });
  expect([round.counts.fixed, round.none, shown.map(({ id }) => id).sort()]).toEqual([1, 1, ['f1', 'f3']]);
});
