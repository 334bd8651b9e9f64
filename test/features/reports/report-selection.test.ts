import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { readPdf } from '../../support/pdf.ts';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { wholeFacts } from '../../support/facts.ts';
import { bench, body, project, sync, type Bench, type Body } from '../../engine/support.ts';

const candidate = (id: string, over: Body = {}) =>
  ({ id, candidate: 'public', body: body({ title: `Rejected ${id}`, status: 'draft', ...over }) }) as const;

const kept = 'A finding that stays';

/** Candidates to be rejected beside one finding; `theirs` is rejected at the service by a colleague. */
async function rejecting(): Promise<Bench> {
  const at = await bench({
    seeds: [
      {
        project,
        findings: [
          candidate('c-sent', { severity: 'critical' }),
          candidate('c-silent', { severity: 'high' }),
          candidate('c-pending', { severity: 'critical' }),
          { id: 'theirs', body: body({ title: 'Rejected theirs', status: 'rejected', severity: 'low' }) },
          { id: 'f1', body: body({ title: kept, status: 'open' }) },
        ],
      },
    ],
  });
  await at.desk.call('engagement.describe', {
    project,
    facts: { ...wholeFacts, summary: 'In all {{count}}, critical {{count.critical}}.' },
  });
  return at;
}

async function reject(desk: TestDesk, id: string): Promise<void> {
  await desk.call('candidate.review', { id, decision: 'reject' });
}

/** One rejection confirmed, one that the record does not tell, one pending. */
async function rejectAll({ desk, service }: Bench): Promise<void> {
  await reject(desk, 'c-sent');
  await reject(desk, 'c-silent');
  await sync(desk);
  service.edit('c-silent', { status: 'open' });
  await sync(desk);
  await reject(desk, 'c-pending');
}

async function exported(desk: TestDesk, format: string, options: Json = {}) {
  const out = join(temporaryFolder(), `report.${format}`);
  const answer = await desk.call('report.export', { project, out, force: true, options });
  return { ...answer, file: readFileSync(out) };
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? [error.code, error.message] : error),
  );

