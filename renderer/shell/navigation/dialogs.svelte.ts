import type { BulkKind } from '#contract/procedures/findings/bulk.ts';
import type { ReviewPayload } from '#contract/finding/operation.ts';
import type { AccountAsked } from '#renderer/features/accounts/strings.ts';
import type { AssistantContext } from '#renderer/features/assistant/selection-context.ts';
import type { BulkContext } from '#renderer/features/bulk/selection-context.ts';
import { quoted } from '#domain/query/quoted.ts';
import type { HelpPlace } from '#renderer/features/help/place.ts';
import type { Asked } from '#renderer/features/findings/list/dialogs.ts';
import type { AssignContext } from '#renderer/features/peer-review/assign-findings.ts';
import type { Question } from '#renderer/features/questions/question.ts';
import type { RetestContext } from '#renderer/features/retest/selection-context.ts';
import { ImportWork, type ImportFiles } from '#renderer/features/imports/import-work.svelte.ts';
import { answerDraftOf } from '#renderer/features/assistant/answer-draft.ts';
import { listNameDraftOf, newFindingDraftOf } from '#renderer/features/findings/list/drafts.ts';
import { roundDraftOf, verdictsDraftOf } from '#renderer/features/retest/drafts.ts';
import { newEngagementDraftOf } from '#renderer/features/vault/engagement-list/new-engagement-draft.ts';
import { bulkDraftOf, BulkWork } from '#renderer/session/bulk.svelte.ts';
import type { Shared } from '#renderer/session/context.ts';
import type { FindingList } from '#renderer/session/list/finding-list.svelte.ts';
import { decodeRows } from '#renderer/session/values/row-numbers.ts';
import type { KnownAccount } from '#contract/procedures/program/account.ts';
import { KnownAccounts } from '#renderer/session/account/known-accounts.svelte.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { number } from '#renderer/ui/text/format.ts';

/** A dialog that is about no finding. */
type About = 'engagement' | 'rename' | 'correct' | 'connection' | 'disconnect' | 'passphrase' | 'keyboard';

/** So many findings are merged into one at most. */
const maxMerged = 50;

/** What the person is asked over the desk, and what they ask for by it. */
export class Dialogs {
  readonly #shared: Pick<Shared, 'desk' | 'notices'>;
  readonly #list: FindingList;
  #bulk = $state.raw<BulkContext | null>(null);
  /** About the findings: a new one, or a list of them that is to be saved. */
  findings = $state.raw<Asked | null>(null);
  about = $state<About | null>(null);
  /** The place of the help that is read. */
  help = $state.raw<HelpPlace | null>(null);
  /** Another account of the vault that is to be opened. */
  switchTo = $state.raw<KnownAccount | null>(null);
  readonly accounts = new KnownAccounts();
  account = $state.raw<AccountAsked | null>(null);
  /** What about the assistant stands before the person. */
  assistant = $state.raw<AssistantContext | null>(null);
  retest = $state.raw<RetestContext | null>(null);
  /** Whether the finding under the cursor is looked at without being opened. */
  preview = $state(false);
  /** Findings that are to be assigned. */
  assign = $state.raw<AssignContext | null>(null);
  /** What the engine asks, while the person answers it. */
  question = $state.raw<Question | null>(null);
  /** Scanner files that are being imported. */
  importing = $state.raw<ImportWork | null>(null);
  /** Whether pending changes are reviewed before they are sent. */
  sending = $state(false);
  /** Whether the palette stands over everything. */
  palette = $state(false);
  /** Whether all engagements are searched. */
  everywhere = $state(false);

  /** What a lock took away in the middle is asked again. @param list whose chosen findings are meant */
  constructor(shared: Pick<Shared, 'desk' | 'notices'>, list: FindingList) {
    this.#shared = shared;
    this.#list = list;
    const { api } = shared.desk;
    const bulk = bulkDraftOf(api).now;
    const [verdicts, round, answer] = [
      verdictsDraftOf(api).now,
      roundDraftOf(api).now,
      answerDraftOf(api).now,
    ];
    const saved = listNameDraftOf(api).now;
    if (newFindingDraftOf(api).now !== null) this.findings = { kind: 'new' };
    else if (bulk?.phase.kind === 'choosing') this.#bulk = { kind: 'action', work: bulk };
    else if (newEngagementDraftOf(api).now !== null) this.about = 'engagement';
    else if (answer !== null) this.assistant = { kind: 'review', op: answer.op };
    else if (saved !== null)
      this.findings = saved.view === null ? { kind: 'save' } : { kind: 'rename', view: saved.view };
    // The verdicts for which the first round is begun come behind it.
    else if (round !== null) this.retest = { kind: 'rounds', project: round.project };
    else if (verdicts !== null)
      this.retest = { kind: 'give', project: verdicts.project, rows: verdicts.rows, name: verdicts.name };
  }

  /** What is asked about many findings at once. */
  get bulk(): BulkContext | null {
    return this.#bulk;
  }

