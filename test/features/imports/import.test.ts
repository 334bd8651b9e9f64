import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import type { ImportPreview } from '#contract/procedures/findings/import.ts';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { bench, body, project, sync } from '../../engine/support.ts';
import { newest } from '../bulk/support.ts';

interface Issue {
  readonly type?: string;
  readonly name?: string;
  readonly host?: string;
  readonly severity?: string;
  readonly detail?: string;
}

/** A file of Burp with these issues. */
function burpFile(issues: readonly Issue[], name = 'scan.xml'): string {
  const path = join(temporaryFolder(), name);
  const issue = ({
    type = '1',
    name: title = 'Old TLS',
    host = 'a.test',
    severity = 'High',
    detail = '',
  }: Issue) =>
    `<issue><type>${type}</type><name>${title}</name><host>https://${host}</host><path>/</path>
     <severity>${severity}</severity><confidence>Certain</confidence><issueDetail>${detail}</issueDetail></issue>`;
  writeFileSync(
    path,
    `<?xml version="1.0"?><issues burpVersion="2026.1">${issues.map(issue).join('')}</issues>`,
  );
  return path;
}

const preview = (desk: TestDesk, paths: readonly string[], more: object = {}): Promise<ImportPreview> =>
  desk.call('import.preview', { project, files: paths.map((path) => ({ path })), ...more });

async function imported(desk: TestDesk, path: string, choices: object = {}) {
  const { draft, fingerprint } = await preview(desk, [path], { choices });
  return desk.call('import.queue', { draft, bulk: crypto.randomUUID(), fingerprint, choices });
}

const outcomes = ({ groups }: ImportPreview) =>
  groups.map(({ key, outcome, finding, added, reason }) => [
    key,
    outcome,
    finding?.id ?? null,
    added,
    reason,
  ]);

async function listed(desk: TestDesk, query?: string) {
  const { rows } = await desk.call('finding.list', { project, ...(query === undefined ? {} : { query }) });
  return rows.map(({ title, asset }) => [title, asset]);
}

test('a scan is queued once, however often it is imported, and reaches the service once', async () => {
  const { desk, service } = await bench({ count: 1 });
  const path = burpFile([{}, { host: 'b.test' }, { type: '2', name: 'SQL injection' }]);
  const first = await preview(desk, [path]);
  expect(outcomes(first)).toEqual([
    ['burp/1', 'new', null, [], null],
    ['burp/2', 'new', null, [], null],
  ]);
  expect(first.files).toMatchObject([{ path, format: 'burp', items: 3, problems: [] }]);
  const { action, operations } = await imported(desk, path);
  expect(operations.map(({ kind }) => kind)).toEqual(['create', 'create']);
  expect(action).toMatchObject({ action: { kind: 'import', files: ['scan.xml'] }, undoable: 2 });

  for (const when of ['before it is sent', 'after']) {
    const again = await preview(desk, [path]);
    expect([when, again.groups.map(({ outcome, reason }) => [outcome, reason])]).toEqual([
      when,
      [
        ['known', 'origin'],
        ['known', 'origin'],
      ],
    ]);
    expect((await imported(desk, path)).operations).toEqual([]);
    await sync(desk);
  }
  const titles = service.findings(project).map(({ title }) => title);
  expect(titles.filter((title) => title === 'Old TLS')).toHaveLength(1);
  expect(titles.filter((title) => title === 'SQL injection')).toHaveLength(1);
});

test('a later scan with one more asset adds just that one', async () => {
  const { desk } = await bench({ count: 0 });
  await imported(desk, burpFile([{ detail: 'at ten' }]));
  const later = burpFile([{ detail: 'at eleven', severity: 'Low' }, { host: 'b.test' }]);
  const { groups } = await preview(desk, [later]);
  expect(groups).toMatchObject([{ outcome: 'extends', added: ['https://b.test'], reason: 'origin' }]);
  await imported(desk, later);
  expect(await listed(desk)).toEqual([['Old TLS', ['https://a.test', 'https://b.test']]]);
});

