import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withSecondNames } from '../../electron/cli/output/second-names.ts';
import { sampleService, syncedDesk, temporaryFolder } from '../support/desk.ts';
import { runIn, type Ran, type Terminal } from './support/in-process.ts';

/* What commands print for a person: counts, requests, drafts, and the second names of JSON. */

const project = 'harbour-2026';
const bodies = {
  f1: {
    requests: [
      { request: 'GET /gate?key=1 HTTP/1.1\r\nHost: a.example', response: 'HTTP/1.1 200 OK\r\n\r\nopen' },
    ],
  },
  f2: {},
  f3: { severity: 'high' },
};

async function openHarbour(): Promise<{
  readonly dossier: (argv: readonly string[], terminal?: Terminal) => Promise<Ran>;
  readonly json: (argv: readonly string[]) => Promise<unknown>;
  readonly folder: string;
}> {
  const body = { asset: ['a.example'], severity: 'low', status: 'open', description: 'd' };
  const findings = Object.entries(bodies).map(([id, more]) => ({
    id,
    body: { ...body, title: `Title ${id}`, ...more },
  }));
  const service = await sampleService({ engagement: false, seeds: [{ project, findings }] });
  const desk = await syncedDesk(service, project);
  const folder = temporaryFolder();
  const dossier = (argv: readonly string[], terminal?: Terminal): Promise<Ran> =>
    runIn(desk, folder, argv, terminal);
  return {
    dossier,
    folder,
    json: async (argv) => JSON.parse((await dossier([...argv, '--json'])).stdout) as unknown,
  };
}

test('a list that shows some of its findings says of how many', async () => {
  const { dossier, json } = await openHarbour();
  const last = async (...argv: string[]): Promise<string | undefined> =>
    (await dossier(argv)).stdout.trimEnd().split('\n').at(-1);
  expect([
    await last('findings', project),
    await last('findings', project, '--limit', '2'),
    await last('findings', project, '--limit', '0'),
    await last('findings', project, '--query', 'severity:low', '--limit', '1'),
    await last('findings', project, '--query', 'title:nothing'),
    await last('find', 'severity:low', '--limit', '1'),
    await last('find', 'severity:low'),
  ]).toEqual([
    '3 findings',
    '2 of 3 findings',
    '0 of 3 findings',
    '1 of 2 findings',
    'No findings.',
    '1 of 2 findings',
    '2 findings',
  ]);
  expect(await json(['findings', project, '--limit', '2'])).toHaveLength(2);
});

test('a finding shows its requests as lines', async () => {
  const { dossier } = await openHarbour();
  const { stdout } = await dossier(['finding', 'f1']);
  expect(stdout).toContain(
    'requests:\n  Request 1\n  GET /gate?key=1 HTTP/1.1\n  Host: a.example\n  \n  Response 1\n  HTTP/1.1 200 OK\n  \n  open\n',
  );
});

test('the result of a report says draft when it is one', async () => {
  const { dossier, json, folder } = await openHarbour();
  const made = await dossier(['report', project, '--out', 'a.html', '--force']);
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringMatching(/a\.html: edition 1, draft, 3 findings, \d+ kB\n$/u),
  ]);
  const again = await dossier(['report', project, '--out', 'b.html', '--edition', '1']);
  expect(again.stdout).toContain('edition 1, draft, ');
  expect(await json(['report', project, '--out', 'c.json', '--force'])).toMatchObject({
    path: join(folder, 'c.json'),
    edition: 2,
    number: 2,
    draft: false,
    left_out: [],
    leftOut: [],
  });
});

test('activity is filtered by the words that it prints, and by their names', async () => {
  const { dossier, json } = await openHarbour();
  await dossier(['edit', 'f1', '--set', 'severity=high']);
  await dossier(['sync']);
  const kinds = async (kind: string): Promise<unknown> => json(['activity', '--kind', kind]);
  expect(await kinds('Edit')).toMatchObject({ total: 1 });
  expect(await kinds('update')).toEqual(await kinds('edit'));
  expect(await json(['activity', '--outcome', 'Done'])).toMatchObject({ total: 1 });
  expect((await dossier(['activity', '--kind', 'edits'])).code).toBe(2);
});

test('a theme that is refused says so under error, beside its problems', async () => {
  const { json } = await openHarbour();
  const broken = join(import.meta.dirname, 'support/desk.ts');
  expect(await json(['theme', 'check', broken])).toMatchObject({
    theme: null,
    problems: [expect.any(Object)],
    error: { code: 'invalid', message: expect.stringContaining('line ') as unknown },
  });
});

test('JSON has the second names where the first are of another style, and leaves records as they came', async () => {
  expect(
    withSecondNames({
      operations: [{ op: 'a', attempts: 0 }],
      left_out: [],
      effective: { left_out: 1, op: 'b', attempts: 2 },
    }),
  ).toEqual({
    operations: [{ op: 'a', attempts: 0, id: 'a' }],
    left_out: [],
    leftOut: [],
    effective: { left_out: 1, op: 'b', attempts: 2 },
  });
  const { json, dossier } = await openHarbour();
  await dossier(['retest', 'add', project, '--name', 'First', '--begins', '2026-11-21']);
  expect(await json(['retest', project])).toMatchObject([
    { begins: '2026-11-21', ends: '', firstDay: '2026-11-21', lastDay: null },
  ]);
  expect(await json(['report', 'settings', project])).toMatchObject({
    left_out: [],
    leftOut: [],
    missingFacts: expect.arrayContaining(['client']) as unknown,
  });
});
