import type { ReadingName } from '#contract/procedures/index.ts';
import { systemDictionaryPrefix } from '#contract/spelling.ts';
import { windowIds, windowRows } from '#db/tables/findings/window-rows.ts';
import { exportActivity } from '#features/activity/export.ts';
import { listActivity } from '#features/activity/list.ts';
import { refusalsSoFar, refusedSoFar } from '#features/activity/refusals.ts';
import { previewAsk } from '#features/assistant/ask.ts';
import { assistantDraft, assistantDrafts } from '#features/assistant/drafts.ts';
import { countToReview, findingAt, listReviews, reviewCard } from '#features/review/list.ts';
import { completeIds, shortenIds } from '#features/ids/ids.ts';
import { knownFindings } from '#features/findings/known-findings.ts';
import { similarFindings } from '#features/review/similar.ts';
import type { ReadContext } from '#engine/context.ts';
import { noticesOf } from '#features/settings/notices.ts';
import { deskStatus, type NamedPlace } from '../desk-status.ts';
import { engagementOverview } from '#features/engagements/overview.ts';
import { describedEngagement } from '#features/reports/choices/engagement-facts.ts';
import { engagementsOf } from '#engine/record/engagements.ts';
import { findingHistory } from '#engine/outbox/view/finding-read.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { countLists, findList, groupList, offeredValues, queryList } from '#features/lists/list-window.ts';
import { accountQuestion } from '#features/questions/account.ts';
import { creationQuestion } from '#features/questions/creation.ts';
import { emptiedQuestion } from '#features/questions/emptied.ts';
import { heldQuestion } from '#features/questions/held.ts';
import { listInbox } from '#features/lists/inbox.ts';
import { searchEngagements } from '#features/lists/search-engagements.ts';
import { listConflicts, openConflict } from '#engine/conflicts/conflicts.ts';
import { openQueued } from '#features/outbox/detail.ts';
import { pendingChanges } from '#features/outbox/pending.ts';
import { queueItems, queueRows } from '#features/outbox/rows.ts';
import { listComments } from '#features/peer-review/comments.ts';
import { checkReport } from '#features/reports/check.ts';
import { compareEditionsOf, editionsOf } from '#features/reports/editions/editions.ts';
import { reportMasks } from '#features/reports/masks.ts';
import { selectedFindings } from '#features/reports/selection.ts';
import { reportSettings, selectionFor } from '#features/reports/choices/settings.ts';
import { checkTheme, themeFileOf, themesOf } from '#features/reports/themes/themes.ts';
import { wordTemplateFile, wordTemplatesOf } from '#features/reports/themes/word-templates.ts';
import { addedDictionaries, dictionaryNamed, readSpelling } from '#features/writing/spelling.ts';
import { listRounds, showRound } from '#features/retest/rounds.ts';
import { findingVerdicts, previewVerdicts } from '#features/retest/verdicts.ts';
import { wordTemplateReader } from '../../report-jobs/word-template-reader.ts';
import type { Handlers, StoreHandlers } from '../../rpc/dispatch.ts';
import { readSystemDictionary, systemDictionaries } from '../../platform/system-dictionaries.ts';
import { openLongTexts } from '../../report-jobs/long-texts.ts';

/** Lets a cancel be heard first: while a person types, only the newest of several queries is worth its time. */
async function unlessTakenBack({ clock }: ReadContext, signal: AbortSignal): Promise<void> {
  await clock.sleep(0, signal);
  signal.throwIfAborted();
}

