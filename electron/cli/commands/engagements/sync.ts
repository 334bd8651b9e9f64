import type { SyncSummary } from '#contract/procedures/sync.ts';
import { exitCodeOf } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { comparableText } from '#domain/finding/differences.ts';
import { memberLabel } from '#domain/finding/labels/field-labels.ts';
import { shortIds } from '../../command/short-ids.ts';
import { wrong } from '../../command/arguments.ts';
import { untilWhen } from '../../output/pause.ts';
import type { CommandRun } from '../../command/context.ts';
import { table } from '../../output/table.ts';
import { counted, fit, plain } from '../../output/text.ts';

/** Done, but something needs a person or could not be sent or read (terminal contract, "Exit codes"). */
const NEEDS_PERSON = 3;

export const sync: CommandRun = async ({ args, out, call }) => {
  const [pullOnly, pushOnly] = [args.flag('pull-only'), args.flag('push-only')];
  if (pullOnly && pushOnly) throw wrong('--pull-only and --push-only exclude each other.', args.command);
  if (args.flag('try-anyway')) await call('pause.end', {});
  const { failure, ...summary } = await call('sync.run', {
    projects: [...args.positionals],
    pull: !pushOnly,
    push: !pullOnly,
    acceptMissing: args.flag('accept-missing'),
  });
  // What was done stands beside what failed: a script finds both in the one document.
  const answer = failure === null ? summary : { ...summary, error: failure };
  out.answer(answer, () => {
    const parts: string[] = [];
    if (!pullOnly) parts.push(sent(summary.findings));
    if (!pushOnly) parts.push(received(summary.pulled));
    parts.push(...summary.altered.map(alteredLine));
    if (summary.engagements.length > 0) {
      parts.push(
        table(
          summary.engagements,
          [
            { title: 'Project', cell: (row) => row.project },
            {
              title: 'State',
              cell: (row) =>
                row.held ?? (row.complete ? 'complete' : 'not complete, goes on with the next sync'),
              shrinks: true,
              style: (row) => (row.held !== null ? 'yellow' : row.complete ? 'green' : undefined),
            },
          ],
          out,
        ),
      );
    }
    return parts.join('');
  });
  // The notice that ends in the failure also names the project: it stands for the failure, and is told once.
  const failed = summary.notices.find((notice) => failure !== null && notice.endsWith(failure.message));
  const pause = summary.retryAfterMs ?? 0;
  for (const notice of summary.notices) {
    const told = pause > 0 ? untilWhen(notice, pause, out) : notice;
    const nothing = told !== notice && isNothing(summary) ? 'Nothing was sent or fetched. ' : '';
    if (notice !== failed) out.note(`${nothing}${told}`);
  }
  for (const { project, held } of summary.engagements) if (held !== null) out.note(heldBack(project, held));
  const change = await shortIds(
    { out, call },
    'change',
    summary.looks.map(({ op }) => op),
  );
  for (const { op, at } of summary.looks) {
    out.note(
      `Change ${change(op)} may or may not have reached the service; a sync after ${out.moment(at)} finds out.`,
    );
  }
  const held = summary.engagements.some((engagement) => engagement.held !== null);
  if (summary.needsPerson > 0) {
    out.note(
      `${counted(summary.findingsInNeed, 'finding needs', 'findings need')} attention: see dossier queue, then resolve, retry or discard.`,
    );
  }
  if (failure !== null) {
    if (!out.json) out.failure(failure.code, failed ?? failure.message);
    return exitCodeOf(failure.code);
  }
  return summary.needsPerson > 0 || held || summary.unfinished ? NEEDS_PERSON : 0;
};

/** Whether a sync neither sent a change nor read a page. */
function isNothing({ findings, pulled }: Pick<SyncSummary, 'findings' | 'pulled'>): boolean {
  const { sent: gone, conflict, rejected, unknown } = findings;
  return gone + conflict + rejected + unknown + pulled.pages === 0;
}

/** `ATL-7 "Title" came back other than it was sent: Status sent Draft, now Open.` and what can be done. */
function alteredLine({ id, title, fields }: SyncSummary['altered'][number]): string {
  const sides = Object.entries(fields).map(
    ([name, { sent, now }]) => `${memberLabel(name)} sent ${side(sent, name)}, now ${side(now, name)}`,
  );
  const { status } = fields;
  const again =
    typeof status?.sent === 'string'
      ? `Set it with dossier edit ${id} --set status=${status.sent}, or keep it`
      : 'Edit it, or keep it';
  return (
    `${plain(id)} "${plain(title)}" came back other than it was sent: ${sides.join('; ')}. ` +
    `${plain(again)} with dossier keep ${plain(id)}.\n`
  );
}

const LONGEST_SIDE = 60;

function side(value: Json | undefined, name: string): string {
  const text = fit(comparableText(value, name).replaceAll(/\s+/gu, ' ').trim(), LONGEST_SIDE);
  return text === '' ? 'nothing' : `"${plain(text)}"`;
}

function heldBack(project: string, reason: string): string {
  return (
    `${project} is on hold: ${reason}. A changed role or membership looks like this, so no finding was marked as deleted ` +
    'and nothing is sent. If the findings were really deleted, sync with --accept-missing.'
  );
}

function sent(findings: SyncSummary['findings']): string {
  const { sent: gone, conflict, rejected, unknown, held, waiting } = findings;
  if (gone + conflict + rejected + unknown + held + waiting === 0) return 'Sent:     no pending changes\n';
  const others = [
    [conflict, 'in conflict'],
    [rejected, 'refused'],
    [unknown, 'not confirmed'],
    [held, 'held back'],
    [waiting, 'left for the next sync'],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `, ${String(count)} ${what}`);
  return `Sent:     ${counted(gone, 'finding')}${told.join('')}\n`;
}

function received({ seen, created, changed, unchanged, gone }: SyncSummary['pulled']): string {
  return `Received: ${counted(seen, 'finding')}: ${String(created)} new, ${String(changed)} changed, ${String(unchanged)} unchanged, ${String(gone)} deleted on the service\n`;
}
