import { join } from 'node:path';
import { z } from 'zod';
import type { RunningSample } from '#app/client/home-gateway.ts';
import { DossierError } from '#contract/error.ts';
import type { FindingListRow } from '#contract/finding/finding.ts';
import type { Operation } from '#contract/finding/operation.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { checkLine, checkLines } from '../output/messages.ts';
import { operationStyle } from '../command/operation-style.ts';
import { operationLines } from '../output/operations.ts';
import { table } from '../output/table.ts';
import { counted, plain } from '../output/text.ts';
import { demoFacts } from './demo-facts.ts';
import { stateLabel, valueLabel } from '#domain/finding/labels/value-labels.ts';
import { ME } from './fixture.ts';
import type { DemoFixture } from './fixture.ts';

/** The colleague who interferes. */
const COLLEAGUE = 'jonas';
const PROJECTS = [
  { project: 'fjm-portal-2026', name: 'Customer portal', client: 'Fjellmark Logistics' },
  { project: 'fjm-internal-2026', name: 'Internal network', client: 'Fjellmark Logistics' },
  { project: 'fjm-driver-2026', name: 'Driver app', client: 'Fjellmark Logistics' },
] as const;
export const PROJECT = PROJECTS[0].project;

/** Tells the whole story on the stage and answers its deliverable. */
export async function play(fixture: DemoFixture): Promise<ProcedureAnswers['report.export']> {
  fixture.context.out.say(`${fixture.context.out.paint('bold', 'The main job of Dossier, end to end')}\n\n`);
  await arrive(fixture);
  const { contested, merged } = await workOffline(fixture);
  await returnOnline(fixture, contested, merged);
  await decide(fixture);
  await describe(fixture);
  await check(fixture);
  return deliver(fixture);
}

async function arrive(fixture: DemoFixture): Promise<void> {
  const { call, proxy, tell, context } = fixture;
  const connected = await call('connection.connect', { baseUrl: proxy.baseUrl });
  tell('connect', `${ME} connects with the sample service at ${proxy.baseUrl}`, connected);
  for (const engagement of PROJECTS) await call('engagement.add', engagement);
  const summary = await sync(fixture);
  const engagements = await call('engagement.list', {});
  const { seen } = summary.pulled;
  const list = table(
    engagements,
    [
      { title: 'Project', cell: (row) => row.project },
      { title: 'Name', cell: (row) => row.name ?? '' },
      { title: 'Findings', cell: (row) => String(row.findings), align: 'right' },
    ],
    { paint: context.out.paint, width: undefined },
  );
  tell(
    'sync',
    `${String(seen)} findings of ${String(PROJECTS.length)} engagements are here now`,
    summary,
    indent(list),
  );
}

/** Edits without a network: one that a colleague will contest, one that merges, and a new finding. */
async function workOffline(
  fixture: DemoFixture,
): Promise<{ contested: FindingListRow; merged: FindingListRow }> {
  const { call, proxy, tell, context, sample } = fixture;
  await proxy.pull();
  const refused = await sync(fixture).then(
    () => null,
    (error: unknown) => (error instanceof DossierError ? error : Promise.reject(asError(error))),
  );
  if (refused?.code !== 'unreachable') {
    throw new DossierError('internal', 'The demo pulled the cable, and the service could still be reached.');
  }
  tell('offline', `the cable is pulled; sync says: ${plain(refused.message).split('. ', 1)[0] ?? ''}`, {
    code: refused.code,
  });

  const query = 'severity:high,medium status:open -is:candidate';
  const { rows } = await call('finding.list', { project: PROJECT, query, sort: 'severity' });
  const [contested, merged] = rows;
  if (contested === undefined || merged === undefined) {
    throw new DossierError('internal', 'The sample engagement has too few open findings for the demo.');
  }
  await call('finding.edit', { id: contested.id, changes: { severity: 'critical' } });
  tell('edit', `"${plain(contested.title)}" is critical, ${ME} decides on the train`);
  await call('finding.edit', {
    id: merged.id,
    changes: { remediation: 'Validate the input on the server and add a regression test.', tags: ['retest'] },
  });
  tell('edit', `"${plain(merged.title)}" gets a remediation and a tag`);
  await call('finding.create', {
    project: PROJECT,
    records: [
      {
        title: 'Session stays valid after the password was changed',
        asset: contested.asset,
        severity: 'medium',
        description:
          'Signed in twice, changed the password in one browser: the other session **went on working**.',
        remediation: 'End every other session of the account when its password changes.',
      },
    ],
  });
  tell('create', 'a new finding is written down');
  const queued = await call('finding.list', { project: PROJECT, query: 'is:queued' });
  const list = table(
    queued.rows,
    [
      { title: 'Sync', cell: (row) => stateLabel(row.sync) },
      { title: 'Severity', cell: (row) => valueLabel(row.severity) },
      { title: 'Title', cell: (row) => row.title, shrinks: true },
    ],
    { paint: context.out.paint, width: context.out.width === undefined ? undefined : context.out.width - 4 },
  );
  tell('list', 'everything is readable offline; pending are:', queued.rows, indent(list));

  await editAs(sample, COLLEAGUE, { project: PROJECT, id: contested.id }, { severity: 'low' });
  await editAs(sample, COLLEAGUE, { project: PROJECT, id: merged.id }, { severity: 'low' });
  tell('meanwhile', `${COLLEAGUE} sets the severity of both findings to low, on the service`);
  return { contested, merged };
}

