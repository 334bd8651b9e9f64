import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { png } from '../domain/images/pictures.ts';
import { webp } from '../domain/images/webp-pictures.ts';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { document, run } from './support/dossier.ts';

let template: Desk;
let desk: Desk;
/** An open finding of high severity, no candidate. */
let finding: string;
let candidate: string;
beforeAll(async () => {
  template = await openDesk();
  finding = await firstOf('status:open -is:candidate severity:high');
  candidate = await firstOf('is:candidate');
});
afterAll(() => template.clear());
beforeEach(async () => {
  desk = await heldDesk(template);
});
afterEach(async () => {
  template.service.setFaults(undefined);
  await desk.clear();
});

async function firstOf(query: string): Promise<string> {
  const rows = await template.json(['findings', project, '--query', query]);
  const [row] = rows as { id: string }[];
  if (row === undefined) throw new Error('The sample engagement has no such finding.');
  return row.id;
}

test('the assistant is asked once from outside, with a yes, and answers as a document', async () => {
  const bare = await desk.dossier(['assistant', 'demonstration', finding, '--json']);
  const asked = await desk.json(['assistant', 'demonstration', finding, '--yes']);
  expect([bare.code, document(bare)]).toMatchObject([2, { error: { code: 'usage' } }]);
  expect(asked).toMatchObject({ kind: 'written', draft: { finding: { id: finding }, state: 'open' } });
});

describe('reading', () => {
  test('connect answers with the address, the user and the organization', async () => {
    const answer = await desk.json(['connect', '--base-url', desk.service.baseUrl]);
    expect(Object.keys(answer as object)).toEqual(['baseUrl', 'user', 'organization']);
    expect(answer).toMatchObject({ baseUrl: desk.service.baseUrl, user: { id: 'user-mara' } });
  });

  test('engagement list --service lists the projects of the service, and which of them are here', async () => {
    const rows = (await desk.json(['engagement', 'list', '--service'])) as { project: string }[];
    expect(rows.find((row) => row.project === project)).toEqual({
      project,
      name: null,
      client: null,
      findings: expect.any(Number),
      added: true,
    });
    const shown = await desk.dossier(['engagement', 'list', '--service']);
    expect([shown.code, rows.length > 1]).toEqual([0, true]);
    expect(shown.stdout).toMatch(/^Project +Name +Client +Findings +Here/u);
  });

  test('whoami and account list what the service names of the rights; --json is the two records', async () => {
    const { stdout } = await desk.dossier(['whoami']);
    const lines = [
      'Roles:        pentester',
      'Licences:     assessment, review, assistant',
      'Memberships:  fjm-portal-2026, fjm-internal-2026, fjm-driver-2026, fjm-cloud-2026',
      'Clients:      Fjellmark Logistics',
    ].join('\n');
    expect([stdout, (await desk.dossier(['account'])).stdout]).toEqual([
      expect.stringContaining(lines),
      expect.stringContaining(lines),
    ]);
    const whole = await desk.json(['whoami']);
    expect(Object.keys(whole as object)).toEqual(['baseUrl', 'user', 'organization']);
  });

  test('the token is nowhere: not in what is shown, not in any file of the home', async () => {
    const token = desk.service.tokens['mara'] ?? '';
    const shown = await desk.dossier(['whoami', '--json', '--debug']);
    expect(shown.stdout + shown.stderr).not.toContain(token);
    for (const entry of readdirSync(desk.home, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(token)).toBe(false);
    }
  });

  test('the stored token is used where none is given', async () => {
    const ended = await desk.dossier(['whoami', '--json'], { env: { DOSSIER_TOKEN: '' } });
    expect(document(ended)).toMatchObject({ user: { id: 'user-mara' } });
  });

  test('findings is a plain array, narrowed by the query, in the order asked for', async () => {
    const rows = (await desk.json([
      'findings',
      project,
      '--query',
      '-is:candidate severity:high',
      '--sort',
      'title:desc',
      '--limit',
      '3',
    ])) as Record<string, unknown>[];
    expect(rows).toHaveLength(3);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'id',
      'title',
      'severity',
      'status',
      'asset',
      'candidate',
      'sync',
    ]);
    const titles = rows.map(({ title }) => String(title));
    expect(titles).toEqual([...titles].sort().reverse());
  });

  test('a private draft is told from a public candidate, and as the client sees it there is none', async () => {
    const list = (query: string) => desk.dossier(['findings', project, '--query', query]);
    const rows = (await desk.json(['findings', project, '--query', 'is:private'])) as { id: string }[];
    expect(rows).toEqual([expect.objectContaining({ candidate: true, private: true })]);
    const [draft, open] = [rows[0]?.id ?? '', (await list('is:public')).stdout];
    expect([
      (await list('is:private')).stdout,
      open.split('\n').filter((line) => line.includes('[')).length,
    ]).toEqual([expect.stringContaining('[private draft] '), open.split('[candidate] ').length - 1]);
    expect((await desk.dossier(['finding', draft])).stdout).toContain(' · private draft\n');
    expect(await desk.json(['finding', draft])).toMatchObject({ candidate: true, private: true });
    expect(await desk.json(['findings', project, '--query', 'is:published is:private'])).toEqual([]);
  });

  test('a broken query is wrong usage and points at the place', async () => {
    const ended = await desk.dossier(['findings', project, '--query', 'sevrity:high']);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('sevrity');
  });

  test('a finding that is not there is named', async () => {
    const ended = await desk.dossier(['finding', 'nothing-like-this', '--json']);
    expect(ended.code).toBe(1);
    expect(document(ended)).toMatchObject({ error: { code: 'not-found' } });
    expect(ended.stdout).toContain('nothing-like-this');
  });

  test('engagement list tells how many findings there are and when they were read', async () => {
    const [engagement] = (await desk.json(['engagement', 'list'])) as Record<string, unknown>[];
    expect(engagement).toMatchObject({ project, name: null, client: null });
    expect(engagement?.['findings']).toBeGreaterThan(10);
    expect(new Date(String(engagement?.['lastSyncedAt'])).toISOString()).toBe(engagement?.['lastSyncedAt']);
  });

  test('a reader that goes away is no failure', async () => {
    const running = desk.start(['findings', project]);
    running.child.stdout?.destroy();
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('without --json a table comes, without colours where there is no terminal', async () => {
    const { stdout } = await desk.dossier(['findings', project, '--limit', '1']);
    expect(stdout.split('\n')).toHaveLength(4);
    expect(stdout).not.toContain('\u001b');
  });
});

