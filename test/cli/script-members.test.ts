import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleService, syncedDesk, temporaryFolder } from '../support/desk.ts';
import { runIn } from './support/in-process.ts';

/* Every row of the table of JSON answers in docs/use/scripts.md, against what the commands answer. */

const page = readFileSync(new URL('../../docs/use/scripts.md', import.meta.url), 'utf8');
const project = 'fjm-portal-2026';

/** How each command of the table is typed, in this order. Null needs a conflict or a refusal, and answers an operation. */
const typed: Readonly<Record<string, readonly string[] | null>> = {
  sync: ['sync', project],
  findings: ['findings', project],
  find: ['find', 'severity:high'],
  finding: ['finding', 'ID'],
  edit: ['edit', 'ID', '--set', 'title=Another title'],
  resolve: null,
  retry: null,
  queue: ['queue'],
  discard: ['discard', 'CHANGE', '--yes'],
  create: ['create', project, '--from', 'new.json'],
  'set-status': ['set-status', 'closed', 'ID'],
  review: ['review', 'CANDIDATE', 'accept'],
  'bulk-delete': ['bulk-delete', 'OTHER', '--yes'],
  delete: ['delete', 'THIRD', '--yes'],
  'engagement list': ['engagement', 'list'],
  'engagement show': ['engagement', 'show', project],
  'engagement overview': ['engagement', 'overview', project],
  inbox: ['inbox'],
  history: ['history', 'ID'],
  check: ['check', project],
  report: ['report', project, '--out', 'portal.json', '--force'],
  'edition list': ['edition', 'list', project],
  retest: ['retest', project],
  import: ['import', project, 'portal.json', '--dry-run'],
};

/** The names in code spans of a sentence, without what stands in parentheses. */
function namesIn(text: string): string[] {
  return [...text.replaceAll(/\([^)]*\)/gu, '').matchAll(/`(\w+)`/gu)].map(([, name = '']) => name);
}

/** The members that the page promises for each command. */
function promised(): Map<string, readonly string[]> {
  const [, operation = ''] = /^\*\*An operation\*\* has ([^.]+)\./mu.exec(page) ?? [];
  const [, behind = ''] = page.split(/^\| command \| answers \|\n/mu);
  const [table = ''] = behind.split('\n\n');
  const rows = [...table.matchAll(/^\| (`.+?) \| (.+) \|$/gmu)];
  return new Map(
    rows.flatMap(([, cell = '', answers = '']) => {
      const [first = ''] = answers.split(';');
      const members = /^(?:the|a list of) operations?\b/u.test(first) ? namesIn(operation) : namesIn(first);
      return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']): [string, string[]] => [name, members]);
    }),
  );
}

test('each command answers the members that docs/use/scripts.md names', async () => {
  const table = promised();
  expect([...table.keys()].toSorted()).toEqual(Object.keys(typed).toSorted());
  const desk = await syncedDesk(await sampleService(), project);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'new.json'), '{"title":"New","asset":["a.test"]}');
  const candidates = await desk.call('finding.list', { project, query: 'is:candidate' });
  const { rows } = await desk.call('finding.list', { project, query: '-is:candidate' });
  await desk.call('round.add', { project, name: 'Retest' });
  const words: Record<string, string | undefined> = {
    ID: rows[0]?.id,
    OTHER: rows[1]?.id,
    THIRD: rows[2]?.id,
    CANDIDATE: candidates.rows[0]?.id,
  };
  for (const [name, argv] of Object.entries(typed)) {
    if (argv === null) continue;
    const { stdout } = await runIn(desk, folder, [...argv.map((word) => words[word] ?? word), '--json']);
    const answer = JSON.parse(stdout);
    const items: object[] = Array.isArray(answer) ? answer : [answer];
    if (name === 'queue') words['CHANGE'] = (answer as { op: string }[])[0]?.op;
    const members = table.get(name) ?? [];
    expect(items.length * members.length, name).toBeGreaterThan(0);
    expect([name, members.filter((member) => !items.every((item) => Object.hasOwn(item, member)))]).toEqual([
      name,
      [],
    ]);
  }
});
