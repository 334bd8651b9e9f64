import type { SyncSummary } from '#contract/procedures/sync.ts';
import { namesOf } from '#domain/finding/labels/field-labels.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { stepsOf, type ProgressEstimate } from '#renderer/session/desk/progress-estimate.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';
import { clock, counted, number } from '#renderer/ui/text/format.ts';

/** What a sync did, for a person: what was sent, what came, what needs them. */
export function syncToast(summary: SyncSummary): string {
  const { findings, pulled } = summary;
  const many = (count: number, end: string): string =>
    count > 0 ? `${counted(count, 'finding')} ${end}` : '';
  const parts = [
    many(findings.sent, 'sent'),
    many(findings.conflict, 'in conflict'),
    many(findings.rejected, 'refused'),
    many(findings.held, 'held back'),
    many(findings.waiting, 'left for the next sync'),
    pulled.created > 0 ? counted(pulled.created, 'new finding') : '',
    pulled.changed > 0 ? counted(pulled.changed, 'updated finding') : '',
    pulled.gone > 0 ? counted(pulled.gone, 'deleted finding') : '',
  ].filter((part) => part !== '');
  return [
    headWords(parts, summary.unfinished),
    ...alteredWords(summary),
    ...summary.notices,
    ...heldWords(summary),
    ...lookWords(summary),
  ].join('\n');
}

/** A sync that could not send or read all that it should is not called done. */
function headWords(parts: readonly string[], unfinished: boolean): string {
  if (unfinished) return parts.length === 0 ? 'Not synced yet.' : `Synced so far: ${parts.join(', ')}.`;
  return parts.length === 0 ? 'Synced: nothing new.' : `Synced: ${parts.join(', ')}.`;
}

/** What came back other than it was sent: a single finding is named. */
function alteredWords({ altered }: SyncSummary): readonly string[] {
  const [one] = altered;
  if (one === undefined) return [];
  if (altered.length > 1) return [`${counted(altered.length, 'finding')} came back other than sent.`];
  const { sent, now } = one.fields['status'] ?? {};
  const what =
    typeof sent === 'string' && typeof now === 'string' && Object.keys(one.fields).length === 1
      ? `the service set the status to ${valueLabel(now)}, not ${valueLabel(sent)}`
      : `${namesOf(Object.keys(one.fields))} came back other than sent`;
  return [`“${isolate(one.title)}”: ${what}.`];
}

function heldWords({ engagements }: SyncSummary): readonly string[] {
  return engagements.flatMap(({ project, held }) =>
    held === null
      ? []
      : [
          `${isolate(project)} is on hold: ${held}. Say whether they were deleted; nothing is sent until then.`,
        ],
  );
}

/** That changes got no clear answer, and after when that of the last one is looked at again. */
function lookWords({ looks }: SyncSummary): readonly string[] {
  const last = looks
    .map(({ at }) => at)
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
  if (last === undefined) return [];
  const many = looks.length === 1 ? 'One change' : 'Some changes';
  return [`${many} may or may not have arrived; a sync after ${clock(last)} finds out.`];
}

/** Whether a sync brought or sent anything, or has something to say: one that did not is not worth a notice. */
export function isNews(summary: SyncSummary): boolean {
  const { pushed, pulled } = summary;
  const moved = pushed.applied + pushed.conflict + pushed.rejected + pushed.unknown;
  const held = summary.engagements.some((engagement) => engagement.held !== null);
  return moved + pulled.created + pulled.changed + pulled.gone > 0 || summary.notices.length > 0 || held;
}

const phases = {
  push: 'Sending changes',
  sweep: 'Fetching findings',
  details: 'Fetching long texts',
  settle: 'Checking unconfirmed changes',
  index: 'Indexing',
} as const;

/** How far a sync is, in words; with the time left if the end is known. @param nowMs since the epoch */
export function progressText({ progress, since, stepsThen }: ProgressEstimate, nowMs: number): string {
  const { done, total, pages } = progress;
  const steps = stepsOf(progress);
  const open = steps.total === null ? 0 : steps.total - steps.done;
  const left = secondsLeft(steps.done - stepsThen, open, (nowMs - since) / 1000);
  const time =
    left === null ? '' : `, ${left < 60 ? `${Math.max(1, left)} s` : `${Math.ceil(left / 60)} min`} left`;
  const what = phases[progress.phase];
  if (pages !== undefined) return `${what}: ${number(done)} (${pageWords(pages)})${time}`;
  if (total === null || total === 0) return done === 0 ? `${what}…` : `${what}: ${number(done)}`;
  return `${what}: ${number(done)} of ${number(total)}${time}`;
}

/** A list that has grown since has more pages than were thought; once as many are there, nothing about them is a guess. */
function pageWords({ done, about }: { readonly done: number; readonly about: number | null }): string {
  return about === null || done >= about
    ? counted(done, 'page')
    : `${number(done)} of about ${counted(about, 'page')}`;
}

/** Null while too little was done to tell. */
function secondsLeft(doneHere: number, open: number, seconds: number): number | null {
  return doneHere <= 0 || seconds < 1 || open <= 0 ? null : Math.round((seconds / doneHere) * open);
}