describe('editing offline', () => {
  test('takes a severity that is not known here with --as-typed alone', async () => {
    const args = ['edit', finding, '--set', 'severity=hgih'];
    const refused = await desk.dossier(args);
    const none = await desk.json(['queue']);
    const { op } = (await desk.json([...args, '--as-typed'])) as { op: string };
    const again = await desk.dossier(args);
    await desk.json(['discard', op, '--yes']);
    expect([refused.code, refused.stderr, none, again.code]).toEqual([
      2,
      expect.stringContaining('severity: "hgih" is not known here. Did you mean high? Add --as-typed'),
      [],
      // A finding of the vault has it now.
      0,
    ]);
  });

  test('an edit is shown at once, over what the service said', async () => {
    const id = finding;
    const operation = await desk.json(['edit', id, '--set', 'severity=critical', '--set', 'tags=retest']);
    expect(operation).toMatchObject({
      kind: 'update',
      project,
      findings: [id],
      state: 'queued',
      attempts: 0,
    });
    expect(await desk.json(['finding', id])).toMatchObject({
      id,
      effective: { severity: 'critical', tags: ['retest'] },
      remote: { severity: 'high' },
      sync: 'queued',
    });
    expect(await desk.json(['queue'])).toEqual([operation]);
  });

  test('values come from JSON and files too', async () => {
    const id = finding;
    writeFileSync(join(desk.folder, 'text.md'), 'Grüße\r\n\tend');
    await desk.json([
      'edit',
      id,
      '--set-file',
      'description=text.md',
      '--set-json',
      'asset=["a.example","b.example"]',
    ]);
    expect(await desk.json(['finding', id])).toMatchObject({
      effective: { description: 'Grüße\r\n\tend', asset: ['a.example', 'b.example'] },
    });
  });

  test('what breaks a rule is refused by its name, and nothing is queued', async () => {
    mkdirSync(join(desk.folder, 'sub'));
    writeFileSync(join(desk.folder, 'broken.md'), Buffer.from([0xff, 0xfe, 0x00]));
    for (const [what, code, args, name] of [
      ['a field that does not exist', 2, ['--set', 'severty=high'], 'severty'],
      ['a field named __proto__', 2, ['--set', '__proto__=x'], '__proto__'],
      ['an empty title', 2, ['--set', 'title='], 'title'],
      ['an asset list without an asset', 2, ['--set-json', 'asset=[]'], 'asset'],
      ['a reference that is no address', 2, ['--set', 'references=javascript:alert(1)'], 'references'],
      ['a file that is a folder', 1, ['--set-file', 'description=sub'], 'sub is a folder'],
      ['a file that is missing', 1, ['--set-file', 'description=none.md'], 'none.md does not exist'],
      ['a file that is no UTF-8', 1, ['--set-file', 'description=broken.md'], 'broken.md is not valid UTF-8'],
    ] as const) {
      const ended = await desk.dossier(['edit', finding, ...args]);
      expect(ended.code, what).toBe(code);
      expect(ended.stderr).toContain(name);
      expect(ended.stderr.trimEnd().split('\n').length, what).toBeLessThanOrEqual(2);
    }
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('the status of a pending candidate is for its review', async () => {
    const ended = await desk.dossier(['edit', candidate, '--set', 'status=open']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('review');
  });

  test('a new finding has a local id that every command takes', async () => {
    writeFileSync(
      join(desk.folder, 'new.json'),
      JSON.stringify([{ title: 'New here', asset: ['a.example'] }]),
    );
    const [operation] = (await desk.json(['create', project, '--from', 'new.json'])) as {
      findings: string[];
    }[];
    const id = operation?.findings[0] ?? '';
    expect(await desk.json(['finding', id])).toMatchObject({
      id,
      remote: null,
      effective: { title: 'New here' },
    });
    await desk.json(['sync']);
    const landed = (await desk.json(['finding', id])) as { id: string; remote: unknown };
    expect(landed.id).not.toBe(id);
    expect(landed.remote).toMatchObject({ title: 'New here' });
  });

  test('new findings from a file that is broken are refused as a whole', async () => {
    mkdirSync(join(desk.folder, 'sub'));
    writeFileSync(join(desk.folder, 'broken.json'), '{"title":');
    writeFileSync(join(desk.folder, 'empty.json'), '[]');
    writeFileSync(join(desk.folder, 'number.json'), '7');
    writeFileSync(join(desk.folder, 'mixed.json'), '[{"title":"a","asset":["x"]},{"asset":["x"]}]');
    for (const [what, file, message] of [
      ['a folder', 'sub', 'is a folder'],
      ['no JSON', 'broken.json', 'broken.json, line 1, column 10: JSON ends too early'],
      ['an empty array', 'empty.json', 'holds no finding'],
      ['a number', 'number.json', ''],
      ['one good and one bad', 'mixed.json', 'title'],
    ] as const) {
      const ended = await desk.dossier(['create', project, '--from', file]);
      expect({ code: ended.code, stdout: ended.stdout }, what).toEqual({ code: 1, stdout: '' });
      expect(ended.stderr).toContain(message);
    }
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('with --diff the queue says what each operation would change, long texts by their changed lines', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => `Line ${String(at)}`);
    const { op: first } = (await desk.json([
      'edit',
      finding,
      '--set',
      `description=${lines.join('\n')}`,
    ])) as {
      op: string;
    };
    await desk.dossier(['sync']);
    const { op } = (await desk.json([
      'edit',
      finding,
      '--set',
      `description=${lines.with(4, 'Line four\u202e').join('\n')}`,
      '--set',
      'severity=low',
    ])) as { op: string };
    const [queued] = (await desk.json(['queue', '--diff'])) as { op: string; changes: unknown }[];
    const { stdout } = await desk.dossier(['queue', '--diff']);
    await desk.json(['discard', op, '--yes']);
    expect([first === op, queued?.op, queued?.changes]).toMatchObject([
      false,
      op,
      { severity: { from: 'high', to: 'low' }, description: { to: expect.stringContaining('Line four') } },
    ]);
    expect(stdout).toContain(
      [
        '    - High',
        '    + Low',
        '  description',
        '      Line 3',
        '    - Line 4',
        '    + Line four\\u{202e}',
        '      Line 5',
      ].join('\n'),
    );
    expect(stdout).not.toContain('Line 1');
  });

  test('an edit that is discarded is gone from the queue and kept in the history', async () => {
    const id = finding;
    const { op } = (await desk.json(['edit', id, '--set', 'severity=low'])) as { op: string };
    expect(await desk.json(['discard', op, '--yes'])).toMatchObject({ op, state: 'discarded' });
    expect(await desk.json(['queue'])).toEqual([]);
    expect(await desk.json(['finding', id])).toMatchObject({
      effective: { severity: 'high' },
      sync: 'synced',
    });
    const history = (await desk.json(['history', id])) as { what: string }[];
    expect(history.map(({ what }) => what)).toEqual(expect.arrayContaining(['edited', 'discarded']));
    const { stdout } = await desk.dossier(['history', id]);
    expect(stdout).toMatch(/ you +Edited severity · Severity: High → Low *\n/u);
    expect(stdout).toMatch(/ you +Change discarded: severity · Severity: Low → nothing *\n/u);
    expect(stdout).not.toMatch(/[{}]/u);
  });
});

describe('sync and its exit codes', () => {
  test('ends with 0 when everything arrived, and with 3 while a conflict is open', async () => {
    const id = finding;
    await desk.json(['edit', id, '--set', 'severity=critical']);
    desk.service.edit(id, { severity: 'low' });
    const conflicting = await desk.dossier(['sync', '--json']);
    expect(conflicting.code).toBe(3);
    expect(document(conflicting)).toMatchObject({
      pushed: { applied: 0, conflict: 1, rejected: 0, unknown: 0, waiting: 0 },
      engagements: [{ project, complete: true, held: null }],
    });
    const [operation] = (await desk.json(['queue'])) as { op: string; conflict: unknown }[];
    expect(operation?.conflict).toEqual({
      reason: 'fields',
      fields: { severity: { base: 'high', mine: 'critical', theirs: 'low' } },
    });
    expect((await desk.dossier(['sync', '--json'])).code).toBe(3);
    await desk.json(['resolve', operation?.op ?? '', 'mine']);
    await desk.json(['sync']);
    expect(desk.service.finding(id)).toMatchObject({ severity: 'critical' });
    desk.service.edit(id, { severity: 'high' });
  });

  test('a pause of the service outlasts the command, and is tried anyway only if the user says so', async () => {
    let busy = true;
    let heard = 0;
    desk.service.setFaults(() => {
      heard += 1;
      return busy ? { kind: 'status', status: 429, handled: false, retryAfter: '1000000000' } : undefined;
    });
    const asked = await desk.dossier(['sync', '--json']);
    busy = false;
    heard = 0;
    const waiting = await desk.dossier(['sync', '--json']);
    const meanwhile = heard;
    const { stderr: told } = await desk.dossier(['sync']);
    const { stderr: toldOf } = await desk.dossier(['whoami']);
    const anyway = await desk.dossier(['sync', '--try-anyway', '--json']);
    const after = await desk.dossier(['sync', '--json']);
    desk.service.setFaults(undefined);
    const paused = [asked, waiting, anyway, after].map(
      (one) => (document(one) as { retryAfterMs?: number }).retryAfterMs,
    );
    const hour = expect.closeTo(3_600_000, -5) as number;
    expect(told).toMatch(
      /^Nothing was sent or fetched\. The service asks for fewer requests \(429\)\. The service asks to wait until \d+ \w{3} \d\d:\d\d\.\n/u,
    );
    expect(toldOf).toMatch(/The service asks to wait until \d+ \w{3} \d\d:\d\d\./u);
    expect([meanwhile, paused]).toEqual([0, [hour, hour, undefined, undefined]]);
    // Nothing could be asked: a script must not take that for a sync.
    expect([asked, waiting, anyway, after].map(({ code }) => code)).toEqual([3, 3, 0, 0]);
  });

  test.each([
    ['pages that repeat', '[{"id":"ATL-101","title":"One","asset":["a"]}]'],
    ['a pause between two pages', null],
  ])('a sweep cut off by %s ends with 3', async (_name, body) => {
    desk.service.setFaults(({ path }) => {
      if (!path.startsWith('/api/scans/?') || (body === null && /\bpage=1\b/u.test(path))) return undefined;
      return body === null
        ? { kind: 'status', status: 429, handled: false, retryAfter: '600' }
        : { kind: 'status', status: 200, handled: false, body };
    });
    const ended = await desk.dossier(['sync', '--pull-only', '--json']);
    desk.service.setFaults(undefined);
    expect([ended.code, document(ended)]).toMatchObject([3, { engagements: [{ complete: false }] }]);
    await desk.dossier(['sync', '--try-anyway']);
  });

  test('a refused token ends with 4 and keeps the queue', async () => {
    await desk.json(['edit', finding, '--set', 'severity=critical']);
    // The vault of each test is a copy, which sends a token of the environment nowhere by itself.
    const ended = await desk.dossier(['sync', '--json', '--token-for', desk.service.baseUrl], {
      env: { DOSSIER_TOKEN: 'no-such-token' },
    });
    expect(ended.code).toBe(4);
    expect(document(ended)).toMatchObject({ error: { code: 'credentials' } });
    expect(ended.stdout + ended.stderr).not.toContain('no-such-token');
    expect(await desk.json(['queue'])).toHaveLength(1);
  });

  test("somebody else's token sends nothing and ends with 4", async () => {
    await desk.json(['edit', finding, '--set', 'severity=critical']);
    const before = desk.service.ledger.length;
    const ended = await desk.dossier(['sync', '--json', '--token-for', desk.service.baseUrl], {
      env: { DOSSIER_TOKEN: desk.service.tokens['jonas'] },
    });
    expect(ended.code).toBe(4);
    expect(document(ended)).toMatchObject({ error: { code: 'foreign-token' } });
    expect(desk.service.ledger.length).toBe(before);
  });

  test('a service that cannot be reached ends with 5, and everything goes on offline', async () => {
    const id = finding;
    desk.service.setFaults(() => ({ kind: 'drop', handled: false }));
    const ended = await desk.dossier(['sync', '--json']);
    expect(ended.code).toBe(5);
    expect(document(ended)).toMatchObject({ error: { code: 'unreachable' } });
    expect(ended.stdout).toContain(new URL(desk.service.baseUrl).host);
    await desk.json(['edit', id, '--set', 'severity=critical']);
    expect(await desk.json(['finding', id])).toMatchObject({ effective: { severity: 'critical' } });
  });

  test('a project that may not be seen is told', async () => {
    await desk.json(['engagement', 'add', 'cgi-claims-2026']);
    const ended = await desk.dossier(['sync', 'cgi-claims-2026', '--json']);
    expect(ended.code).toBe(1);
    expect(document(ended)).toMatchObject({
      error: { code: 'not-found' },
      engagements: [{ complete: false }],
    });
  });

  test('a mistyped ID is corrected, and one stays that the service has findings under', async () => {
    await desk.json(['engagement', 'add', 'gci-claims-2026', '--name', 'Claims']);
    expect(await desk.json(['engagement', 'correct', 'gci-claims-2026', 'gci-2026'])).toMatchObject({
      project: 'gci-2026',
      name: 'Claims',
      lastSyncedAt: null,
    });
    await desk.json(['engagement', 'destroy', 'gci-2026', '--yes']);
    const ended = await desk.dossier(['engagement', 'correct', project, 'other']);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('so its ID stays.')]);
  });

  test('progress goes to standard error in plain lines, and nowhere with --quiet', async () => {
    const loud = await desk.dossier(['sync', '--json']);
    expect(loud.stderr).toContain(`${project}: reading findings`);
    expect(loud.stderr).not.toContain('\r');
    const quiet = await desk.dossier(['sync', '--json', '--quiet']);
    expect({ code: quiet.code, stderr: quiet.stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('connecting', () => {
  test.each([
    ['http://service.example/api/', 'http'],
    ['https://user:secret@service.example/api/', 'https'],
    ['https://service.example/api/?key=secret', 'https'],
    ['ftp://service.example/api/', 'ftp'],
    ['not an address', ''],
  ])('an address like %s is refused without being asked', async (address) => {
    const ended = await desk.dossier(['connect', '--base-url', address, '--json']);
    expect([1, 2]).toContain(ended.code);
    expect(document(ended)).toHaveProperty('error.code');
    expect(ended.stdout).not.toContain('secret');
  });

  test('a missing /api/ is pointed out, also where nothing answers as the service would', async () => {
    const address = desk.service.baseUrl.replace('/api/', '/');
    const ended = await desk.dossier(['connect', '--base-url', address]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('does not end with /api/');
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('disconnect forgets the token and keeps the rest', async () => {
    await desk.json(['edit', finding, '--set', 'severity=critical']);
    expect(await desk.json(['disconnect'])).toEqual({ waiting: 1 });
    const ended = await desk.dossier(['sync', '--json'], { env: { DOSSIER_TOKEN: '' } });
    expect(ended.code).not.toBe(0);
    expect(await desk.json(['queue'])).toHaveLength(1);
    expect(await desk.json(['findings', project, '--query', 'is:queued'])).toHaveLength(1);
  });

  test('without a token nobody is connected, and the message says how', async () => {
    const ended = await run([
      'connect',
      '--base-url',
      desk.service.baseUrl,
      '--home',
      join(desk.folder, 'new'),
    ]);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain('DOSSIER_TOKEN');
  });
});

describe('facts of an engagement', () => {
  test('are written from a file and by name, shown, and asked for where a report needs them', async () => {
    writeFileSync(join(desk.folder, 'scope.txt'), '*.harbour.test\tAll of it\r\n10.0.0.0/8\n');
    writeFileSync(
      join(desk.folder, 'facts.json'),
      JSON.stringify({ begins: '2026-11-02', team: [{ name: 'Mara', role: 'Lead' }] }),
    );
    const first = (await desk.json(['engagement', 'set', project, '--from', 'facts.json'])) as {
      missing: string[];
    };
    const named = ['--set', 'client=Harbour Ltd', '--set-file', 'scopeIn=scope.txt'];
    const written = await desk.json(['engagement', 'set', project, ...named]);
    const shown = await desk.json(['engagement', 'show', project]);
    const asText = await desk.dossier(['engagement', 'show', project]);
    writeFileSync(join(desk.folder, 'again.json'), JSON.stringify(shown));
    const again = await desk.json(['engagement', 'set', project, '--from', 'again.json']);
    expect([shown, { ...(again as object), changedAt: null }]).toEqual([
      written,
      { ...(written as object), changedAt: null },
    ]);
    expect(first.missing).toContain('client');
    expect(shown).toMatchObject({
      facts: {
        client: 'Harbour Ltd',
        begins: '2026-11-02',
        team: [{ name: 'Mara', role: 'Lead', organization: '', email: '', phone: '' }],
        scopeIn: [
          { what: '*.harbour.test', note: 'All of it' },
          { what: '10.0.0.0/8', note: '' },
        ],
      },
    });
    expect(asText.stdout).toContain(
      'Client (client)\n  Harbour Ltd\n' +
        'First day of the tests (begins)\n  2026-11-02\nTeam (team)\n  Mara, Lead\n',
    );
    const { missing_facts: needed } = (await desk.json(['report', 'settings', project])) as {
      missing_facts: string[];
    };
    const [, forFinal = ''] = /^Missing for a final report: (.*)\.$/mu.exec(asText.stdout) ?? [];
    const [, advised = ''] = /^The check also warns about: (.*)\.$/mu.exec(asText.stdout) ?? [];
    const factsIn = (line: string) => [...line.matchAll(/\((\w+)\)/gu)].map(([, name]) => name);
    expect([factsIn(forFinal), factsIn(advised)]).toEqual([needed, ['classification', 'contacts', 'method']]);
  });

  test('are refused by name where there is no such fact, or it is no day', async () => {
    const refused = await Promise.all(
      [['--set', 'ends=soon'], ['--set', 'budget=1'], ['--set-json', 'team=[{"role":"x"}]'], []].map(
        (options) => desk.dossier(['engagement', 'set', project, ...options, '--json']),
      ),
    );
    expect(refused.map((run) => [run.code, document(run)])).toEqual([
      [2, { error: { code: 'usage', message: expect.stringMatching(/^ends: /) } }],
      [2, { error: { code: 'usage', message: expect.stringMatching(/^There is no fact budget\. Known/) } }],
      [2, { error: { code: 'usage', message: expect.stringMatching(/^team\.0\.name: /) } }],
      [2, { error: { code: 'usage', message: expect.stringContaining('Nothing to write') } }],
    ]);
  });
});

describe('check', () => {
  test('lists what should not go out by kind, ends with 3 for an error, and stops a report that is not forced', async () => {
    await desk.json(['edit', finding, '--set', 'remediation=TBD']);
    const [asText, asJson, stopped] = [
      await desk.dossier(['check', project]),
      await desk.dossier(['check', project, '--json']),
      await desk.dossier(['report', project, '--out', 'r.pdf', '--json']),
    ];
    const messages = document(asJson) as { level: string; code: string; finding: string; message: string }[];
    expect(messages).toContainEqual(
      expect.objectContaining({
        level: 'error',
        code: 'placeholder',
        finding,
        message: 'The remediation is not finished: it says "TBD".',
      }),
    );
    expect([asText.code, asJson.code, stopped.code, document(stopped)]).toEqual([
      3,
      3,
      1,
      { error: { code: 'check-failed', message: expect.stringContaining(`dossier check ${project}`) } },
    ]);
    expect(asText.stdout).toMatch(
      /^error {2}Unfinished texts \(1\) · placeholder\n {2}.*\nerror {2}Unreviewed candidates \(2\) · unreviewed-candidate\n/,
    );
    expect(asText.stdout).toMatch(
      /: the check finds 3 errors and \d+ warnings?\.\nDraft: 6 facts are missing: .*\.\n19 of 20 findings; 1 left out: 1 draft\.\n$/,
    );
  });
});

test('one of a thing is said as one, and an organization is called by its kind once', async () => {
  const small = await openDesk({
    engagement: false,
    seeds: [{ project, findings: [{ body: { title: 'Only one', asset: ['a.test'], severity: 'low' } }] }],
  });
  const ended = [];
  for (const args of [['sync'], ['findings', project], ['report', project, '--out', 'r.pdf', '--force']])
    ended.push((await small.dossier(args)).stdout);
  ended.push(/^Organization: .*$/mu.exec((await small.dossier(['account'])).stdout)?.[0]);
  await small.clear();
  expect(ended).toEqual([
    expect.stringContaining('Received: 1 finding: 0 new'),
    expect.stringMatching(/\n1 finding\n$/u),
    expect.stringMatching(/edition 1, draft, \d+ pages, 1 finding, /u),
    expect.stringMatching(/^Organization: (?!.*provider.*provider)/u),
  ]);
});

describe('report', () => {
  test('writes a PDF, keeps it as an edition and gives it again byte for byte', async () => {
    const first = await desk.json(['report', project, '--out', 'r.pdf', '--force']);
    expect(first).toMatchObject({ path: join(desk.folder, 'r.pdf'), edition: 1 });
    const bytes = readFileSync(join(desk.folder, 'r.pdf'));
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first).toMatchObject({ bytes: bytes.length });
    await desk.json(['report', project, '--out', 'again.pdf', '--edition', '1']);
    expect(readFileSync(join(desk.folder, 'again.pdf')).equals(bytes)).toBe(true);
  });

  test.each([
    ['sub/x.pdf', 'does not exist'],
    ['folder.pdf', 'is a folder'],
  ])('is refused before it is made where it cannot be written: %s', async (out, message) => {
    mkdirSync(join(desk.folder, 'folder.pdf'));
    const ended = await desk.dossier(['report', project, '--out', out]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(message);
  });
});

describe('what is for good, and what is for help', () => {
  test('an engagement is destroyed where that is said twice over: with --yes, and with what was never sent', async () => {
    await desk.json(['edit', finding, '--set', 'title=Never sent']);
    const asked = ['engagement', 'destroy', project, '--json'];
    const unsent = await desk.dossier([...asked, '--yes']);
    const unasked = await desk.dossier([...asked, '--lose-unsent']);
    expect([unsent.code, document(unsent), unasked.code]).toMatchObject([
      1,
      { error: { code: 'wrong-state', message: expect.stringContaining('1 change was never sent') } },
      2,
    ]);
    const record = await desk.json(['engagement', 'destroy', project, '--yes', '--lose-unsent']);
    expect(record).toMatchObject({
      project,
      counts: { unsent: 1 },
      finished: { resumed: false, left: [] },
      text: expect.stringContaining('RECORD OF DESTRUCTION'),
    });
    expect(await desk.json(['engagement', 'list'])).toEqual([]);
  });

  test('diagnostics is a text that tells nothing of a client', async () => {
    const { stdout } = await desk.dossier(['diagnostics']);
    expect(stdout).toMatch(/^Dossier\n {2}version /);
    for (const word of [project, finding, desk.home, desk.service.baseUrl, 'mara'])
      expect(stdout).not.toContain(word);
  });
});

describe('retests', () => {
  test('rounds are added, findings get verdicts by id and by query, and all of it can be read and undone', async () => {
    await desk.json(['retest', 'add', project, '--name', 'After the fixes', '--begins', '2026-11-02']);
    writeFileSync(join(desk.home, 'said.md'), 'Still **there**.\n');
    const file = join(desk.home, 'said.md');
    const words = ['--text-file', file, '--at', '2026-11-03', '--who', 'Ada', '--pending-retest'];
    const one = await desk.json(['retest', 'set', project, '1', 'open', finding, candidate, ...words]);
    const query = ['--query', 'verdict:none severity:high -is:candidate', '--yes'];
    const many = (await desk.json(['retest', 'set', project, '1', 'fixed', ...query])) as { changed: number };
    const shown = (await desk.json(['retest', 'show', project, '1'])) as {
      findings: { id: string; given: unknown }[];
    };
    const rounds = await desk.json(['retest', project]);
    const undone = await desk.json(['retest', 'undo', project]);
    expect(many.changed).toBeGreaterThan(3);
    expect({
      one,
      given: shown.findings.find(({ id }) => id === finding)?.given,
      rounds,
      undone,
    }).toMatchObject({
      one: {
        changed: 1,
        same: 0,
        operations: [{ kind: 'bulk-status', findings: [finding] }],
        left_out: [{ id: candidate, reason: expect.stringContaining('candidate') }],
        status_left_out: [],
      },
      given: { verdict: 'open', at: '2026-11-03', who: 'Ada', text: 'Still **there**.\n' },
      rounds: [
        {
          number: 1,
          name: 'After the fixes',
          begins: '2026-11-02',
          ends: '',
          counts: { fixed: many.changed, partly: 0, open: 1, 'not-retested': 0 },
        },
      ],
      undone: { round: 1, undone: many.changed, stays: [] },
    });
  });

  test('images go with a verdict, each once; a round that holds some is not removed unasked', async () => {
    await desk.json(['retest', 'add', project]);
    const [after, text] = [join(desk.folder, 'after.png'), join(desk.folder, 'after.txt')];
    writeFileSync(after, png({ width: 8, height: 4 }));
    writeFileSync(text, 'no image');
    const heic = join(desk.folder, 'photo.heic');
    writeFileSync(heic, '\0\0\0\x18ftypheic\0\0\0\0');
    const partly = ['retest', 'set', project, '1', 'partly', finding, '--image', after];
    const noImage = await desk.dossier([...partly, '--image', text]);
    const photo = await desk.dossier([...partly, '--image', heic]);
    expect([photo.code, photo.stderr]).toEqual([
      ...[1, `dossier: ${heic}: This is a HEIC photo. Save it as JPEG first.\n`],
    ]);
    const many = await desk.dossier([...partly, candidate]);
    const shot = join(desk.folder, 'shot.webp');
    writeFileSync(shot, webp(['rg', 'bw']).subarray(0, -4));
    const cut = await desk.dossier([...partly, '--image', shot]);
    expect([cut.code, cut.stderr]).toEqual([
      1,
      `dossier: ${shot}: This is a WebP image that is damaged or cut short. Save it as PNG first.\n`,
    ]);
    writeFileSync(shot, webp(['rg', 'bw']));
    const captions = ['--caption', 'Before', '--caption', 'After', '--caption', 'Shot'];
    const set = await desk.json([...partly, '--image', after, '--image', shot, ...captions]);
    const refused = await desk.dossier(['retest', 'remove', project, '1']);
    const wrong = await desk.dossier(['retest', 'set', project, '1', 'fixd', finding]);
    const list = await desk.dossier(['retest', project]);
    const removed = await desk.json(['retest', 'remove', project, '1', '--yes']);
    expect([refused.code, refused.stderr, wrong.code, wrong.stderr, removed]).toEqual([
      2,
      expect.stringContaining('This removes round 1, Retest 1 with 1 verdict and 2 images.'),
      2,
      expect.stringContaining('There is no verdict "fixd". Did you mean "fixed"?'),
      { verdicts: 1, images: 2 },
    ]);
    expect([noImage.code, noImage.stderr, many.code, many.stderr, set]).toEqual([
      1,
      `dossier: ${text}: This is no image that is known here. Save it as PNG or JPEG first.\n`,
      2,
      expect.stringContaining('An image belongs to one finding: name it by its id.'),
      expect.objectContaining({
        changed: 1,
        images: [
          expect.objectContaining({ originalName: 'after.png', caption: 'Before' }),
          expect.objectContaining({ originalName: 'after.png', caption: 'After' }),
          expect.objectContaining({ originalName: 'shot.webp', type: 'image/png', width: 2, height: 2 }),
        ],
      }),
    ]);
    expect(list.stdout).toMatch(/^Round {2}Name {6}Begins {2}Ends {2}Fixed {2}Partly {2}Open/);
  });
});