test('what was closed stays closed, and no second one is made', async () => {
  const seed = { title: 'Old TLS', asset: ['https://a.test'], status: 'closed', tags: ['rule:burp/1'] };
  const { desk } = await bench({ seeds: [{ project, findings: [{ id: 'f1', body: body(seed) }] }] });
  const path = burpFile([{}, { host: 'b.test' }]);
  expect(outcomes(await preview(desk, [path]))).toEqual([['burp/1', 'closed', 'f1', [], 'tag']]);
  expect((await imported(desk, path)).operations).toEqual([]);
  const decided = { decisions: { 'burp/1': { kind: 'finding', id: 'f1' } } };
  expect(outcomes(await preview(desk, [path], { choices: decided }))).toEqual([
    ['burp/1', 'extends', 'f1', ['https://b.test'], 'decided'],
  ]);
  const asNew = { decisions: { 'burp/1': { kind: 'new' } } };
  expect((await imported(desk, path, asNew)).operations).toHaveLength(1);
});

test('a closed finding that was found again is reopened or retested if the user decides so, and undone with the rest', async () => {
  const closed = { title: 'Old TLS', asset: ['https://a.test'], status: 'closed', tags: ['rule:burp/1'] };
  const findings = [
    { id: 'f1', body: body(closed) },
    { id: 'f2', body: body({ ...closed, asset: ['https://b.test'] }) },
    { id: 'f3', body: body({ ...closed, asset: ['https://z.test'] }) },
    { id: 'f4', body: body({ title: 'Other', status: 'closed', tags: ['rule:burp/2'] }) },
  ];
  const { desk } = await bench({ seeds: [{ project, findings }] });
  const path = burpFile([{}, { host: 'b.test' }, { host: 'c.test' }, { type: '2', name: 'Other' }]);
  const left = await preview(desk, [path]);
  expect(left.groups.map(({ outcome, added, closed: those }) => [outcome, added, those])).toEqual([
    ['closed', [], ['f1', 'f2'].map((id) => ({ id, title: 'Old TLS', choices: ['reopen', 'retest'] }))],
    ['closed', [], [{ id: 'f4', title: 'Other', choices: ['reopen', 'retest'] }]],
  ]);
  const choices = { closed: 'retest', decisions: { 'burp/1': { kind: 'reopen' } } };
  const decided = await preview(desk, [path], { choices });
  expect(outcomes(decided).map((row) => row.slice(0, 4))).toEqual([
    ['burp/1', 'reopens', 'f1', ['https://c.test']],
    ['burp/2', 'retests', 'f4', ['https://a.test']],
  ]);
  expect(decided.fingerprint).not.toBe(left.fingerprint);
  const { operations } = await imported(desk, path, choices);
  expect(operations.map(({ kind }) => kind)).toEqual(['update', 'update', 'update']);
  const statuses = async () =>
    (await desk.call('finding.list', { project })).rows.map(({ id, status }) => [id, status]).sort();
  expect(await statuses()).toEqual([
    ['f1', 'open'],
    ['f2', 'open'],
    ['f3', 'closed'],
    ['f4', 'pending_retest'],
  ]);
  const undone = await desk.call('bulk.undo', { bulk: (await newest(desk)).bulk });
  expect([undone.takenBack, undone.stays]).toEqual([3, []]);
  expect((await statuses()).map(([, status]) => status)).toEqual(Array(4).fill('closed'));
  expect((await preview(desk, [path])).groups).toEqual(left.groups);
});

