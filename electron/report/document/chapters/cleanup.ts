import type { CleanupEntry } from '#contract/engagement.ts';
import { withoutBlanks } from '#domain/engagement/facts.ts';
import type { Block } from '../blocks.ts';
import { filledLine, type Context } from '../context.ts';
import { cell, table } from './front.ts';

/** What the testers left on the systems and which accounts they made, and whether it was removed. */
export function cleanup(context: Context): Block[] {
  const { snapshot, words } = context;
  const { leftFiles, testAccounts } = withoutBlanks(snapshot.facts);
  const parent = 'cleanup';
  const { columns, sections } = words;
  const list = (target: string, title: string, name: string, entries: readonly CleanupEntry[]): Block[] =>
    table(
      { target, title, parent },
      [
        { title: name, share: 4 },
        { title: columns.asset, share: 3 },
        { title: columns.note, share: 3 },
        { title: columns.removed, share: 3 },
      ],
      entries.map(({ what, where, note, removed }) => [
        cell(filledLine(context, what)),
        cell(filledLine(context, where)),
        cell(filledLine(context, note)),
        cell(removed === '' ? words.notRemoved : words.day(removed)),
      ]),
    );
  const tables = [
    ...list('left-files', sections.leftFiles, columns.file, leftFiles),
    ...list('test-accounts', sections.testAccounts, columns.account, testAccounts),
  ];
  return tables.length === 0
    ? []
    : [{ kind: 'chapter', target: parent, title: words.chapters.cleanup }, ...tables];
}