  set bulk(asked: BulkContext | null) {
    this.#bulk = asked;
    bulkDraftOf(this.#shared.desk.api).keep(asked?.kind === 'action' ? asked.work : null);
  }

  /** Whether anything is asked. */
  get isOpen(): boolean {
    const { bulk, findings, about, help, account, assistant, retest, assign, question, importing } = this;
    return (
      this.palette ||
      this.everywhere ||
      this.preview ||
      this.sending ||
      [bulk, findings, about, help, account, assistant, retest, assign, question, importing].some(
        (one) => one !== null,
      )
    );
  }

  /**
   * Takes away what is asked and what was typed for engagements that are not in this home any more.
   * @param left whether the person was in one
   * @returns whether something was typed
   */
  keepTo(projects: ReadonlySet<string>, left: boolean): boolean {
    const { api } = this.#shared.desk;
    const begunIn = newFindingDraftOf(api).now?.project ?? this.#list.project;
    if (this.findings?.kind === 'new' && !projects.has(begunIn)) this.findings = null;
    const typed = sessionOf(api).keepOf(projects);
    if (this.#bulk?.kind === 'action' ? !projects.has(this.#bulk.work.project) : left) this.bulk = null;
    if (this.importing !== null && !projects.has(this.importing.project)) this.importing = null;
    if (this.retest !== null && !projects.has(this.retest.project)) this.retest = null;
    if (this.question?.kind === 'held' && !projects.has(this.question.project)) this.question = null;
    if (left) {
      this.assistant = null;
      this.assign = null;
      this.preview = false;
    }
    return typed;
  }

  /** Asks for a new finding. */
  create(): void {
    if (this.#list.project !== '') this.findings = { kind: 'new' };
  }

  /** Reads scanner files for the engagement in view. */
  importFiles(files: ImportFiles): void {
    const { project } = this.#list;
    if (project !== '') this.importing = new ImportWork(this.#shared.desk.api, project, files);
  }

  /** Asks what shall be done with the chosen findings, as they are chosen now. */
  change(kind: Exclude<BulkKind, 'review'>): void {
    const { project } = this.#list;
    const rows = this.#acted();
    if (rows.length === 0) return;
    const name = this.#list.nameOf(rows);
    this.bulk = { kind: 'action', work: new BulkWork(this.#shared.desk.api, { kind, project, rows, name }) };
  }

  /** Asks which of these candidates are accepted or rejected together; without rows, of the chosen findings. */
  decide(decision: ReviewPayload['decision'], rows: readonly number[] = this.#acted()): void {
    const { project } = this.#list;
    if (rows.length === 0) return;
    const asked = { kind: 'review' as const, project, rows, decision };
    this.bulk = { kind: 'action', work: new BulkWork(this.#shared.desk.api, asked) };
  }

  /** What a command acts on; if it is nothing, the user is told. */
  #acted(): readonly number[] {
    const { selection, project } = this.#list;
    if (selection.acted.length === 0 && project !== '') this.#shared.notices.told('No finding is selected.');
    return selection.acted;
  }

  /** Asks whether these findings are to be deleted. */
  async deleteThese(project: string, ids: readonly string[]): Promise<void> {
    const { desk, notices } = this.#shared;
    const query = `id:${ids.map(quoted).join(',')}`;
    try {
      const rows = [...decodeRows((await desk.api.call('list.query', { project, query })).rows)];
      if (rows.length === 0) notices.told('They left the list.');
      else
        this.bulk = {
          kind: 'action',
          work: new BulkWork(desk.api, { kind: 'delete', project, rows, name: this.#list.nameOf(rows) }),
        };
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** Shows what was done to many findings before. */
  showBulks(): void {
    const { project } = this.#list;
    if (project !== '') this.bulk = { kind: 'recent', project };
  }

  /** Asks what a retest found of the chosen findings, as they are chosen now. */
  retested(): void {
    const { project } = this.#list;
    const rows = this.#acted();
    if (rows.length > 0) this.retest = { kind: 'give', project, rows, name: this.#list.nameOf(rows) };
  }

  /** Asks who works on the chosen findings, as they are chosen now. */
  assigns(): void {
    const { project } = this.#list;
    const rows = this.#acted();
    if (rows.length > 0) this.assign = { project, rows, name: this.#list.nameOf(rows) };
  }

  /** Shows the rounds of retests. */
  showRounds(): void {
    const { project } = this.#list;
    if (project !== '') this.retest = { kind: 'rounds', project };
  }

  /** Asks the assistant about the finding under the cursor, or for a merge of all that is chosen into the first. */
  async askAssistant(merge: boolean): Promise<void> {
    const { desk, notices } = this.#shared;
    const { acted } = this.#list.selection;
    if (merge && acted.length > maxMerged) {
      notices.told(`At most ${number(maxMerged)} findings are merged at once; choose fewer.`);
      return;
    }
    try {
      const rows = [...acted].slice(0, merge ? maxMerged : 1);
      const [finding, ...others] = await desk.api.call('list.ids', { rows });
      if (finding !== undefined) this.assistant = { kind: 'ask', finding, others };
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** Shows what the assistant wrote. */
  showDrafts(): void {
    const { project } = this.#list;
    if (project !== '') this.assistant = { kind: 'drafts', project };
  }
}