it('offers only what can be done to a closed finding', async () => {
  const closed = { title: 'Old TLS', asset: ['https://a.test'], status: 'closed', tags: ['rule:burp/1'] };
  const { desk } = await bench({ seeds: [{ project, findings: [{ id: 'f1', body: body(closed) }] }] });
  const path = burpFile([{}]);
  const round = await desk.call('round.add', { project });
  await desk.call('verdict.set', { project, round: round.number, ids: ['f1'], verdict: 'fixed' });
  await desk.call('finding.edit', { id: 'f1', changes: { status: 'pending_retest' } });
  const choices = async () => (await preview(desk, [path])).groups.map((group) => group.closed);
  expect(await choices()).toEqual([[{ id: 'f1', title: 'Old TLS', choices: ['reopen'] }]]);
  await desk.call('finding.delete', { ids: ['f1'] });
  expect(await choices()).toEqual([[{ id: 'f1', title: 'Old TLS', choices: [] }]]);
  const queued = await imported(desk, path, { closed: 'reopen' });
  expect(queued.operations).toEqual([]);
});

test('an import is undone as one, and can be imported again', async () => {
  const { desk } = await bench({ count: 0 });
  await desk.call('finding.create', {
    project,
    records: [body({ title: 'Old TLS', asset: ['https://a.test'] })],
  });
  const path = burpFile([{}, { host: 'b.test' }, { type: '2', name: 'SQL injection' }]);
  await imported(desk, path);
  expect(await listed(desk)).toHaveLength(2);
  const { bulk } = await newest(desk);
  const undone = await desk.call('bulk.undo', { bulk });
  expect([undone.takenBack, undone.stays]).toEqual([2, []]);
  expect(await listed(desk)).toEqual([['Old TLS', ['https://a.test']]]);
  expect(outcomes(await preview(desk, [path])).map(([, outcome]) => outcome)).toEqual(['extends', 'new']);
});

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A file of Nessus with one item and these attachments. */
function nessusFile(...attachments: readonly (readonly [name: string, content: string])[]): string {
  const path = join(temporaryFolder(), 'scan.nessus');
  const held = attachments
    .map(([name, content]) => `<attachment name="${name}" type="image/png">${content}</attachment>`)
    .join('');
  const item = (
    host: string,
  ) => `<ReportHost name="${host}"><ReportItem port="443" svc_name="www" protocol="tcp"
     severity="2" pluginID="7" pluginName="Login page" pluginFamily="Web">${held}</ReportItem></ReportHost>`;
  writeFileSync(
    path,
    `<?xml version="1.0"?><NessusClientData_v2><Report name="r">${item('a.test')}${item('b.test')}</Report></NessusClientData_v2>`,
  );
  return path;
}

test('images of a file become evidence of its new finding, once, and are undone with it', async () => {
  const { desk } = await bench({ count: 0 });
  const path = nessusFile(['folder/login.png', pixel], ['cut.png', pixel.slice(0, 40)]);
  const { groups, files } = await preview(desk, [path]);
  expect(groups.map(({ outcome, images }) => [outcome, images])).toEqual([['new', 1]]);
  expect(files[0]?.problems.map(({ line, message }) => [line, message])).toEqual([
    [1, expect.stringMatching(/^An image was left out\. /u)],
    [2, expect.stringMatching(/^An image was left out\. /u)],
  ]);
  const { operations } = await imported(desk, path);
  const [id = ''] = operations[0]?.findings ?? [];
  expect(await desk.call('evidence.list', { id })).toMatchObject([
    { name: 'login.png', width: 1, height: 1 },
  ]);
  await sync(desk);
  expect(await desk.call('evidence.list', { id })).toHaveLength(1);
  expect((await imported(desk, path)).operations).toEqual([]);
});

it('undoes an import with its images, unless one was added or worked on since', async () => {
  const { desk } = await bench({ count: 0 });
  const made = async () =>
    (await imported(desk, nessusFile(['a.png', pixel]))).operations[0]?.findings[0] ?? '';
  const undo = async () => (await desk.call('bulk.undo', { bulk: (await newest(desk)).bulk })).stays;
  const [first = { evidence: '' }] = await desk.call('evidence.list', { id: await made() });
  await desk.call('evidence.caption', { evidence: first.evidence, caption: 'Mine' });
  expect(await undo()).toMatchObject([{ reason: 'changed-since' }]);
  await desk.call('evidence.caption', { evidence: first.evidence, caption: '' });
  expect(await undo()).toEqual([]);
  await expect(desk.call('evidence.content', { evidence: first.evidence })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await listed(desk)).toEqual([]);
});

