import { systemDictionaryPrefix } from '#contract/spelling.ts';
import { windowIds, windowRows } from '#db/tables/findings/window-rows.ts';
import { exportActivity } from '#features/activity/export.ts';
import { listActivity } from '#features/activity/list.ts';
import { refusalsSoFar } from '#features/activity/refusals.ts';
import { previewAsk } from '#features/assistant/ask.ts';
import { assistantDraft, assistantDrafts } from '#features/assistant/drafts.ts';
import { findingAt, listReviews, reviewCard } from '#features/review/list.ts';
import { knownFindings } from '#features/findings/known-findings.ts';
import { similarFindings } from '#features/review/similar.ts';
import type { ReadContext } from '#engine/context.ts';
import { noticesOf } from '#features/settings/notices.ts';
import { deskStatus, type NamedPlace } from '../desk-status.ts';
import { describedEngagement } from '#features/reports/choices/engagement-facts.ts';
import { engagementsOf } from '#engine/record/engagements.ts';
import { findingHistory } from '#engine/outbox/view/finding-read.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { countLists, findList, groupList, offeredValues, queryList } from '#features/lists/list-window.ts';
import { accountQuestion } from '#features/questions/account.ts';
import { creationQuestion } from '#features/questions/creation.ts';
import { emptiedQuestion } from '#features/questions/emptied.ts';
import { heldQuestion } from '#features/questions/held.ts';
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
import { addedDictionaries, dictionaryNamed, readSpelling } from '#features/writing/spelling.ts';
import { listRounds, showRound } from '#features/retest/rounds.ts';
import { findingVerdicts, previewVerdicts } from '#features/retest/verdicts.ts';
import type { ReadHandlers } from '../../rpc/dispatch.ts';
import { readSystemDictionary, systemDictionaries } from '../../platform/system-dictionaries.ts';
import { openLongTexts } from '../../report-jobs/long-texts.ts';

/** What the procedures that only read work with. */
export interface ReadingParts {
  /** The account that a call concerns, as it is when the call begins; throws DossierError. */
  readonly current: () => ReadContext;
  /** The same with its name, null before the first one; throws DossierError. */
  readonly named: () => NamedPlace | null;
  /** Whether a sync is under way. */
  readonly syncing: () => boolean;
}

/** The handlers of looks and scans: one table for all threads that answer them. */
export function readingHandlers({ current, named, syncing }: ReadingParts): ReadHandlers {
  /** Lets a cancel be heard first: while a person types, only the newest of several queries is worth its time. */
  async function unlessTakenBack(signal: AbortSignal): Promise<ReadContext> {
    await current().clock.sleep(0, signal);
    signal.throwIfAborted();
    return current();
  }

  return {
    'list.query': async (ask, { signal }) => queryList(await unlessTakenBack(signal), ask),
    'list.find': async (ask, { signal }) => findList(await unlessTakenBack(signal), ask),
    // Noted on its way here, where no work is under way (`thread.ts`).
    'desk.worked': () => ({}),
    'list.groups': async ({ project, by }, { signal }) =>
      groupList(await unlessTakenBack(signal), project, by),
    'list.rows': ({ rows }) => windowRows(current().db, rows),
    'list.counts': (ask, { signal }) => countLists(current(), ask, signal),
    'list.values': ({ project }, { signal }) => offeredValues(current(), project, signal),
    'list.ids': ({ rows }) => windowIds(current().db, rows),
    'finding.open': ({ id }) => viewFinding(current(), id),
    'finding.history': ({ id }) => findingHistory(current(), id),
    'connection.profile': () => current().profile,
    'queue.rows': (ask) => queueRows(current(), ask),
    'queue.items': ({ seqs }) => queueItems(current(), seqs),
    'queue.open': ({ op, parts }) => openQueued(current(), op, parts),
    'pending.changes': ({ rows }) => pendingChanges(current(), rows),
    'assistant.preview': (ask) => previewAsk(current(), ask),
    'assistant.drafts': (ask) => assistantDrafts(current(), ask),
    'assistant.draft': ({ op }) => assistantDraft(current(), op),
    'conflict.list': ({ project }) => listConflicts(current(), project),
    'conflict.open': ({ op, id }) => openConflict(current(), op, id),
    'question.held': ({ project }) => heldQuestion(current(), project),
    'question.account': () => accountQuestion(current()),
    'question.emptied': () => emptiedQuestion(current()),
    'question.creation': ({ op }) => creationQuestion(current(), op),
    'review.list': ({ project }) => listReviews(current(), project),
    'review.card': ({ row }) => reviewCard(current(), row),
    'finding.known': (input) => knownFindings(current(), input),
    'review.similar': ({ row }) => {
      const { db } = current();
      const { finding, project } = findingAt({ db }, row);
      return similarFindings(db, finding, project);
    },
    'report.settings': ({ project }) => reportSettings(current(), project),
    'report.findings': ({ project, ...asked }) =>
      selectedFindings(current(), project, selectionFor(current().db, project, asked)),
    'theme.list': () => themesOf(current()),
    'theme.read': ({ name }) => themeFileOf(current(), name),
    'theme.check': (given) => checkTheme(given),
    'round.list': ({ project }) => listRounds(current(), project),
    'round.show': (ask) => showRound(current(), ask),
    'finding.verdicts': ({ id }) => findingVerdicts(current(), id),
    'verdict.preview': (ask) => previewVerdicts(current(), ask),
    'comment.list': (of) => listComments(current(), of),
    'edition.list': ({ project }) => editionsOf(current(), project),
    'edition.compare': (ask, { signal }) => compareEditionsOf(current(), ask, signal),
    'report.check': (ask, context) =>
      checkReport(current(), ask, {
        signal: context.signal,
        openLongTexts,
        progress: (event) => context.progress(event),
      }),
    'report.masks': (ask, { signal }) => reportMasks(current(), ask, { signal, openLongTexts }),
    'activity.list': (ask) => listActivity(current(), ask),
    'activity.export': (ask) => exportActivity(current(), ask),
    'activity.refusals': () => refusalsSoFar(current()),
    'desk.status': () => deskStatus(named(), syncing()),
    'notice.list': () => {
      const shown = named();
      return shown === null ? [] : noticesOf(shown.ctx.db);
    },
    'engagement.facts': ({ project }) => describedEngagement(current(), project),
    'spelling.read': ({ project }) => readSpelling(current().db, project),
    'dictionary.list': () => addedDictionaries(current().db),
    'dictionary.system': () => systemDictionaries(),
    'dictionary.read': ({ name }) =>
      name.startsWith(systemDictionaryPrefix)
        ? readSystemDictionary(name)
        : dictionaryNamed(current().db, name),
    'engagement.list': () => engagementsOf(current().db),
  };
}
