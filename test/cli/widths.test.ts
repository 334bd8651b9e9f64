import { join } from 'node:path';
import { expect, test } from 'vitest';
import { widthOf } from '../../electron/cli/output/text.ts';
import { sampleService, syncedDesk, temporaryFolder } from '../support/desk.ts';
import { runIn } from './support/in-process.ts';

/* What lists things fits the terminal: at 40 columns, at 80, and at 200. */

const project = 'fjm-portal-2026';
const wide = '倉庫の入口に鍵がない 🔓 and nobody at the gate asks who carries the pallets out of the hall';

/** What the text of a table is called, in the commands that have one. */
const commands: readonly (readonly [argv: readonly string[], text: string | null])[] = [
  [['findings', project], 'Title'],
  [['find', 'severity:high'], 'Title'],
  [['inbox'], 'Title'],
  [['history', 'ID'], 'What'],
  [['activity'], 'Finding'],
  [['comment', 'list', project], 'Text'],
  [['retest', 'show', project, '1'], 'Title'],
  [['retest', project], null],
  [['engagement', 'list'], null],
  [['engagement', 'overview', project], null],
  [['edition', 'list', project], null],
  [['queue'], null],
  [['queue', '--diff'], null],
  [['check', project], null],
  [['finding', 'ID'], null],
  [['account'], null],
  [['theme', 'list'], null],
];

test('no line of a list is wider than the terminal, and at 80 columns a text has 20 of them', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const folder = temporaryFolder();
  const { rows } = await desk.call('finding.list', { project, query: '-is:candidate', sort: 'severity' });
  const [contested, renamed, ...others] = rows.map(({ id }) => id);
  await desk.call('finding.edit', { id: renamed ?? '', changes: { title: wide } });
  await desk.call('sync.run', { projects: [project] });
  await desk.call('finding.edit', { id: contested ?? '', changes: { severity: 'info', title: `${wide}!` } });
  service.edit(contested ?? '', { severity: 'low' });
  await desk.call('sync.run', { projects: [project] });
  await desk.call('finding.edit', { id: others[0] ?? '', changes: { description: wide.repeat(4) } });
  await desk.call('comment.add', { id: renamed ?? '', text: wide, field: 'description' });
  await desk.call('round.add', { project, name: wide });
  const verdict = { project, round: 1, ids: others.slice(0, 3), verdict: 'fixed', text: wide, who: 'Mara' };
  await desk.call('verdict.set', verdict);
  const out = join(folder, 'portal.json');
  await desk.call('report.export', { project, out, format: 'json', force: true, options: {} });

  for (const [argv, text] of commands) {
    for (const columns of [40, 80, 200]) {
      const words = argv.map((word) => (word === 'ID' ? (contested ?? '') : word));
      const { stdout, stderr } = await runIn(desk, folder, words, { columns, timeZone: 'UTC' });
      const where = `dossier ${argv.join(' ')} at ${String(columns)}`;
      expect([where, stderr]).toEqual([where, expect.not.stringContaining('dossier:')]);
      const lines = stdout.split('\n');
      const tooLong = lines.filter((line) => widthOf(line) > columns && /\S\s+\S/u.test(line.trim()));
      expect([where, tooLong]).toEqual([where, []]);
      const head = lines.find((line) => text !== null && line.includes(`  ${text}`)) ?? '';
      if (columns === 80 && text !== null) {
        expect([where, head]).toEqual([where, expect.stringContaining(text)]);
        expect([where, columns - head.indexOf(text)]).toEqual([
          where,
          expect.toSatisfy((left: number) => left >= 20),
        ]);
      }
    }
  }
});