test('a finding that was worked on since stays if its import is undone', async () => {
  const { desk } = await bench({ count: 0 });
  const { operations } = await imported(desk, burpFile([{}, { type: '2', name: 'SQL injection' }]));
  const [id = ''] = operations[0]?.findings ?? [];
  await desk.call('finding.edit', { id, changes: { description: 'Mine.' } });
  const undone = await desk.call('bulk.undo', { bulk: (await newest(desk)).bulk });
  expect([undone.takenBack, undone.stays.map(({ reason }) => reason)]).toEqual([1, ['changed-since']]);
  expect(await listed(desk)).toEqual([['Old TLS', ['https://a.test']]]);
});

test('a call whose answer was lost is queued once', async () => {
  const { desk } = await bench({ count: 0 });
  const { draft, fingerprint } = await preview(desk, [burpFile([{}])]);
  const ask = { draft, fingerprint, bulk: crypto.randomUUID() };
  const first = await desk.call('import.queue', ask);
  expect(await desk.call('import.queue', ask)).toEqual(first);
  expect(await listed(desk)).toHaveLength(1);
});

test('what changed since the preview is shown again before it is queued', async () => {
  const { desk } = await bench({ count: 0 });
  const path = burpFile([{}]);
  const { draft, fingerprint } = await preview(desk, [path]);
  await imported(desk, path);
  const late = desk.call('import.queue', { draft, fingerprint, bulk: crypto.randomUUID() });
  await expect(late).rejects.toMatchObject({ code: 'outdated' });
});

test('merged, split and renamed groups are the findings that the user made of them', async () => {
  const { desk } = await bench({ count: 0 });
  const path = burpFile([
    { host: 'a.test' },
    { host: 'b.test' },
    { type: '2', name: 'TLS 1.0', host: 'c.test' },
    { type: '3', name: 'TLS 1.1', host: 'd.test' },
  ]);
  await imported(desk, path, {
    split: ['burp/1'],
    merged: [['burp/2', 'burp/3']],
    titles: { 'burp/2': 'Weak TLS' },
  });
  expect((await listed(desk)).sort()).toEqual([
    ['Old TLS', ['https://a.test']],
    ['Old TLS', ['https://b.test']],
    ['Weak TLS', ['https://c.test', 'https://d.test']],
  ]);
  expect(outcomes(await preview(desk, [path])).map(([, outcome]) => outcome)).toEqual(Array(3).fill('known'));
});

it('leaves out informational findings and false positives unless the rules say otherwise, and keeps the rules', async () => {
  const { desk } = await bench({ count: 0 });
  const path = burpFile([
    { severity: 'Information' },
    { type: '2', severity: 'False positive' },
    { type: '3', severity: 'Low' },
    { type: '4', severity: 'Medium' },
  ]);
  const usual = await preview(desk, [path], { choices: { minSeverity: 'medium' } });
  expect(usual.leftOut.map(({ key, reason }) => [key, reason]).sort()).toEqual([
    ['burp/1', 'informational'],
    ['burp/2', 'false-positive'],
    ['burp/3', 'below'],
  ]);
  const rules = {
    informational: false,
    falsePositive: false,
    severityMapping: { burp: { low: 'critical' } },
  };
  const { draft, fingerprint, groups } = await preview(desk, [path], { rules });
  expect(groups.map(({ key, severity }) => [key, severity])).toContainEqual(['burp/3', 'critical']);
  await desk.call('import.queue', { draft, fingerprint, bulk: crypto.randomUUID() });
  expect((await preview(desk, [path])).groups).toHaveLength(groups.length);
});

