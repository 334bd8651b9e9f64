import { describe, expect, test } from 'vitest';
import type { TestDesk } from '../support/desk.ts';
import { png } from '../domain/images/pictures.ts';
import {
  bench,
  body,
  create,
  findings,
  isCreation,
  project,
  quietMs,
  settle,
  spoil,
  states,
  sync,
  type Bench,
} from './support.ts';

/* An engagement that was added under a mistyped ID gets the right one: nothing is lost, nothing goes out under the old one. */

const right = 'harbour-web';

/** A desk that has swept an engagement that the service knows nothing of; the right one has two findings there. */
const mistyped = (): Promise<Bench> =>
  bench({
    seeds: [
      { project, findings: [] },
      { project: right, findings: findings(2) },
    ],
  });

const correct = (desk: TestDesk, to = right): Promise<unknown> =>
  desk.call('engagement.correct', { project, to });

/** What the vault has under an ID, as its user sees it. */
async function under(desk: TestDesk, id: string): Promise<unknown> {
  const { rows } = await desk.call('finding.list', { project: id });
  const { facts } = await desk.call('engagement.facts', { project: id });
  return {
    titles: rows.map(({ title }) => title).sort(),
    client: facts.client,
    notes: (await desk.call('comment.list', { project: id })).map(({ text }) => text),
    words: (await desk.call('spelling.read', { project: id })).words,
    rounds: (await desk.call('round.list', { project: id })).map(({ name }) => name),
  };
}

describe('a corrected ID', () => {
  test('takes along all that was written under the old one, and outlives a restart', async () => {
    const { desk } = await mistyped();
    const id = (await create(desk, body({ title: 'Mine' }))).findings[0] ?? '';
    await desk.call('engagement.describe', { project, facts: { client: 'Harbour Ltd' } });
    await desk.call('comment.add', { project, text: 'Ask for the second host.' });
    await desk.call('comment.add', { id, text: 'Seen twice.' });
    await desk.call('round.add', { project, name: 'Retest 1' });
    await desk.call('spelling.add', { project, words: ['harbourish'] });
    const content = Buffer.from(png({ width: 4, height: 4 })).toString('base64');
    await desk.call('evidence.add', { id, name: 'login.png', content });
    await desk.call('setting.write', {
      name: 'recent',
      value: ['engagement:other', `engagement:${project}`],
    });
    const before = await under(desk, project);
    await correct(desk);
    desk.restart();
    expect(await under(desk, right)).toEqual(before);
    expect([
      (await desk.call('engagement.list')).map((one) => [one.project, one.findings, one.lastSyncedAt]),
      (await desk.call('evidence.list', { id })).length,
      (await desk.call('comment.list', { id })).length,
      (await desk.call('setting.read', {})).recent,
      (await desk.call('list.query', { project: right, query: 'mine' })).rows,
    ]).toEqual([
      [[right, 1, null]],
      1,
      1,
      ['engagement:other', `engagement:${right}`],
      expect.stringMatching(/./),
    ]);
  });

  test('sends what was pending once, under the new ID alone, and only after that was read', async () => {
    const { desk, service, clock, requests } = await mistyped();
    for (const title of ['One', 'Two']) await create(desk, body({ title }));
    await correct(desk);
    requests.length = 0;
    await settle({ desk, clock });
    const asked = requests.filter(({ path }) => path.includes(right)).map(({ method }) => method);
    const titles = service.findings(right).map((finding) => finding['title']);
    expect([asked[0], titles.toSorted(), service.findings(project), await states(desk)]).toEqual([
      'GET',
      ['Finding 1', 'Finding 2', 'One', 'Two'],
      [],
      [],
    ]);
    expect(requests.filter(({ path }) => path.includes(project))).toEqual([]);
    expect(service.ledger.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  test('keeps a creation that the service refused, to be sent again', async () => {
    const made = await mistyped();
    const { desk, service, clock } = made;
    const { op } = await create(desk, body({ title: 'Refused' }));
    spoil(made, isCreation, { kind: 'status', status: 422, handled: false });
    await sync(desk);
    expect(await states(desk)).toEqual(['create rejected']);
    await correct(desk);
    await sync(desk);
    await desk.call('queue.retry', { op });
    await settle({ desk, clock });
    expect(service.findings(right).map((finding) => finding['title'])).toContain('Refused');
    expect(service.findings(project)).toEqual([]);
  });
});

describe('an ID is kept, and the vault as it is,', () => {
  /** Tries it, and looks whether anything moved. @returns the reason */
  async function refused(desk: TestDesk, to = right): Promise<string> {
    const before = [
      await desk.call('engagement.list'),
      await desk.call('queue.list'),
      await under(desk, project),
    ];
    const reason = await correct(desk, to).then(() => 'done', String);
    const after = [
      await desk.call('engagement.list'),
      await desk.call('queue.list'),
      await under(desk, project),
    ];
    expect(after).toEqual(before);
    return reason;
  }

  test('if the service has findings under it', async () => {
    const { desk } = await bench();
    expect(await refused(desk)).toContain('The service has findings under harbour-2026, so its ID stays.');
  });

  test('if a creation landed under it', async () => {
    const { desk, clock } = await mistyped();
    await create(desk, body({ title: 'Landed' }));
    await settle({ desk, clock });
    expect(await refused(desk)).toContain('The service has findings under harbour-2026');
  });

  test('while a creation may have landed under it, and so if it was discarded since', async () => {
    const made = await mistyped();
    const { desk, clock } = made;
    const reason = 'A pending change may have reached the service under harbour-2026.';
    const { op } = await create(desk, body({ title: 'Lost' }));
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    expect(await refused(desk)).toContain(reason);
    for (let round = 0; round < 3; round += 1) {
      clock.pass(quietMs);
      await sync(desk);
    }
    await desk.call('queue.discard', { op });
    expect(await states(desk)).toEqual([]);
    expect(await refused(desk)).toContain(reason);
  });

  test('if the new one is in use', async () => {
    const { desk } = await mistyped();
    await desk.call('engagement.add', { project: right });
    expect(await refused(desk)).toContain('This vault has an engagement harbour-web already.');
  });

  test('if it is the same', async () => {
    const { desk } = await mistyped();
    expect(await refused(desk, project)).toContain('harbour-2026 is its ID already.');
  });

  test('if a report was exported under it', async () => {
    const { desk } = await mistyped();
    await create(desk, body({ title: 'Mine' }));
    await desk.call('report.keep', { project, format: 'csv', force: true });
    expect(await refused(desk)).toContain('A report was exported under harbour-2026');
  });
});

test('an engagement that was never added cannot be corrected', async () => {
  const { desk } = await mistyped();
  await expect(desk.call('engagement.correct', { project: 'other', to: right })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await desk.call('engagement.list')).toHaveLength(1);
});

test('an engagement of the new ID that was destroyed before takes nothing of it along', async () => {
  const { desk } = await mistyped();
  await desk.call('engagement.add', { project: right });
  await desk.call('engagement.destroy', { project: right, name: right, unsent: 0 });
  await create(desk, body({ title: 'Mine' }));
  await correct(desk);
  desk.restart();
  expect(await under(desk, right)).toMatchObject({ titles: ['Mine'] });
});
