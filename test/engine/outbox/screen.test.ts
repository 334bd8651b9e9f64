import { describe, expect, test } from 'vitest';
import type { QueueDetail, QueueRow } from '#contract/procedures/findings/queue.ts';
import { saidWords } from '#renderer/features/outbox/operation-strings.ts';
import type { Fault } from '#sample/http/faults.ts';
import {
  bench,
  body,
  create,
  edit,
  heal,
  isCreation,
  isDetail,
  isUpdate,
  sync,
  watch,
  type Bench,
  project,
} from '../support.ts';

async function rows({ desk }: Pick<Bench, 'desk'>): Promise<readonly QueueRow[]> {
  const { seqs } = await desk.call('queue.rows');
  const bytes = Uint8Array.from(Buffer.from(seqs, 'base64'));
  return desk.call('queue.items', { seqs: [...new Uint32Array(bytes.buffer)] });
}

async function only(made: Pick<Bench, 'desk'>): Promise<QueueRow> {
  const [row, ...others] = await rows(made);
  if (row === undefined || others.length > 0) throw new Error('the queue has not one row');
  return row;
}

const words = JSON.stringify({ error: 'in words of its own' });
const answered = (status: number, handled = false): Fault => ({
  kind: 'status',
  status,
  handled,
  body: words,
});

/** What a person is told of each fault: state, what is next, and what it means. */
async function told(
  faults: Readonly<Record<string, { readonly on: 'update' | 'read'; readonly fault: Fault }>>,
): Promise<Record<string, readonly string[]>> {
  const names = Object.keys(faults);
  const made = await bench({ count: names.length });
  const idOf = (name: string): string => `f${String(names.indexOf(name) + 1)}`;
  for (const name of names) await edit(made.desk, idOf(name), { severity: 'low' });
  watch(made.service, made.requests, (request) => {
    const met = Object.entries(faults).find(([name, { on }]) =>
      on === 'read'
        ? isDetail(idOf(name))(request)
        : isUpdate(request) && request.body.includes(`"${idOf(name)}"`),
    );
    return met?.[1].fault;
  });
  await sync(made.desk, { pull: false }).catch(() => undefined);
  const told = (await rows(made)).map((row) => {
    const met = names.find((name) => idOf(name) === row.first.id) ?? '';
    const { next } = row;
    const said = saidWords(row);
    return [met, [row.state, next.kind === 'person' ? next.need : next.kind, said.what, said.next]] as const;
  });
  return Object.fromEntries(told);
}

const onUpdate = (fault: Fault) => ({ on: 'update', fault }) as const;
const unclear = [
  'Sent, but no clear answer came back. It may or may not have arrived.',
  'A later sync checks the finding. It is not sent again before that.',
];
const decide = [
  'The finding changed on the service since then.',
  'Decide what to keep. Until then it is not sent.',
];

describe('every row of the tables of docs/develop/operations.md, as a person sees it', () => {
  test('refused, unclear and contested, each with its own finding', async () => {
    expect(
      await told({
        '400': onUpdate(answered(400)),
        '403': onUpdate(answered(403)),
        '404': onUpdate(answered(404)),
        '409': onUpdate(answered(409)),
        '422': onUpdate(answered(422)),
        '408': onUpdate(answered(408)),
        '500': onUpdate(answered(500)),
        'a web page': onUpdate({ kind: 'html', handled: false }),
        'a lost connection': onUpdate({ kind: 'drop', handled: false }),
        '404 on the read before': { on: 'read', fault: answered(404) },
        '500 on the read before': { on: 'read', fault: answered(500) },
      }),
    ).toEqual({
      '400': [
        'rejected',
        'refused',
        'The service refuses a value in it.',
        'Correct the value that it names, then try again.',
      ],
      '403': [
        'rejected',
        'refused',
        `Your account may not change the finding “Finding 2” in ${project}.`,
        'Ask for the permission, the licence or the access, then try again. It is kept here; copy the text to pass it to someone who may send it.',
      ],
      '404': [
        'rejected',
        'refused',
        `The finding “Finding 3” in ${project} is not there, or not visible to you.`,
        'Check with your team whether it was removed or your access was, then try again. It is kept here; copy the text to pass it to someone who may send it.',
      ],
      '409': ['conflict', 'conflict', ...decide],
      '422': [
        'rejected',
        'refused',
        'The service refused it (422).',
        'Read its words, correct what they name, then try again.',
      ],
      '408': ['unknown', 'look', ...unclear],
      '500': ['unknown', 'look', ...unclear],
      'a web page': ['unknown', 'look', ...unclear],
      'a lost connection': ['unknown', 'look', ...unclear],
      '404 on the read before': [
        'queued',
        'sync',
        'It could not be sent so far.',
        'The next sync tries again.',
      ],
      '500 on the read before': [
        'queued',
        'sync',
        'It could not be sent so far.',
        'The next sync tries again.',
      ],
    });
  });

  test.each([
    [
      '401',
      answered(401),
      [
        'queued',
        'credentials',
        'Not accepted: the service refused the sign-in or token.',
        'Sign in again, or enter a token. The next sync sends it.',
      ],
    ],
    [
      '429',
      answered(429),
      ['queued', 'pause', 'Not accepted: the service asked to wait.', 'The first sync after that sends it.'],
    ],
    ['a redirect', answered(302), ['unknown', 'look', ...unclear]],
  ])('%s, which ends the run', async (met, fault, expected) => {
    expect(await told({ [met]: onUpdate(fault) })).toEqual({ [met]: expected });
  });

  test('a creation that the service calls a conflict is refused', async () => {
    const made = await bench();
    await create(made.desk, body({ title: 'New' }));
    watch(made.service, made.requests, (request) => (isCreation(request) ? answered(409) : undefined));
    await sync(made.desk, { pull: false });
    const row = await only(made);
    expect([row.next, saidWords(row).what]).toEqual([
      { kind: 'person', need: 'refused' },
      'The service says this contradicts its data.',
    ]);
  });
});

