import { describe, expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { handClock, putOutOfReach, syncedDesk, type DeskOptions, type TestDesk } from '../../support/desk.ts';
import { refuseChange } from '../accounts/support.ts';
import { project, twoFindings } from './support.ts';

interface Bench {
  readonly service: SampleService;
  readonly desk: TestDesk;
  /** Two findings of the engagement that are no candidates. */
  readonly id: string;
  readonly other: string;
}

async function bench(options: SampleOptions = {}, ofDesk: DeskOptions = {}): Promise<Bench> {
  const service = await twoFindings(options);
  const desk = await syncedDesk(service, project, ofDesk);
  return { service, desk, id: 'f1', other: 'f2' };
}

/** How the assistant's routes answer from now on: as they are, or with this fault. Answers how often they were asked. */
function assistantMeets({ service }: Bench, fault?: Fault): () => number {
  let asked = 0;
  service.setFaults(({ path }) => {
    if (!path.includes('/ai/')) return undefined;
    asked += 1;
    return fault;
  });
  return () => asked;
}

describe('promise 4: the assistant runs at most once per confirmation', () => {
  test('a question that nobody confirmed is sent by no sync', async () => {
    const at = await bench();
    const asked = assistantMeets(at);
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('sync.run');
    await at.desk.call('sync.run');
    expect([asked(), at.service.charges.length]).toEqual([0, 0]);
    expect(await at.desk.call('queue.list')).toMatchObject([
      { op, state: 'queued', kind: 'ai-demonstration' },
    ]);
  });

  test.each([
    ['the finding it is about', 'f1', []],
    ['the finding it is to be merged into', 'f1', ['f2']],
    ['one that is to be merged', 'f2', ['f2']],
  ])(
    'with %s held back nothing leaves, and it can be asked once that is released',
    async (_of, held, others) => {
      const at = await bench();
      const asked = assistantMeets(at);
      const about = { finding: at.id, ...(others.length === 0 ? {} : { others }) };
      const { op } = await at.desk.call('assistant.ask', about);
      await at.desk.call('finding.hold', { ids: [held], held: true });
      const answer = await at.desk.call('assistant.confirm', { op });
      await at.desk.call('sync.run');
      const before = asked();
      await at.desk.call('finding.hold', { ids: [held], held: false });
      expect((await at.desk.call('assistant.confirm', { op })).kind).toBe('written');
      expect([answer.kind, before, asked()]).toEqual(['waits', 0, 1]);
      expect(answer).toMatchObject({ message: expect.stringContaining('is held back. Release') });
    },
  );

  test('a question that was confirmed before its finding was held back is not sent by a sync', async () => {
    const clock = handClock();
    const at = await bench({}, { clock });
    assistantMeets(at, { kind: 'status', status: 429, handled: false, retryAfter: '30' });
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    await at.desk.call('finding.hold', { ids: [at.id], held: true });
    const asked = assistantMeets(at);
    clock.pass(30_000);
    await at.desk.call('sync.run');
    expect([asked(), at.service.charges.length]).toEqual([0, 0]);
  });

  test('what it wrote is kept, shown beside the finding, and changes nothing there', async () => {
    const at = await bench();
    const before = at.service.finding(at.id);
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    const answer = await at.desk.call('assistant.confirm', { op });
    expect(answer).toMatchObject({
      kind: 'written',
      draft: {
        op,
        state: 'open',
        finding: { id: at.id },
        readable: true,
        text: expect.stringContaining('Draft 1'),
      },
    });
    expect(at.service.finding(at.id)).toEqual(before);
    await expect(at.desk.call('assistant.confirm', { op })).rejects.toMatchObject({ code: 'wrong-state' });
    expect(at.service.charges).toHaveLength(1);
    expect(await at.desk.call('queue.list')).toEqual([]);
  });

  test.each([
    ['the connection breaks', { kind: 'drop', handled: true }],
    ['the request never arrives', { kind: 'drop', handled: false }],
    ['a gateway answers 502', { kind: 'status', status: 502, handled: true }],
    ['a web page comes', { kind: 'html', handled: true }],
    ['the answer is cut off', { kind: 'cut', afterBytes: 5 }],
  ] as const)(
    'a lost answer is told as one that may have run, and nothing sends it again: %s',
    async (_how, fault) => {
      const at = await bench();
      const first = assistantMeets(at, fault);
      const { op } = await at.desk.call('assistant.ask', { finding: at.id });
      expect(await at.desk.call('assistant.confirm', { op })).toMatchObject({
        kind: 'unknown',
        message: expect.stringContaining('may have been charged'),
      });
      const later = assistantMeets(at);
      for (let round = 0; round < 3; round += 1) await at.desk.call('sync.run');
      at.desk.restart();
      await at.desk.call('sync.run');
      await expect(at.desk.call('queue.retry', { op })).rejects.toMatchObject({ code: 'wrong-state' });
      await expect(at.desk.call('assistant.confirm', { op })).rejects.toMatchObject({ code: 'wrong-state' });
      expect([first(), later()]).toEqual([1, 0]);
      expect(await at.desk.call('queue.list')).toMatchObject([{ op, state: 'unknown', attempts: 1 }]);
      expect(await at.desk.call('desk.status')).toMatchObject({ waiting: 0, needsPerson: 1 });
    },
  );

  test('asking again makes a new operation, and the old one is dropped', async () => {
    const at = await bench();
    assistantMeets(at, { kind: 'drop', handled: true });
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    const later = assistantMeets(at);
    await expect(at.desk.call('assistant.ask', { finding: at.id })).rejects.toMatchObject({
      code: 'wrong-state',
    });
    const again = await at.desk.call('assistant.ask', { finding: at.id, again: op });
    expect(again.op).not.toBe(op);
    expect(await at.desk.call('assistant.confirm', { op: again.op })).toMatchObject({ kind: 'written' });
    expect([later(), at.service.charges.length]).toEqual([1, 2]);
    expect(await at.desk.call('queue.list')).toEqual([]);
  });

  test('asked again in the place of anything but its own question it drops nothing', async () => {
    const at = await bench();
    const edited = await at.desk.call('finding.edit', { id: at.id, changes: { title: 'Mine' } });
    const merge = await at.desk.call('assistant.ask', { finding: at.id, others: [at.other] });
    for (const again of [edited.op, merge.op]) {
      await expect(at.desk.call('assistant.ask', { finding: at.id, again })).rejects.toMatchObject({
        code: 'wrong-state',
      });
    }
    expect((await at.desk.call('queue.list')).map(({ op, state }) => [op, state])).toEqual([
      [edited.op, 'queued'],
      [merge.op, 'queued'],
    ]);
  });

  test('given up before it left a confirmation is used up, and the next sync sends nothing', async () => {
    const at = await bench();
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    // The service says something new of the caller, so that more is read of them before the question leaves.
    at.service.changeUser('mara', { name: 'Mara L.' });
    const giveUp = new AbortController();
    let asked = 0;
    at.service.setFaults(({ path }) => {
      if (path.includes('/ai/')) asked += 1;
      if (path.endsWith('/organizations/me')) giveUp.abort();
      return undefined;
    });
    const answer = await at.desk
      .call('assistant.confirm', { op }, { signal: giveUp.signal })
      .catch((thrown: unknown) => thrown);
    await at.desk.call('sync.run');
    expect([answer, asked]).toMatchObject([{ kind: 'waits' }, 0]);
  });

  test('where its sending cannot be noted a confirmation is used up, and the next sync sends nothing', async () => {
    const at = await bench();
    const asked = assistantMeets(at);
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    const room = refuseChange(at.desk, 'INSERT ON attempt');
    await expect(at.desk.call('assistant.confirm', { op })).rejects.toThrow('no room');
    room();
    await at.desk.call('sync.run');
    expect([asked(), await at.desk.call('queue.items', { seqs: [1] })]).toMatchObject([
      0,
      [{ next: { kind: 'person', need: 'confirmation' } }],
    ]);
  });

  test('while its engagement is held back it waits for another confirmation, and says why', async () => {
    const at = await bench();
    const asked = assistantMeets(at);
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    at.service.remove(at.other);
    await at.desk.call('sync.run');
    const answer = await at.desk.call('assistant.confirm', { op });
    await at.desk.call('sync.run', { acceptMissing: true });
    expect([answer, asked()]).toMatchObject([
      { kind: 'waits', message: expect.stringContaining('disappeared at once') },
      0,
    ]);
  });

  test('offline a confirmation is used up, and the next sync sends nothing', async () => {
    const at = await bench();
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await putOutOfReach(at.service);
    await expect(at.desk.call('assistant.confirm', { op })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await at.desk.call('queue.list')).toMatchObject([
      {
        op,
        state: 'queued',
        attempts: 0,
        error: { message: expect.stringContaining('Nothing left this computer') },
      },
    ]);
    expect(await at.desk.call('queue.items', { seqs: [1] })).toMatchObject([
      { next: { kind: 'person', need: 'confirmation' } },
    ]);
  });

  test('a pause of the assistant needs no second confirmation and holds up no finding', async () => {
    const clock = handClock();
    const at = await bench({}, { clock });
    const throttled = assistantMeets(at, { kind: 'status', status: 429, handled: false, retryAfter: '30' });
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('finding.edit', { id: at.other, changes: { title: 'Edited meanwhile' } });
    expect(await at.desk.call('assistant.confirm', { op })).toMatchObject({
      kind: 'paused',
      operation: { state: 'queued', attempts: 0 },
    });
    const summary = await at.desk.call('sync.run');
    expect([summary.failure, summary.pushed.applied, throttled()]).toEqual([null, 1, 1]);
    expect(summary.unfinished).toBe(true);
    expect(at.service.finding(at.other)).toMatchObject({ title: 'Edited meanwhile' });
    // The next command obeys it as well.
    at.desk.restart();
    const later = assistantMeets(at);
    await at.desk.call('sync.run');
    const early = [later(), (await at.desk.call('account.standing')).pauses.map(({ of }) => of)];
    clock.pass(30_000);
    await at.desk.call('sync.run');
    expect(early).toEqual([0, ['ai']]);
    expect([later(), at.service.charges.length, await at.desk.call('queue.list')]).toEqual([1, 1, []]);
  });
});

describe('a refusal says which operation on what, and nothing is charged:', () => {
  test.each([
    [403, 'You may not ask the assistant to draft a demonstration for'],
    [404, 'not there, or not visible to you'],
    [409, 'because something else has happened there'],
  ])('%i', async (status, words) => {
    const at = await bench();
    assistantMeets(at, { kind: 'status', status, handled: false, body: '{"error":"as it is"}' });
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    const answer = await at.desk.call('assistant.confirm', { op });
    expect(answer).toMatchObject({ kind: 'refused', status, operation: { state: 'rejected' } });
    expect(answer).toMatchObject({ message: expect.stringContaining(words) });
    expect(answer).toMatchObject({ message: expect.stringContaining(at.id) });
    expect(at.service.charges).toHaveLength(0);
  });

  test('of credits that are used up, of a merge and of a draft to be applied', async () => {
    const at = await bench();
    const first = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op: first.op });
    const organization = at.service.charges[0]?.organization ?? '';
    at.service.setCredits(organization, 0);
    const merge = await at.desk.call('assistant.ask', { finding: at.id, others: [at.other] });
    expect(await at.desk.call('assistant.confirm', { op: merge.op })).toMatchObject({
      kind: 'refused',
      message: `You may not ask the assistant to propose a merge into ${at.id}: Your organization has no credits left.`,
    });
    assistantMeets(at, { kind: 'status', status: 403, handled: false, body: '{"error":"Not yours."}' });
    await at.desk.call('assistant.apply', { op: first.op });
    await at.desk.call('sync.run');
    expect((await at.desk.call('queue.list')).find(({ kind }) => kind === 'ai-apply')).toMatchObject({
      state: 'rejected',
      error: {
        status: 403,
        message: `You may not ask the assistant to apply the reviewed demonstration to ${at.id}: Not yours.`,
      },
    });
  });
});