const leftOut = [
  { id: 'c-pending', reason: 'you rejected it (pending)' },
  { id: 'c-sent', reason: 'you rejected it' },
  { id: 'c-silent', reason: 'you rejected it' },
  { id: 'theirs', reason: 'its status is rejected' },
];
const byId = (rows: readonly { readonly id: string }[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

describe('a rejected candidate', () => {
  it('is in no format, no count and no placeholder, whether its decision is pending, sent, or somebody else’s', async () => {
    const at = await rejecting();
    await rejectAll(at);
    const { desk } = at;
    for (const format of ['html', 'csv', 'json', 'md', 'pdf']) {
      const { file, findings, left_out } = await exported(desk, format);
      const text = format === 'pdf' ? (await readPdf(file)).text : file.toString();
      expect([format, findings, byId(left_out)]).toEqual([format, 1, leftOut]);
      expect(text).toContain(kept);
      expect(text).not.toMatch(/Rejected|c-sent|c-silent|c-pending|theirs/u);
      if (format !== 'csv')
        expect(text).toMatch(format === 'json' ? /\{\{count\}\}/u : /In all 1, critical 0/u);
    }
    const { placeholders } = await desk.call('engagement.facts', { project });
    expect([placeholders.count, placeholders['count.critical']]).toEqual(['1', '0']);
  });

  it('is told by the check as left out, and not as something that stays in the report', async () => {
    const at = await rejecting();
    await rejectAll(at);
    const messages = await at.desk.call('report.check', { project });
    expect(
      messages.map(({ level, code, finding, message }) => [level, code, finding, message]).sort(),
    ).toEqual([
      ['warning', 'left-out', 'c-pending', 'You rejected it (pending), so the report leaves it out.'],
      ['warning', 'left-out', 'c-sent', 'You rejected it, so the report leaves it out.'],
      ['warning', 'left-out', 'c-silent', 'You rejected it, so the report leaves it out.'],
      ['warning', 'left-out', 'theirs', 'Its status is rejected, so the report leaves it out.'],
    ]);
  });

  it('is not in the retest report that compares with an edition from before, nor printed on its own', async () => {
    const at = await rejecting();
    const { desk } = at;
    await exported(desk, 'html');
    await rejectAll(at);
    const { file } = await exported(desk, 'html', { template: 'retest', against: 1 });
    expect(file.toString()).not.toContain('Rejected c-');
    expect(await failure(exported(desk, 'pdf', { template: 'single', finding: 'c-sent' }))).toEqual([
      'wrong-state',
      'c-sent is left out of reports: you rejected it. Include it by its id, or choose another finding.',
    ]);
  });

  it('is in the report if it is included by its id, and the check tells it', async () => {
    const at = await rejecting();
    await rejectAll(at);
    const { desk } = at;
    const { file, findings, left_out } = await exported(desk, 'md', { include: ['c-sent'] });
    const messages = await desk.call('report.check', { project, include: ['c-sent'] });
    expect([findings, left_out.length, file.toString().includes('Rejected c-sent')]).toEqual([2, 3, true]);
    expect(messages.filter(({ finding }) => finding === 'c-sent').map(({ code }) => code)).toEqual([
      'rejected-included',
    ]);
  });

  it('whose rejection did not get through is left out, and an error until somebody decides', async () => {
    const { desk, service } = await rejecting();
    await reject(desk, 'c-sent');
    service.edit('c-sent', { title: 'Rejected c-sent, written anew' });
    await sync(desk);
    const out = join(temporaryFolder(), 'report.html');
    const messages = await desk.call('report.check', { project });
    expect(
      messages.filter(({ finding }) => finding === 'c-sent').map(({ level, code }) => [level, code]),
    ).toEqual([['error', 'unreviewed-candidate']]);
    expect(await failure(desk.call('report.export', { project, out }))).toEqual([
      'check-failed',
      expect.anything(),
    ]);
  });
});

describe('the choice of findings of an engagement', () => {
  it('is by query and by hand, kept with the settings, and gives way to the choice of a call as a whole', async () => {
    const { desk } = await bench({ count: 5 });
    await desk.call('finding.edit', { id: 'f1', changes: { severity: 'low' } });
    await desk.call('finding.edit', { id: 'f2', changes: { severity: 'high' } });
    const settings = { query: 'severity:>=medium', include: ['f1'], exclude: ['f3'] };
    const { left_out } = await desk.call('report.configure', { project, settings });
    const keptChoice = await exported(desk, 'csv');
    const own = await exported(desk, 'csv', { query: 'severity:high' });
    const { summary, findings } = await desk.call('report.findings', { project });
    expect({
      left_out,
      kept: [keptChoice.findings, keptChoice.left_out],
      own: [own.findings, own.left_out.length],
      summary,
      order: findings.map(({ id, leftOut: why }) => [id, why?.kind ?? null]),
    }).toEqual({
      left_out: [{ id: 'f3', reason: 'it is excluded by hand' }],
      kept: [4, [{ id: 'f3', reason: 'it is excluded by hand' }]],
      own: [1, 4],
      summary: '4 of 5 findings; 1 left out: 1 excluded by hand',
      order: [
        ['f2', null],
        ['f3', 'excluded'],
        ['f4', null],
        ['f5', null],
        ['f1', null],
      ],
    });
  });

  it('moves a finding from one list to the other, and refuses what it does not know', async () => {
    const { desk } = await bench({ count: 2 });
    const configure = (settings: Json, reset: string[] = []) =>
      desk.call('report.configure', { project, settings, reset });
    await configure({ exclude: ['f1', 'f2'] });
    const moved = await configure({ include: ['f1'] });
    expect(moved.settings).toEqual({ exclude: ['f2'], include: ['f1'] });
    expect([
      await failure(configure({ exclude: ['nowhere'] })),
      await failure(configure({ query: 'severity:' })),
      await failure(configure({ include: ['f1'], exclude: ['f1'] })),
      await failure(desk.call('report.check', { project, exclude: ['nowhere'] })),
    ]).toEqual([
      ['not-found', 'There is no finding nowhere here.'],
      ['query', expect.stringContaining('A value is missing')],
      ['invalid', 'f1 is both included and excluded. Name it once.'],
      ['not-found', 'There is no finding nowhere here.'],
    ]);
    expect((await configure({}, ['include', 'exclude'])).settings).toEqual({});
  });

  it('leaves out drafts and false positives, says so, and prints them if chosen', async () => {
    const { desk } = await bench({
      seeds: [
        {
          project,
          findings: [
            { id: 'draft', body: body({ status: 'draft' }) },
            { id: 'false', body: body({ status: 'false_positive' }) },
            { id: 'open', body: body({ status: 'open' }) },
          ],
        },
      ],
    });
    const whole = await desk.call('report.findings', { project });
    const messages = await desk.call('report.check', { project });
    const first = await exported(desk, 'csv');
    await desk.call('report.configure', { project, settings: { skip: ['drafts'] } });
    const falseToo = await desk.call('report.findings', { project });
    const { settings } = await desk.call('report.configure', { project, settings: { skip: [] } });
    const chosen = await exported(desk, 'csv');
    const kept = await desk.call('report.export', {
      project,
      out: join(temporaryFolder(), 'r.csv'),
      edition: 1,
    });
    expect([whole.summary, falseToo.summary, settings, chosen.findings, chosen.left_out]).toEqual([
      '1 of 3 findings; 2 left out: 1 draft, 1 false positive',
      '2 of 3 findings; 1 left out: 1 draft',
      { skip: [] },
      3,
      [],
    ]);
    const left = [
      { id: 'draft', reason: 'it is a draft' },
      { id: 'false', reason: 'it is a false positive' },
    ];
    expect([first.findings, byId(first.left_out), byId(kept.left_out)]).toEqual([1, left, left]);
    expect(
      messages
        .filter(({ code }) => code === 'left-out')
        .map(({ message }) => message)
        .sort(),
    ).toEqual([
      'It is a draft, so the report leaves it out.',
      'It is a false positive, so the report leaves it out.',
    ]);
  });

  it('checks and masks only what it prints', async () => {
    const { desk } = await bench({ count: 3 });
    await desk.call('finding.edit', { id: 'f1', changes: { description: 'TBD', remediation: 'TBD' } });
    const errors = async (input: object) =>
      (await desk.call('report.check', { project, ...input })).filter(({ level }) => level === 'error')
        .length;
    expect([await errors({}), await errors({ exclude: ['f1'] })]).toEqual([2, 0]);
  });

  it('tells of an edition that is written again what it left out when it was made', async () => {
    const { desk } = await bench({ count: 2 });
    const first = await exported(desk, 'html', { exclude: ['f1'] });
    const out = join(temporaryFolder(), 'again.html');
    const again = await desk.call('report.export', { project, out, edition: first.edition });
    expect([again.left_out, readFileSync(out).equals(first.file)]).toEqual([
      [{ id: 'f1', reason: 'it is excluded by hand' }],
      true,
    ]);
  });
});
