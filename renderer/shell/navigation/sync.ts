import type { SyncSummary } from '#contract/procedures/sync.ts';
import { isNews, syncToast } from './sync-toast.ts';
import { ApiError, failureOf } from '#renderer/api/api.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { plainWords } from '#renderer/session/values/plain-words.ts';
import type { SyncOptions, SyncRun } from '#renderer/session/desk/sync-run.svelte.ts';

/** What is said once if changes are sent only when the user syncs. */
export const manualText = 'Saved on this computer. Press Y to send.';

/** What is said to who asks for a sync while one is under way. */
export const runsAlready = 'A sync is already running.';

/** Where the notice of a sync leads. */
export interface AfterSync {
  readonly show: () => void;
  /** Leads to what both sides changed. */
  readonly conflicts: () => void;
  /** Leads to what came back other than it was sent. */
  readonly altered: () => void;
  readonly anyway: () => void;
}

/** Less than everything: nothing, or nothing that was made after an operation. */
export type Sends = Pick<SyncOptions, 'push' | 'newest'>;

/** What a sync told holds until the next one has told. */
export const syncTopic = 'sync';

/** Why the last sync failed holds until one gets through. */
const failureTopic = 'sync failure';

/**
 * Tells how a sync ended. An automatic one that moved nothing and says the same as the last one is silent. Each would
 * count the same conflicts, and the status bar shows them.
 * @param on.show leads to what needs the person; to conflicts, if there are some, leads `on.conflicts`
 * @param on.anyway syncs although the service asked to wait
 */
export function tellSync(summary: SyncSummary, asked: boolean, notices: Notices, on: AfterSync): void {
  tellMoved(summary, asked, notices, on);
  // Last: why it stopped stands before what it did.
  tellWhyFailed(summary, asked, notices);
}

function tellWhyFailed({ failure }: SyncSummary, asked: boolean, notices: Notices): void {
  // Without a network everything goes on; the status bar says that it is so, and a user who asked is told why.
  if (failure?.code === 'unreachable') {
    if (asked) notices.told(withoutNetwork(failure.message), null, failureTopic);
  } else if (failure !== null) {
    notices.failed(new ApiError(failure.code, failure.message), failureTopic);
  }
  if (failure === null) notices.end(failureTopic);
}

function tellMoved(
  summary: SyncSummary,
  asked: boolean,
  notices: Notices,
  { show, conflicts, altered, anyway }: AfterSync,
): void {
  const { failure, needsPerson, pushed, pulled, engagements } = summary;
  if (pushed.applied + pushed.conflict + pushed.rejected + pushed.unknown > 0) notices.sent();
  const news = isNews(summary);
  // Nothing stands in conflict any more: the next one that does is news, also in the same words.
  if (!news && failure === null) notices.end(syncTopic);
  if (!news && (failure !== null || !asked)) return;
  const text = syncToast(summary);
  const moved = pushed.applied + pulled.created + pulled.changed + pulled.gone > 0;
  if (!asked && !moved && notices.wasTold(syncTopic, text)) return;
  const cameBack = summary.altered.length > 0;
  const run = summary.findings.conflict > 0 ? conflicts : needsPerson > 0 ? show : cameBack ? altered : null;
  const action = run === null ? null : { label: run === conflicts ? 'Resolve' : 'Show', run };
  // What did not go through, or is held back until it is answered, is no success, whatever else went well.
  const stuck = pushed.conflict + pushed.rejected > 0 || engagements.some(({ held }) => held !== null);
  if (stuck || cameBack) notices.attention(text, action, syncTopic);
  else if (summary.retryAfterMs !== undefined)
    notices.told(text, action ?? { label: 'Try anyway', run: anyway }, syncTopic);
  else if (pushed.unknown > 0 || summary.unfinished) notices.told(text, action, syncTopic);
  else notices.done(text, action, syncTopic);
}

/**
 * A sync that the person asked for, with everything told. What the last one told leaves as this one begins.
 * @param on.refused is asked to lead to signing in again
 * @param sends what is to be sent; everything that is pending unless it says less
 */
export async function syncNow(
  sync: Pick<SyncRun, 'run'>,
  notices: Notices,
  on: AfterSync & { readonly refused: () => void },
  sends: Sends = {},
): Promise<void> {
  for (const topic of [syncTopic, failureTopic]) notices.end(topic);
  try {
    const summary = await sync.run(sends);
    if (summary === null) notices.told(runsAlready);
    else if (summary.failure?.code === 'credentials') on.refused();
    else tellSync(summary, true, notices, on);
  } catch (thrown) {
    const { code, message } = failureOf(thrown);
    if (code === 'unreachable') notices.told(withoutNetwork(message), null, failureTopic);
    else if (code === 'credentials') on.refused();
    else notices.failed(thrown, failureTopic);
  }
}

function withoutNetwork(message: string): string {
  return `${plainWords(message)}\nPending changes stay here for a later sync.`;
}

/** Why a sync by itself failed, if that is worth a notice: no network and a running sync are not. */
export function tellFailedSync(thrown: unknown, notices: Notices): void {
  const { code } = failureOf(thrown);
  if (code !== 'unreachable' && code !== 'busy' && code !== 'locked' && code !== 'other-account')
    notices.failed(thrown, failureTopic);
}
