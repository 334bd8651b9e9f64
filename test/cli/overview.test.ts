import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDesk, type Desk } from './support/desk.ts';

const project = 'harbour-2026';

let desk: Desk;
beforeAll(async () => {
  const body = { description: 'd', remediation: 'r' };
  desk = await openDesk({
    seeds: [
      {
        project,
        findings: [
          {
            id: 'h1',
            body: { ...body, title: 'Weak cipher', severity: 'high', status: 'open', asset: ['a.example'] },
          },
          {
            id: 'h2',
            body: {
              ...body,
              title: 'Open redirect',
              severity: 'low',
              status: 'closed',
              asset: ['a.example', 'b.example'],
            },
          },
        ],
      },
    ],
  });
  await desk.json(['engagement', 'add', project]);
  await desk.json(['sync']);
});
afterAll(() => desk.clear());

test('engagement overview answers the numbers of an engagement, and ends with 0 though the check finds errors', async () => {
  await desk.json(['edit', 'h1', '--set', 'title=Weak ciphers']);
  await desk.json(['engagement', 'set', project, '--set', 'scopeIn=*.example\n10.0.0.0/24']);
  const told = await desk.json(['engagement', 'overview', project]);
  expect(told).toMatchObject({
    project,
    findings: 2,
    severities: { critical: 0, high: 1, medium: 0, low: 1, info: 0 },
    statuses: { open: 1, closed: 1 },
    assets: 2,
    candidates: 0,
    pending: 1,
    conflicts: 0,
    check: { errors: expect.any(Number), warnings: expect.any(Number) },
    retest: [],
    uncovered: ['10.0.0.0/24'],
    worst: [
      { asset: 'a.example', severity: 'high', findings: 2 },
      { asset: 'b.example', severity: 'low', findings: 1 },
    ],
    daysLeft: null,
  });
  const check = (await desk.json(['check', project])) as { level: string }[];
  const errors = check.filter(({ level }) => level === 'error').length;
  expect(told).toMatchObject({ check: { errors, warnings: check.length - errors } });
});

test('engagement overview shows them in lines, and leaves out what there is none of', async () => {
  await desk.json(['retest', 'add', project]);
  const { code, stdout } = await desk.dossier(['engagement', 'overview', project]);
  const lines = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/gu, '  '));
  expect(code).toBe(0);
  expect(lines).toEqual(
    expect.arrayContaining([
      project,
      expect.stringMatching(/^2 findings on 2 assets · synced \d{1,2} \w{3} (?:\d{4} )?\d\d:\d\d$/u),
      'Severity  High 1 · Low 1',
      'Status  Open 1 · Closed 1',
      'To do  1 pending',
      'Retest 1  2 without a verdict',
      'No finding in  10.0.0.0/24',
    ]),
  );
  expect(stdout).not.toContain('conflict');
});

test('engagement overview --service tells assets and metrics where the profile names their reads', async () => {
  const none = await desk.dossier(['engagement', 'overview', project, '--service']);
  expect([none.code, none.stdout]).toEqual([
    0,
    expect.stringContaining('names no read of assets or metrics'),
  ]);
  const profile = join(desk.home, '..', 'reads.json');
  writeFileSync(
    profile,
    JSON.stringify({ reads: { assets: 'assets/?project=:project', metrics: 'projects/:project/metrics' } }),
  );
  onTestFinished(() => rmSync(profile));
  await desk.json(['connect', '--base-url', desk.service.baseUrl, '--profile', profile]);
  expect(await desk.json(['engagement', 'overview', project, '--service'])).toMatchObject({
    project,
    service: {
      assets: { rows: ['a.example', 'b.example'] },
      metrics: { rows: [{ name: 'findings', value: '2' }, {}, {}] },
    },
  });
  const shown = (await desk.dossier(['engagement', 'overview', project, '--service'])).stdout;
  expect(shown).toMatch(/Metrics +findings: 2\n +severity · high: 1\n/u);
  expect(shown).toMatch(/Assets +a\.example\n +b\.example\n/u);
});
