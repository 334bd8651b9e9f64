import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldDesk, openDesk, type Desk } from './support/desk.ts';

/* What is asked of all engagements at once, from outside. */

const [harbour, quay] = ['harbour-2026', 'quay-2026'];

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  const body = { asset: ['a.example'], status: 'open', description: 'd' };
  template = await openDesk({
    seeds: [
      {
        project: harbour,
        findings: [
          { id: 'h1', body: { ...body, title: 'Zorblat bypass', severity: 'high' } },
          { id: 'h2', body: { ...body, title: 'Weak cipher', severity: 'low' } },
        ],
      },
      {
        project: quay,
        findings: [{ id: 'q1', body: { ...body, title: 'Zorblat over HTTP', severity: 'low' } }],
      },
    ],
  });
  for (const one of [harbour, quay]) await template.json(['engagement', 'add', one]);
  await template.json(['sync']);
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

test('find answers the findings of all engagements, and at most as many as are asked for', async () => {
  expect(await desk.json(['find', 'zorblat severity:low OR title:zorblat severity:high'])).toEqual([
    { project: harbour, id: 'h1', title: 'Zorblat bypass', severity: 'high', status: 'open', sync: 'synced' },
    { project: quay, id: 'q1', title: 'Zorblat over HTTP', severity: 'low', status: 'open', sync: 'synced' },
  ]);
  expect(await desk.json(['find', 'zorblat', '--limit', '1'])).toHaveLength(1);
  const shown = await desk.dossier(['find', 'zorblat']);
  expect([shown.code, shown.stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '2 findings']);
});

test('find points at what it cannot understand, with the code of wrong usage', async () => {
  const shown = await desk.dossier(['find', 'login nofield:x']);
  expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('(query, character 7)')]);
});

test('the inbox is empty after the first fetch, and has what others changed since a day', async () => {
  // The engagement of the sample has candidates, which wait all the same.
  const first = (await desk.json(['inbox'])) as { kind: string }[];
  expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['candidate']));
  desk.service.edit('q1', { severity: 'critical' });
  await desk.json(['sync']);
  expect(await desk.json(['inbox'])).toEqual([
    {
      project: quay,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      kind: 'changed',
      finding: 'q1',
      title: 'Zorblat over HTTP',
      op: null,
    },
    ...first,
  ]);
  const later = await desk.dossier(['inbox', '--since', '2999-01-01']);
  expect(later.stdout).toBe('Nothing waits for you.\n');
  expect(await desk.json(['inbox', '--since', '2999-01-01'])).toEqual([]);
  expect((await desk.dossier(['inbox', '--since', 'soon'])).code).toBe(2);
});

test('a list is printed as JSON as it is, whatever a title holds, and steers no terminal', async () => {
  const title = 'a "b" \\ \u0007\u001b[2J \u202e\u2028 }],"account":"x"';
  desk.service.edit('q1', { title, asset: ['a "b".example', 'ü.example'] });
  await desk.json(['sync']);
  const { code, stdout } = await desk.dossier(['findings', quay, '--json']);
  const asset = ['a "b".example', 'ü.example'];
  const row = {
    id: 'q1',
    title,
    severity: 'critical',
    status: 'open',
    asset,
    candidate: false,
    sync: 'synced',
  };
  expect([code, JSON.parse(stdout)]).toEqual([0, [row]]);
  expect(stdout).not.toMatch(/[\u0007\u001b\u202e\u2028]/u);
  expect(stdout).toBe(`${stdout.trimEnd()}\n`);
  expect(await desk.json(['findings', harbour, '--query', 'title:nothing'])).toEqual([]);
});