describe('one operation', () => {
  test('tells what it changes, how often it was tried, and what can be done', async () => {
    const made = await bench();
    const { desk } = made;
    const { op } = await edit(desk, 'f1', { severity: 'low', tags: ['web'] });
    await edit(desk, 'f2', { title: 'Second' });
    watch(made.service, made.requests, (request) => (isUpdate(request) ? answered(403) : undefined));
    await sync(desk, { pull: false });
    const detail: QueueDetail = await desk.call('queue.open', { op });
    const { since, lastAttemptAt, ...row } = detail.row;
    expect([typeof since, typeof lastAttemptAt]).toEqual(['string', 'string']);
    expect({
      ...detail,
      row,
      attempts: detail.attempts.map(({ outcome, status }) => [outcome, status]),
    }).toEqual({
      row: {
        seq: row.seq,
        op,
        kind: 'update',
        project: 'harbour-2026',
        findings: 1,
        first: { id: 'f1', title: 'Finding 1' },
        state: 'rejected',
        attempts: 1,
        said: { status: 403, message: 'in words of its own' },
        next: { kind: 'person', need: 'refused' },
        decision: null,
        status: null,
        others: [],
      },
      parts: [
        {
          id: 'f1',
          title: 'Finding 1',
          severity: 'low',
          state: 'rejected',
          said: { status: 403, message: 'in words of its own' },
          changes: [
            { field: 'severity', was: 'medium', now: 'low' },
            { field: 'tags', was: ['session', 'web'], now: ['web'] },
          ],
        },
      ],
      comment: null,
      attempts: [['refused', 403]],
      retry: { allowed: true, means: 'sends-again' },
      discard: { allowed: true, means: 'nothing-sent' },
      behind: 0,
      evidence: 0,
    });
  });

  test('waits behind the one before it, and is looked at again at a time', async () => {
    const made = await bench();
    const { desk, clock } = made;
    const first = await edit(desk, 'f1', { title: 'First' });
    watch(made.service, made.requests, (request) =>
      isUpdate(request) ? { kind: 'drop', handled: false } : undefined,
    );
    await sync(desk, { pull: false }).catch(() => undefined);
    heal(made);
    await edit(desk, 'f1', { severity: 'low' });
    const at = new Date(clock.wallMs() + 180_000).toISOString();
    expect((await rows(made)).map(({ state, next }) => [state, next])).toEqual([
      ['unknown', { kind: 'look', at }],
      ['blocked', { kind: 'behind', op: first.op }],
    ]);
    const { counts } = await desk.call('queue.rows', { group: 'unknown' });
    expect(counts).toEqual({ person: 0, unknown: 1, sending: 0, waiting: 1 });
    const { retry, discard, behind } = await desk.call('queue.open', { op: first.op });
    expect([retry, discard, behind]).toEqual([
      { allowed: true, means: 'reads-first' },
      { allowed: true, means: 'may-be-there' },
      1,
    ]);
  });

  test('goes on for one finding of many', async () => {
    const { desk, op } = await refusedForThree();
    await desk.call('queue.retry', { op, findings: ['f2'] });
    await desk.call('queue.discard', { op, findings: ['f3'] });
    const { row, parts } = await desk.call('queue.open', { op });
    expect([row.findings, row.state, parts.map(({ id, state }) => [id, state])]).toEqual([
      2,
      'rejected',
      [
        ['f1', 'rejected'],
        ['f2', 'queued'],
      ],
    ]);
  });

  test('tells as many of its findings as are asked for, first those that did not get through', async () => {
    const { desk, op } = await refusedForThree();
    await desk.call('queue.retry', { op, findings: ['f1'] });
    const all = await desk.call('queue.open', { op });
    const some = await desk.call('queue.open', { op, parts: 2 });
    expect([all, some].map(({ parts }) => parts.map(({ id }) => id))).toEqual([
      ['f2', 'f3', 'f1'],
      ['f2', 'f3'],
    ]);
  });
});

/** A change of status that the service refused for all of its three findings, and would take now. */
async function refusedForThree(): Promise<Pick<Bench, 'desk'> & { readonly op: string }> {
  const made = await bench();
  const { desk } = made;
  const { operations } = await desk.call('finding.setStatus', {
    status: 'closed',
    selection: { ids: ['f1', 'f2', 'f3'] },
  });
  watch(made.service, made.requests, ({ path }) =>
    path.endsWith('bulk-status') ? answered(403) : undefined,
  );
  await sync(desk, { pull: false });
  heal(made);
  return { desk, op: operations[0]?.op ?? '' };
}
