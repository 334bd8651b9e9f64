import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateFindings } from '#sample/data/generator.ts';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { document, run } from './support/dossier.ts';

/** Deleting, changing many findings and deciding on candidates, seen from outside. */

interface Operation {
  readonly op: string;
  readonly kind: string;
  readonly state: string;
  readonly findings: readonly string[];
  readonly results: readonly { readonly id: string; readonly state: string }[];
  readonly conflict: { readonly reason: string } | null;
}
interface Bulk {
  readonly operations: readonly Operation[];
  readonly left_out: readonly { readonly id: string; readonly reason: string }[];
}

/** More candidates than the generator has, for the tests that spend them. */
const proposed = ['p1', 'p2', 'p3'].map(
  (id) =>
    ({
      id,
      candidate: 'public',
      body: { title: `Proposed ${id}`, asset: ['a.example'], severity: 'info', status: 'draft' },
    }) as const,
);

let template: Desk;
let desk: Desk;
/** Findings and candidates at the service; each test spends some, since what is deleted stays deleted. */
let open: string[];
let candidates: string[];
beforeAll(async () => {
  // Enough of them that a few deletions are no mass disappearance.
  template = await openDesk({ seeds: [{ project, findings: [...generateFindings(7, 60), ...proposed] }] });
  open = await idsOf('status:open -is:candidate');
  candidates = await idsOf('is:candidate');
});
afterAll(() => template.clear());
beforeEach(async () => {
  desk = await heldDesk(template);
});
afterEach(() => desk.clear());

async function idsOf(query: string): Promise<string[]> {
  const rows = await template.json(['findings', project, '--query', query]);
  return (rows as { id: string }[]).map(({ id }) => id);
}

function spend(ids: string[]): string {
  const id = ids.pop();
  if (id === undefined) throw new Error('The sample engagement has too few findings for these tests.');
  return id;
}