async function returnOnline(
  fixture: DemoFixture,
  contested: FindingListRow,
  merged: FindingListRow,
): Promise<void> {
  const { call, proxy, tell, context } = fixture;
  await proxy.plug();
  const first = await sync(fixture);
  const { applied, conflict } = first.pushed;
  tell('sync', `online again: ${String(applied)} sent, ${String(conflict)} in conflict`, first);
  const both = await call('finding.get', { id: merged.id });
  const { severity } = both.effective;
  tell(
    'merge',
    `"${plain(merged.title)}" has both changes: the new remediation, and ${COLLEAGUE}'s severity "${plain(typeof severity === 'string' ? severity : JSON.stringify(severity))}"`,
  );

  const open = await call('queue.list', {});
  const disputed = open.find((operation): operation is Operation => operation.state === 'conflict');
  if (disputed === undefined)
    throw new DossierError('internal', 'The demo expected a conflict and found none.');
  const detail = operationLines(disputed, await operationStyle({ out: context.out, call }, [disputed])).join(
    '\n',
  );
  tell(
    'conflict',
    `both changed the severity of "${plain(contested.title)}"`,
    disputed,
    indent(`${detail}\n`),
  );
  await call('queue.resolve', { op: disputed.op, choice: 'mine' });
  const second = await sync(fixture);
  tell(
    'resolve',
    `${ME} keeps hers: ${String(second.pushed.applied)} sent, ${String(second.needsPerson)} left to decide`,
    second,
  );
}

/** Decides on a candidate that AI assistance proposed. */
async function decide(fixture: DemoFixture): Promise<void> {
  const { call, tell } = fixture;
  const { rows } = await call('finding.list', { project: PROJECT, query: 'is:candidate', sort: 'severity' });
  const [candidate] = rows;
  if (candidate === undefined) {
    throw new DossierError('internal', 'The sample engagement has no candidate to decide on.');
  }
  const comment = 'Reproduced by hand; goes into the report.';
  const decision = await call('candidate.review', { id: candidate.id, decision: 'accept', comment });
  const summary = await sync(fixture);
  const { effective } = await call('finding.get', { id: candidate.id });
  const status = effective['status'];
  tell(
    'review',
    `${ME} accepts the candidate "${plain(candidate.title)}": ${String(summary.pushed.applied)} sent, ` +
      `its status is "${plain(typeof status === 'string' ? status : JSON.stringify(status ?? null))}" now`,
    decision,
  );
}

/** Writes down what the report says beside the findings. */
async function describe({ call, tell }: DemoFixture): Promise<void> {
  const described = await call('engagement.describe', { project: PROJECT, facts: demoFacts });
  const { facts, missing } = described;
  tell(
    'describe',
    `${ME} writes down days, people, ${counted(facts.scopeIn.length, 'line')} of scope and the texts; ` +
      (missing.length === 0
        ? 'a report has all that it needs'
        : `a report still needs ${missing.join(', ')}`),
    described,
  );
}

/** Has the engagement checked, and corrects what must not go out as it is. */
async function check(fixture: DemoFixture): Promise<void> {
  const { call, tell, context } = fixture;
  const found = await call('report.check', { project: PROJECT });
  tell('check', checkLine(found), found, indent(checkLines(found, context.out).join('')));
  const named = (code: CheckMessage['code']): string[] =>
    found.flatMap((message) => (message.code === code && message.finding !== null ? [message.finding] : []));
  const candidates = named('unreviewed-candidate');
  for (const id of candidates) await call('candidate.review', { id, decision: 'accept' });
  for (const id of named('placeholder')) {
    const { description } = (await call('finding.get', { id })).effective;
    if (typeof description !== 'string') continue;
    const changed = description.replace(
      /^.*to be checked.*$/imu,
      'Tried without a cookie as well: it is kept all the same.',
    );
    await call('finding.edit', { id, changes: { description: changed } });
  }
  const summary = await sync(fixture);
  const left = await call('report.check', { project: PROJECT });
  tell(
    'correct',
    `${ME} finishes the text and accepts ${counted(candidates.length, 'candidate')}: ` +
      `${String(summary.pushed.applied)} sent; now ${checkLine(left)}`,
    left,
  );
}

async function deliver({ call, tell, folder }: DemoFixture): Promise<ProcedureAnswers['report.export']> {
  const report = await call('report.export', {
    project: PROJECT,
    out: join(folder, 'report.pdf'),
    format: 'pdf',
  });
  tell(
    'report',
    `${plain(report.path)}: ${String(report.pages)} pages, ${String(report.findings)} findings`,
    report,
  );
  return report;
}

/** Syncs as the command does: what could not be finished is a failure. */
async function sync({ call }: DemoFixture): Promise<ProcedureAnswers['sync.run']> {
  const summary = await call('sync.run', {});
  if (summary.failure === null) return summary;
  throw new DossierError(summary.failure.code, summary.failure.message);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const record = z.looseObject({ id: z.string(), title: z.string(), asset: z.array(z.string()) });

/**
 * Another user changes a finding, directly at the sample service.
 * @throws DossierError 'internal' if the service does not take it
 */
async function editAs(
  sample: RunningSample,
  login: string,
  place: { readonly project: string; readonly id: string },
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const { project, id } = place;
  const headers = { 'X-SERVICE-TOKEN': sample.tokenOf(login), 'Content-Type': 'application/json' };
  const read = await fetch(new URL(`scans/${encodeURIComponent(id)}`, sample.baseUrl), { headers });
  const { title, asset } = record.parse(await read.json());
  const body = JSON.stringify({ id, title, asset, ...changes });
  const url = new URL(`scans/${encodeURIComponent(project)}`, sample.baseUrl);
  const written = await fetch(url, { method: 'POST', headers, body });
  if (!written.ok)
    throw new DossierError('internal', `The sample service answered ${String(written.status)}.`);
}