describe('a draft', () => {
  test('edited and applied becomes the demonstration, once, and a read shows it', async () => {
    const at = await bench();
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    await at.desk.call('assistant.edit', { op, text: 'As I saw it myself.' });
    expect(await at.desk.call('assistant.draft', { op })).toMatchObject({
      text: 'As I saw it myself.',
      state: 'open',
    });
    await at.desk.call('assistant.apply', { op });
    expect((await at.desk.call('sync.run')).pushed).toMatchObject({ applied: 1 });
    expect(at.service.finding(at.id)).toMatchObject({ demonstration: 'As I saw it myself.' });
    expect(await at.desk.call('finding.get', { id: at.id })).toMatchObject({
      effective: { demonstration: 'As I saw it myself.' },
      remote: { demonstration: 'As I saw it myself.' },
    });
    expect(await at.desk.call('queue.list')).toEqual([]);
    await expect(at.desk.call('assistant.apply', { op })).rejects.toMatchObject({ code: 'wrong-state' });
  });

  test('whose applying was lost is found by reading and not sent again', async () => {
    const at = await bench();
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    await at.desk.call('assistant.apply', { op });
    const asked = assistantMeets(at, { kind: 'drop', handled: true });
    await at.desk.call('sync.run');
    await at.desk.call('sync.run');
    expect([asked(), await at.desk.call('queue.list')]).toEqual([1, []]);
  });

  test('whose applying was acknowledged is not called applied before a read shows it', async () => {
    const at = await bench();
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    await at.desk.call('assistant.apply', { op });
    assistantMeets(at, { kind: 'status', status: 200, handled: false, body: '{"success":true}' });
    expect((await at.desk.call('sync.run')).pushed).toMatchObject({ applied: 0, unknown: 1 });
    expect(await at.desk.call('queue.list')).toMatchObject([{ kind: 'ai-apply', state: 'unknown' }]);
  });

  test('is not applied over a demonstration that somebody else has written since', async () => {
    const at = await bench();
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    await at.desk.call('assistant.apply', { op });
    at.service.edit(at.id, { demonstration: 'Written by a colleague.' });
    await at.desk.call('sync.run');
    expect(at.service.finding(at.id)).toMatchObject({ demonstration: 'Written by a colleague.' });
    const [refused] = await at.desk.call('queue.list');
    expect(refused).toMatchObject({ state: 'rejected', error: { status: 409 } });
    await at.desk.call('queue.discard', { op: refused?.op ?? '' });
    expect(await at.desk.call('assistant.draft', { op })).toMatchObject({ state: 'open' });
  });

  test('that stands in a finding unaccepted stops a report; one that only waits is told', async () => {
    const at = await bench();
    const codes = async (): Promise<readonly string[]> => {
      const messages = await at.desk.call('report.check', { project });
      return messages.filter(({ code }) => code.includes('draft')).map(({ code }) => code);
    };
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    const before = await codes();
    const { text } = await at.desk.call('assistant.draft', { op });
    at.service.edit(at.id, { demonstration: `<p>${text.replaceAll('\n', '<br>')}</p>` });
    await at.desk.call('sync.run');
    const standing = await codes();
    await at.desk.call('assistant.drop', { op });
    const dropped = await codes();
    expect(
      [before, standing, dropped].map((list) => list.filter((code) => code !== 'private-draft')),
    ).toEqual([['waiting-draft'], ['unaccepted-draft', 'waiting-draft'], ['unaccepted-draft']]);
  });

  test('that a finding shows is taken over where the answer was lost', async () => {
    const at = await bench({ shapes: { waitingDraft: 'demonstrationDraft' } });
    assistantMeets(at, { kind: 'drop', handled: true });
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    expect(await at.desk.call('assistant.check', { op })).toMatchObject({
      kind: 'draft',
      draft: { op, text: expect.stringContaining('Draft 1') },
    });
    expect(await at.desk.call('queue.list')).toEqual([]);
  });

  test('that no finding shows stays unknown', async () => {
    const at = await bench();
    assistantMeets(at, { kind: 'drop', handled: true });
    const { op } = await at.desk.call('assistant.ask', { finding: at.id });
    await at.desk.call('assistant.confirm', { op });
    expect(await at.desk.call('assistant.check', { op })).toEqual({ kind: 'nothing' });
    expect(await at.desk.call('queue.list')).toMatchObject([{ op, state: 'unknown' }]);
  });
});

test('of a proposed merge the accepted parts become edits, and only those', async () => {
  const at = await bench();
  const { op } = await at.desk.call('assistant.ask', { finding: at.id, others: [at.other] });
  expect((await at.desk.call('queue.list'))[0]).toMatchObject({
    kind: 'ai-merge',
    findings: [at.id, at.other],
  });
  const answer = await at.desk.call('assistant.confirm', { op });
  if (answer.kind !== 'written') throw new Error(answer.kind);
  const changed = answer.draft.fields.filter(({ same }) => !same);
  const description = changed.find(({ name }) => name === 'description');
  expect(description).toMatchObject({ field: 'description', sources: [at.id, at.other], accepted: false });
  await expect(at.desk.call('assistant.accept', { op, fields: ['origin'] })).rejects.toMatchObject({
    code: 'invalid',
  });
  const others = at.service.finding(at.other);
  await at.desk.call('assistant.accept', { op, fields: ['description'] });
  await at.desk.call('sync.run');
  expect(at.service.finding(at.id)).toMatchObject({ description: description?.proposed });
  expect(at.service.finding(at.other)).toEqual(others);
  expect((await at.desk.call('assistant.draft', { op })).state).toBe(
    changed.length === 1 ? 'accepted' : 'open',
  );
});