describe('delete', () => {
  test('queues one deletion each, and the sync carries them out', async () => {
    const ids = [spend(open), spend(open)];
    const operations = (await desk.json(['delete', ...ids, ids[0] ?? '', '--yes'])) as Operation[];
    expect(operations.map(({ kind, state, findings }) => ({ kind, state, findings }))).toEqual(
      ids.map((id) => ({ kind: 'delete', state: 'queued', findings: [id] })),
    );
    expect(await desk.json(['sync'])).toMatchObject({ pushed: { applied: 2 } });
    expect(ids.map((id) => desk.service.finding(id))).toEqual([undefined, undefined]);
    const rows = (await desk.json(['findings', project])) as { id: string }[];
    expect(rows.filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  test('cancels a creation that was never sent', async () => {
    writeFileSync(join(desk.folder, 'new.json'), '{"title":"Never sent","asset":["a.example"]}');
    const created = (await desk.json(['create', project, '--from', 'new.json'])) as Operation[];
    const id = created[0]?.findings[0] ?? '';
    const shown = await desk.dossier(['delete', id, '--yes']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('Cancelled 1 creation that had not been sent.');
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('of a finding that changed meanwhile is a conflict: the sync ends with 3, and "mine" stands by it', async () => {
    const id = spend(open);
    await desk.json(['delete', id, '--yes']);
    desk.service.edit(id, { remediation: 'Somebody wrote this after the person had looked.' });
    expect((await desk.dossier(['sync'])).code).toBe(3);
    expect(desk.service.finding(id)).toBeDefined();
    const [operation] = (await desk.json(['queue'])) as Operation[];
    expect(operation).toMatchObject({ kind: 'delete', state: 'conflict', conflict: { reason: 'outdated' } });
    await desk.json(['resolve', operation?.op ?? '', 'mine']);
    await desk.json(['sync']);
    expect(desk.service.finding(id)).toBeUndefined();
  });

  test('of one that is not there queues none of them', async () => {
    const ended = await desk.dossier(['delete', open[0] ?? '', 'no-such-finding', '--yes', '--json']);
    expect(ended.code).toBe(1);
    expect(document(ended)).toMatchObject({ error: { code: 'not-found' } });
    expect(ended.stdout).toContain('no-such-finding');
    expect(await desk.json(['queue'])).toEqual([]);
  });
});

describe('set-status', () => {
  test('says in words what was queued and what was left out', async () => {
    const [id, candidate] = [open[0] ?? '', candidates[0] ?? ''];
    const { code, stdout } = await desk.dossier(['set-status', 'closed', id, candidate]);
    expect(code).toBe(0);
    expect(stdout).toContain('1 pending change of 1 finding.');
    expect(stdout).toContain('1 finding left out:');
    expect(stdout).toMatch(new RegExp(`${candidate} +it is a pending candidate`));
    const left = await desk.dossier(['set-status', 'closed', candidate]);
    expect(left.stdout).toContain('Nothing to do');
  });

  test('a status that nothing here has goes with --as-typed only; one that a finding has goes at once', async () => {
    const id = open[0] ?? '';
    const ended = await desk.dossier(['set-status', 'vulnerable\u001b[2J', id]);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('--as-typed');
    expect(ended.stderr).not.toContain('\u001b');
    expect(await desk.json(['queue'])).toEqual([]);
    expect(await desk.json(['set-status', 'vulnerable', id, '--as-typed'])).toMatchObject({
      operations: [{ findings: [id] }],
    });
    expect(await desk.json(['set-status', 'risk_accepted', id])).toMatchObject({ operations: [{}] });
  });

  test('a status that the profile of the connection names is known', async () => {
    writeFileSync(join(desk.folder, 'profile.json'), '{"statuses":["triaged"]}');
    await desk.json(['connect', '--base-url', desk.service.baseUrl, '--profile', 'profile.json']);
    expect(await desk.json(['set-status', 'triaged', open[0] ?? ''])).toMatchObject({ operations: [{}] });
  });

  test('refused by the service is a rejected operation: the sync ends with 3, and nobody else is held up', async () => {
    const [id, other] = [open[0] ?? '', spend(open)];
    await desk.json(['set-status', 'vulnerable', id, '--as-typed']);
    await desk.json(['edit', other, '--set', 'severity=info']);
    const ended = await desk.dossier(['sync', '--json']);
    expect(ended.code).toBe(3);
    expect(document(ended)).toMatchObject({ pushed: { applied: 1, rejected: 1 } });
    expect(await desk.json(['queue'])).toMatchObject([{ kind: 'bulk-status', state: 'rejected' }]);
  });
});

describe('bulk-delete', () => {
  test('of named findings is one operation, done when every finding is confirmed gone', async () => {
    const ids = [spend(open), spend(open)];
    const answer = (await desk.json(['bulk-delete', ...ids, '--yes'])) as Bulk;
    expect(answer).toMatchObject({ operations: [{ kind: 'bulk-delete' }], left_out: [] });
    expect(answer.operations[0]?.findings.toSorted()).toEqual(ids.toSorted());
    expect(await desk.json(['sync'])).toMatchObject({ pushed: { applied: 1 } });
    expect(ids.map((id) => desk.service.finding(id))).toEqual([undefined, undefined]);
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('one finding that somebody changed is left for the person; the others go', async () => {
    const [kept, gone] = [spend(open), spend(open)];
    await desk.json(['bulk-delete', kept, gone, '--yes']);
    desk.service.edit(kept, { severity: 'info' });
    expect((await desk.dossier(['sync'])).code).toBe(3);
    expect([desk.service.finding(kept), desk.service.finding(gone)]).toMatchObject([
      { severity: 'info' },
      undefined,
    ]);
    const [operation] = (await desk.json(['queue'])) as Operation[];
    expect(operation?.results.map(({ state }) => state).sort()).toEqual(['conflict', 'done']);
  });

  test('a query that finds nothing is no failure', async () => {
    const args = ['bulk-delete', '--project', project, '--query', '"no text like this"', '--yes'];
    expect(await desk.json(args)).toEqual({ operations: [], left_out: [], leftOut: [] });
  });
});

describe('review', () => {
  test('carries a decision with its comment, over the version that is here', async () => {
    const id = spend(candidates);
    const version = desk.service.finding(id)?.['review_version'];
    const operation = await desk.json(['review', id, 'accept', '--comment', 'Grüße, looks right']);
    expect(operation).toMatchObject({ kind: 'review', state: 'queued', findings: [id] });
    expect(await desk.json(['sync'])).toMatchObject({ pushed: { applied: 1 } });
    expect(desk.service.finding(id)).toMatchObject({ status: 'open' });
    expect(desk.service.ledger.filter(({ path }) => path.endsWith('/review')).at(-1)?.body).toEqual({
      expected_review_version: version,
      decision: 'accept',
      comment: 'Grüße, looks right',
    });
  });

  test('over a version that moved on is outdated: the sync ends with 3, and the person decides again', async () => {
    const id = spend(candidates);
    await desk.json(['review', id, 'reject']);
    desk.service.edit(id, { description: 'The assistant proposed something else meanwhile.' });
    expect((await desk.dossier(['sync'])).code).toBe(3);
    const [operation] = (await desk.json(['queue'])) as Operation[];
    expect(operation).toMatchObject({ kind: 'review', state: 'conflict', conflict: { reason: 'outdated' } });
    await desk.json(['resolve', operation?.op ?? '', 'mine']);
    await desk.json(['sync']);
    expect(desk.service.finding(id)).toMatchObject({ status: 'rejected' });
  });

  test('of what is no candidate, or decided already, is refused', async () => {
    const ended = await desk.dossier(['review', open[0] ?? '', 'accept', '--json']);
    expect(ended.code).toBe(1);
    expect(document(ended)).toMatchObject({ error: { code: 'wrong-state' } });
    const id = candidates[0] ?? '';
    await desk.json(['review', id, 'accept']);
    expect((await desk.dossier(['review', id, 'reject'])).code).toBe(1);
    expect(await desk.json(['queue'])).toHaveLength(1);
  });
});

describe('bulk-review', () => {
  test('decides on candidates by id, and leaves out what is none', async () => {
    const ids = [spend(candidates), spend(candidates)];
    const answer = (await desk.json([
      ...['bulk-review', 'reject', ...ids, open[0] ?? '', '--comment', 'Duplicates'],
    ])) as Bulk;
    expect(answer.operations.map(({ kind, findings }) => [kind, findings])).toEqual(
      ids.map((id) => ['review', [id]]),
    );
    expect(answer.left_out).toEqual([{ id: open[0], reason: 'it is no pending candidate' }]);
    expect(await desk.json(['sync'])).toMatchObject({ pushed: { applied: 2 } });
    expect(ids.map((id) => desk.service.finding(id)?.['status'])).toEqual(['rejected', 'rejected']);
  });

  test('takes what a query finds, once it is confirmed', async () => {
    const [id = ''] = candidates;
    const args = ['bulk-review', 'accept', '--project', project, '--query', `id:${id}`];
    expect((await desk.dossier(args)).code).toBe(2);
    expect(await desk.json([...args, '--yes'])).toMatchObject({
      operations: [{ kind: 'review', findings: [id] }],
      left_out: [],
    });
  });
});

describe('what takes many away', () => {
  test.each([
    [['delete', 'a', 'b'], '2 findings'],
    [['bulk-delete', 'a'], '1 finding '],
    [['bulk-delete', '--project', 'p', '--query', 'x'], 'what the query finds in p'],
    [['set-status', 'closed', '--project', 'p', '--query', 'x'], 'the status "closed"'],
  ])('asks for --yes where nobody can be asked, and does not open the vault: %j', async (args, words) => {
    const ended = await run([...args, '--home', join(desk.folder, 'new')]);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('--yes');
    expect(ended.stderr).toContain(words);
  });

  test.each([
    [['set-status', 'closed'], 'which findings'],
    [['bulk-delete', '--yes'], 'which findings'],
    [['bulk-delete', 'a', '--project', 'p', '--query', 'x', '--yes'], 'not both'],
    [['bulk-delete', '--query', 'x', '--yes'], '--query needs a --project'],
    [['bulk-delete', '--project', 'p', '--yes'], 'needs a --query'],
    [['bulk-delete', '--project', 'p', '--query', ' ', '--yes'], 'not empty'],
    [['review', 'a', 'maybe'], 'neither accept nor reject'],
    [['bulk-review', 'maybe', 'a'], 'neither accept nor reject'],
    [['bulk-review', 'accept'], 'which findings'],
  ])('never guesses what is meant: %j', async (args, message) => {
    const ended = await run([...args, '--home', join(desk.folder, 'new')]);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

describe('set-status over a query', () => {
  test('queues one operation, names the candidates it leaves out, and is confirmed per finding', async () => {
    const stillHere = open.filter((id) => desk.service.finding(id) !== undefined);
    await desk.dossier(['sync']);
    const args = ['set-status', 'pending_retest', '--project', project, '--query', 'status:open,draft'];
    const answer = (await desk.json([...args, '--yes'])) as Bulk;
    expect(answer.operations).toMatchObject([{ kind: 'bulk-status', state: 'queued' }]);
    expect(answer.operations[0]?.findings).toEqual(expect.arrayContaining(stillHere));
    expect(answer.left_out.length).toBeGreaterThan(0);
    for (const { reason } of answer.left_out) expect(reason).toContain('review');
    expect(await desk.json(['sync'])).toMatchObject({ pushed: { applied: 1, waiting: 0 } });
    for (const id of stillHere) expect(desk.service.finding(id)).toMatchObject({ status: 'pending_retest' });
  });
});
