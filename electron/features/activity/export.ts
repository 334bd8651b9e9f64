import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { ActivityEntry, ActivityFilter } from '#contract/procedures/program/activity.ts';
import { activityKindWords, activityOutcomeWords } from '#domain/account/activity-strings.ts';
import { csvField } from '#domain/base/csv.ts';
import { today, type ReadContext } from '#engine/context.ts';
import { activityEntries, activityRows } from './list.ts';

/** What an export is asked for. */
export interface ActivityExport extends ActivityFilter {
  readonly format: 'csv' | 'json';
  /** Whether titles of findings, names of engagements and the words of the service go along. */
  readonly titles: boolean;
}

/**
 * The activity as a file: times, actions, identifiers and outcomes, one line for each time of sending, the newest
 * first. No secret and no text of a finding is in it; what may be a client's word, only if that is asked for.
 */
export function exportActivity(
  ctx: Pick<ReadContext, 'db' | 'clock'>,
  { format, titles, ...filter }: ActivityExport,
): ProcedureAnswers['activity.export'] {
  const entries = activityEntries(ctx.db, activityRows(ctx, filter));
  const shown = columns.filter(({ words }) => titles || words !== true);
  const text =
    format === 'csv'
      ? [shown.map(({ title }) => title), ...entries.map((entry) => shown.map(({ cell }) => cell(entry)))]
          .map((cells) => `${cells.map((cell) => csvField(cell)).join(',')}\r\n`)
          .join('')
      : `${JSON.stringify(
          entries.map((entry) => Object.fromEntries(shown.map(({ member, cell }) => [member, cell(entry)]))),
          null,
          2,
        )}\n`;
  return { entries: entries.length, name: `activity-${today(ctx)}.${format}`, text };
}

interface Column {
  readonly title: string;
  /** Its name in JSON. */
  readonly member: string;
  /** It may hold a client's words. */
  readonly words?: true;
  readonly cell: (entry: ActivityEntry) => string;
}

const columns: readonly Column[] = [
  { title: 'When', member: 'at', cell: ({ at }) => at },
  { title: 'Ended', member: 'ended', cell: ({ endedAt }) => endedAt ?? '' },
  { title: 'Action', member: 'action', cell: ({ kind }) => activityKindWords[kind] },
  { title: 'Kind', member: 'kind', cell: ({ kind }) => kind },
  { title: 'Outcome', member: 'outcome', cell: ({ outcome }) => activityOutcomeWords[outcome] },
  { title: 'Status', member: 'status', cell: ({ status }) => (status === null ? '' : String(status)) },
  { title: 'Now', member: 'now', cell: ({ work }) => work?.state ?? '' },
  { title: 'Operation', member: 'operation', cell: ({ work }) => work?.op ?? '' },
  { title: 'Engagement', member: 'engagement', cell: ({ work }) => work?.project ?? '' },
  { title: 'Findings', member: 'findings', cell: ({ work }) => (work === null ? '' : String(work.findings)) },
  { title: 'Finding', member: 'finding', cell: ({ work }) => work?.first.id ?? '' },
  { title: 'Fields', member: 'fields', cell: ({ work }) => work?.fields.join(' ') ?? '' },
  { title: 'Set to', member: 'setTo', cell: ({ work }) => work?.status ?? work?.decision ?? '' },
  {
    title: 'Credits',
    member: 'credits',
    cell: ({ credits }) => (credits === undefined ? '' : String(credits)),
  },
  { title: 'Title', member: 'title', words: true, cell: ({ work }) => work?.first.title ?? '' },
  { title: 'Engagement name', member: 'engagementName', words: true, cell: ({ work }) => work?.name ?? '' },
  { title: 'Said', member: 'said', words: true, cell: ({ said }) => said },
];