/** A table with these columns. */
function csvFile(...rows: readonly string[]): string {
  const path = join(temporaryFolder(), 'issues.csv');
  writeFileSync(path, rows.join('\n'));
  return path;
}

test('a mapping of columns that was queued once is taken by itself, and can be replaced and forgotten', async () => {
  const { desk } = await bench({ count: 0 });
  const path = csvFile('Issue;Risk;Host;Weight', 'Old TLS;Bad;a.test;3');
  await expect(preview(desk, [path])).rejects.toMatchObject({ code: 'invalid' });
  const mapping = {
    tool: 'acme',
    columns: { title: 'Issue', severity: 'Risk', asset: 'Host' },
    severities: { Bad: 'high' },
  };
  // What is not queued is not kept.
  await preview(desk, [path], { mapping });
  await expect(preview(desk, [path])).rejects.toMatchObject({ code: 'invalid' });
  const { draft, fingerprint } = await preview(desk, [path], { mapping });
  await desk.call('import.queue', { draft, fingerprint, bulk: crypto.randomUUID() });

  const later = csvFile('host;issue;Risk', 'b.test;Old TLS;Bad', 'a.test;New;Odd');
  const found = await preview(desk, [later]);
  expect(found.files).toMatchObject([{ format: 'csv', mapping: { tool: 'acme' } }]);
  expect(found.groups.map(({ key, severity, outcome }) => [key, severity, outcome])).toEqual([
    ['acme/New', null, 'new'],
    ['acme/Old TLS', 'high', 'extends'],
  ]);
  // A table without one of its columns is none of it.
  await expect(preview(desk, [csvFile('Issue;Risk', 'Old TLS;Bad')])).rejects.toMatchObject({
    code: 'invalid',
  });

  const other = { ...mapping, severities: { Bad: 'low', Odd: 'medium' } };
  const replaced = await preview(desk, [later], { mapping: other });
  await desk.call('import.queue', {
    draft: replaced.draft,
    fingerprint: replaced.fingerprint,
    bulk: crypto.randomUUID(),
  });
  const { csvMappings } = await desk.call('import.settings', { project });
  expect(csvMappings).toMatchObject([other]);
  expect((await desk.call('import.configure', { project, reset: ['maps'] })).csvMappings).toEqual([]);
  await expect(preview(desk, [later])).rejects.toMatchObject({ code: 'invalid' });
});

it('keeps which severity of a tool becomes which, and no rule that was meant for one import', async () => {
  const { desk } = await bench({ count: 0 });
  const path = burpFile([{ severity: 'Information' }, { type: '2', severity: 'Low' }]);
  const severities = [
    { tool: 'burp', severity: 'low', becomes: 'critical' },
    { tool: 'zap', severity: 'low', becomes: 'info' },
  ];
  await desk.call('import.configure', { project, severities });
  const cleared = { project, severities: [{ tool: 'zap', severity: 'low', becomes: null }] };
  expect((await desk.call('import.configure', cleared)).severityMapping).toEqual({
    burp: { low: 'critical' },
  });
  const all = await preview(desk, [path], { informational: false });
  expect(all.groups.map(({ key, severity }) => [key, severity])).toEqual([
    ['burp/1', 'info'],
    ['burp/2', 'critical'],
  ]);
  await desk.call('import.queue', {
    draft: all.draft,
    fingerprint: all.fingerprint,
    bulk: crypto.randomUUID(),
  });
  expect(await desk.call('import.settings', { project })).toMatchObject({
    informational: true,
    severityMapping: { burp: { low: 'critical' } },
  });
  expect((await preview(desk, [path])).leftOut).toMatchObject([{ key: 'burp/1', reason: 'informational' }]);
});