/** The handlers of looks and scans: one table for all threads that answer them. */
export const readStoreHandlers = {
  'list.query': async (ctx, ask, { signal }) => {
    await unlessTakenBack(ctx, signal);
    return queryList(ctx, ask);
  },
  'list.find': async (ctx, ask, { signal }) => {
    await unlessTakenBack(ctx, signal);
    return findList(ctx, ask);
  },
  'list.groups': async (ctx, { project, by }, { signal }) => {
    await unlessTakenBack(ctx, signal);
    return groupList(ctx, project, by);
  },
  'list.search': async (ctx, ask, { signal }) => {
    await unlessTakenBack(ctx, signal);
    return searchEngagements(ctx, ask, signal);
  },
  'inbox.list': listInbox,
  'id.complete': completeIds,
  'id.shorten': shortenIds,
  'list.rows': (ctx, { rows }) => windowRows(ctx.db, rows),
  'list.counts': (ctx, ask, { signal }) => countLists(ctx, ask, signal),
  'list.values': (ctx, { project }, { signal }) => offeredValues(ctx, project, signal),
  'list.ids': (ctx, { rows }) => windowIds(ctx.db, rows),
  'finding.open': (ctx, { id }) => viewFinding(ctx, id),
  'finding.history': (ctx, { id }) => findingHistory(ctx, id),
  'connection.profile': (ctx) => ctx.profile,
  'queue.rows': queueRows,
  'queue.items': (ctx, { seqs }) => queueItems(ctx, seqs),
  'queue.open': (ctx, { op, parts }) => openQueued(ctx, op, parts),
  'pending.changes': (ctx, { rows }) => pendingChanges(ctx, rows),
  'assistant.preview': previewAsk,
  'assistant.drafts': assistantDrafts,
  'assistant.draft': (ctx, { op }) => assistantDraft(ctx, op),
  'conflict.list': (ctx, { project }) => listConflicts(ctx, project),
  'conflict.open': (ctx, { op, id }) => openConflict(ctx, op, id),
  'question.held': (ctx, { project }) => heldQuestion(ctx, project),
  'question.account': accountQuestion,
  'question.emptied': emptiedQuestion,
  'question.creation': (ctx, { op }) => creationQuestion(ctx, op),
  'review.list': (ctx, { project }) => listReviews(ctx, project),
  'review.card': (ctx, { row }) => reviewCard(ctx, row),
  'finding.known': knownFindings,
  'review.similar': (ctx, { row }) => {
    const { db } = ctx;
    const { finding, project } = findingAt({ db }, row);
    return similarFindings(db, finding, project);
  },
  'report.settings': (ctx, { project }) => reportSettings(ctx, project),
  'report.findings': (ctx, { project, ...asked }) =>
    selectedFindings(ctx, project, selectionFor(ctx.db, project, asked)),
  'theme.list': themesOf,
  'theme.read': (ctx, { name }) => themeFileOf(ctx, name),
  'template.list': wordTemplatesOf,
  'template.read': async (ctx, ask) => wordTemplateFile(ctx, ask, await wordTemplateReader()),
  'round.list': (ctx, { project }) => listRounds(ctx, project),
  'round.show': showRound,
  'finding.verdicts': (ctx, { id }) => findingVerdicts(ctx, id),
  'verdict.preview': previewVerdicts,
  'comment.list': listComments,
  'edition.list': (ctx, { project }) => editionsOf(ctx, project),
  'edition.compare': (ctx, ask, { signal }) => compareEditionsOf(ctx, ask, signal),
  'report.check': (ctx, ask, context) =>
    checkReport(ctx, ask, {
      signal: context.signal,
      openLongTexts,
      progress: (event) => context.progress(event),
    }),
  'report.masks': (ctx, ask, { signal }) => reportMasks(ctx, ask, { signal, openLongTexts }),
  'activity.list': listActivity,
  'activity.export': exportActivity,
  'activity.refusals': refusalsSoFar,
  'activity.refusedActions': refusedSoFar,
  'engagement.overview': (ctx, ask) => engagementOverview(ctx, ask, () => countToReview(ctx, ask.project)),
  'engagement.facts': (ctx, { project }) => describedEngagement(ctx, project),
  'spelling.read': (ctx, { project }) => readSpelling(ctx.db, project),
  'dictionary.list': (ctx) => addedDictionaries(ctx.db),
  'engagement.list': (ctx) => engagementsOf(ctx.db),
} satisfies Partial<StoreHandlers<ReadingName, ReadContext>>;

/** What the procedures that only read work with. */
export interface ReadingParts {
  /** The account that a call concerns, as it is when the call begins; throws DossierError. */
  readonly current: () => ReadContext;
  /** The same with its name, null before the first one; throws DossierError. */
  readonly named: () => NamedPlace | null;
  /** Whether a sync is under way. */
  readonly syncing: () => boolean;
}

/** Those that also answer before an account was connected, or look beyond its store. */
export function readHandlers({
  current,
  named,
  syncing,
}: ReadingParts): Pick<Handlers, Exclude<ReadingName, keyof typeof readStoreHandlers>> {
  return {
    // Noted on its way here, where no work is under way (`thread.ts`).
    'desk.worked': () => ({}),
    'theme.check': (given) => checkTheme(given),
    'template.check': async ({ content }) =>
      (await wordTemplateReader()).check(Buffer.from(content, 'base64')),
    'desk.status': () => deskStatus(named(), syncing()),
    'notice.list': () => {
      const shown = named();
      return shown === null ? [] : noticesOf(shown.ctx.db);
    },
    'dictionary.system': () => systemDictionaries(),
    'dictionary.read': ({ name }) =>
      name.startsWith(systemDictionaryPrefix)
        ? readSystemDictionary(name)
        : dictionaryNamed(current().db, name),
  };
}