it('tells of the same file twice and of a file that is none, and queues nothing of either', async () => {
  const { desk } = await bench({ count: 0 });
  const path = burpFile([{}]);
  const copy = join(temporaryFolder(), 'copy.xml');
  copyFileSync(path, copy);
  const { files, groups } = await preview(desk, [path, copy]);
  expect(files.map(({ items }) => items)).toEqual([1, 0]);
  expect(groups).toHaveLength(1);
  const broken = join(temporaryFolder(), 'cut.xml');
  writeFileSync(broken, '<?xml version="1.0"?>\n<issues burpVersion="1">\n<issue><type>1</type>');
  await expect(preview(desk, [broken])).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^cut\.xml: Line 3, column \d+: /u) as string,
  });
  await expect(preview(desk, [join(temporaryFolder(), 'none')])).rejects.toMatchObject({ code: 'file' });
});

test('the history of a finding says which file and rule it came from', async () => {
  const { desk } = await bench({ count: 0 });
  const { operations } = await imported(desk, burpFile([{}]));
  const [id = ''] = operations[0]?.findings ?? [];
  const { origins } = await desk.call('finding.get', { id });
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
  const at = expect.stringMatching(/^\d{4}-/u) as string;
  expect(origins).toEqual([{ tool: 'burp', rule: '1', file: 'scan.xml', sha256, at }]);
  const rows = async (query: string) => (await listed(desk, query)).map(([title]) => title);
  expect([await rows('from:burp'), await rows('-from:burp,nessus'), await rows('from:none')]).toEqual([
    ['Old TLS'],
    [],
    [],
  ]);
  expect(await desk.call('list.values', { project })).toMatchObject({ tools: ['burp'] });
  const entries = await desk.call('finding.history', { id });
  expect(entries.find(({ what }) => what === 'imported')).toMatchObject({
    detail: {
      tool: 'burp',
      rule: '1',
      file: 'scan.xml',
      sha256,
    },
  });
});

test('mapping and lowest severity are those last arranged, and hold for the next import once one is queued', async () => {
  const { desk } = await bench({ count: 1 });
  const issues = [{ severity: 'High' }, { type: '2', name: 'Banner', severity: 'Low' }];
  const { draft, rules, severities } = await preview(desk, [burpFile(issues)]);
  expect(rules).toMatchObject({ severityMapping: {}, minSeverity: null });
  expect(severities).toEqual([
    { tool: 'burp', severity: 'high', becomes: 'high' },
    { tool: 'burp', severity: 'low', becomes: 'low' },
  ]);
  const changed = { severityMapping: { burp: { high: 'critical' } }, minSeverity: 'medium' };
  const arranged = await desk.call('import.arrange', { draft, rules: changed });
  expect(arranged.groups.map(({ key, severity }) => [key, severity])).toEqual([['burp/1', 'critical']]);
  expect(arranged.leftOut).toEqual([{ key: 'burp/2', title: 'Banner', severity: 'low', reason: 'below' }]);
  const other = await preview(desk, [burpFile(issues)]);
  expect(other.rules).toMatchObject({ severityMapping: {}, minSeverity: null });
  const { fingerprint } = arranged;
  await desk.call('import.queue', { draft, fingerprint, bulk: crypto.randomUUID() });
  const next = await preview(desk, [burpFile(issues)], { rules: { closed: false } });
  expect(next.rules).toMatchObject({ ...changed, closed: false, informational: true });
});

test('a group tells how many rules it is made of, and a part what it was split from', async () => {
  const { desk } = await bench({ count: 1 });
  const path = burpFile([{}, { host: 'b.test' }, { type: '2', name: 'Banner' }]);
  const merged = { merged: [['burp/1', 'burp/2']] };
  const told = async (choices: object) =>
    (await preview(desk, [path], { choices })).groups.map(({ key, rules, splitOf }) => [key, rules, splitOf]);
  expect(await told(merged)).toEqual([['burp/1', 2, null]]);
  expect(await told({ split: ['burp/1'] })).toEqual([
    ['burp/1@https://a.test', 1, 'burp/1'],
    ['burp/1@https://b.test', 1, 'burp/1'],
    ['burp/2', 1, null],
  ]);
});
