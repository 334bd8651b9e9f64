import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { ThemeLine } from '#contract/procedures/deliverables/deliverable.ts';
import type { WordTemplateLine } from '#contract/procedures/deliverables/word-templates.ts';
import type { Edition } from '#contract/procedures/deliverables/editions.ts';
import type { MaskedFinding } from '#contract/deliverable/masks.ts';
import type { CheckCounts, CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { SelectedFindings } from '#contract/deliverable/selection.ts';
import type { Round } from '#contract/deliverable/rounds.ts';
import { countMessages } from '#domain/preflight/count.ts';
import type { Api } from '#renderer/api/api.ts';
import { decodeRows } from '#renderer/session/values/row-numbers.ts';
import { LiveQuery, queryOf } from '#renderer/session/live/live.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';

/** How many of all findings were read. */
export type ReadProgress = Pick<Extract<ProgressEvent, { kind: 'findings' }>, 'done' | 'total'>;

/** What the screen of the report offers and shows of one engagement, beside what is chosen. */
export class ReportLists {
  readonly #api: Api;
  readonly #project: string;
  readonly #editions = queryOf('edition.list');
  readonly #themes = queryOf('theme.list');
  readonly #wordTemplates = queryOf('template.list');
  readonly #rounds = queryOf('round.list');
  readonly #selected = queryOf('report.findings');
  readonly #masks = queryOf('report.masks');
  readonly #messages = new LiveQuery<{ project: string }, readonly CheckMessage[]>((api, input, signal) => {
    const onProgress = (event: ProgressEvent): void => {
      if (event.kind === 'findings') this.looked = event;
    };
    return api.call('report.check', input, { signal, onProgress });
  });
  /** The revision of the desk at which it was checked; null before. */
  #revision: number | null = null;
  /** How far the check is that is under way; null before that is known. */
  looked = $state.raw<ReadProgress | null>(null);
  /** The person has stopped the check, and not asked for it again. */
  stopped = $state(false);

  constructor(api: Api, project: string) {
    this.#api = api;
    this.#project = project;
  }

  /** The newest first. */
  get editions(): readonly Edition[] {
    return this.#editions.value ?? [];
  }

  get themes(): readonly ThemeLine[] {
    return this.#themes.value ?? [];
  }

  /** The templates for Word. */
  get wordTemplates(): readonly WordTemplateLine[] {
    return this.#wordTemplates.value ?? [];
  }

  get rounds(): readonly Round[] {
    return this.#rounds.value ?? [];
  }

  /** Which findings the report prints; null until it is known. */
  get selected(): SelectedFindings | null {
    return this.#selected.value;
  }

  /** Why the choice of findings cannot be shown or changed. */
  get selectionFailure(): string | null {
    return this.#selected.error;
  }

  /** What is left out of the requests as things are chosen; null until it is known. */
  get masks(): readonly MaskedFinding[] | null {
    return this.#masks.value;
  }

  /** What the check says; null until it has answered for the first time. */
  get messages(): readonly CheckMessage[] | null {
    return this.#messages.value;
  }

  /** How many of them there are; null until it has answered. */
  get found(): CheckCounts | null {
    return this.messages === null ? null : countMessages(this.messages);
  }

  /** Why it could not be checked, in the program's words. */
  get failure(): string | null {
    return this.#messages.error;
  }

  /** Asks for editions, themes, templates, rounds and the selected findings again; what was known stays. */
  refresh(): void {
    const project = this.#project;
    this.#editions.show(this.#api, { project });
    this.#themes.show(this.#api, {});
    this.#wordTemplates.show(this.#api, {});
    this.#selected.show(this.#api, { project });
    this.#rounds.show(this.#api, { project });
  }

  /** The choice of findings changed here: its counts are asked for at once. Never throws. */
  async chosen(): Promise<void> {
    await this.#selected.again();
  }

  /** Puts a finding at a place within its severity. Never throws. */
  async move(finding: string, place: number): Promise<void> {
    const order = { project: this.#project, finding, place };
    await this.#selected.again((api) => api.call('report.move', order));
  }

  /** Orders by score and title again, or forgets the numbers that went out. Never throws. */
  async reset(what: 'order' | 'numbers'): Promise<void> {
    const name = what === 'order' ? 'report.resetOrder' : 'report.renumber';
    await this.#selected.again((api) => api.call(name, { project: this.#project }));
  }

  /**
   * Checks the engagement and then looks through all its requests again, which takes longer; not if the person has stopped
   * it. Never throws.
   */
  async check(): Promise<void> {
    const project = this.#project;
    if (this.stopped) return;
    await this.#ask();
    if (this.stopped) return;
    await this.#masks.ask(this.#api, { project });
  }

  /**
   * Checks the engagement, unless it was checked at this revision of the desk or the person has stopped the check.
   * Never throws.
   */
  async checkOnce(revision: number): Promise<void> {
    if (this.stopped || this.#revision === revision) return;
    const before = this.messages;
    await this.#ask();
    if (this.messages !== before) this.#revision = revision;
  }

  async #ask(): Promise<void> {
    this.looked = null;
    await this.#messages.ask(this.#api, { project: this.#project });
  }

  /** Stops the check; it does not begin again by itself. */
  stopCheck(): void {
    this.stopped = true;
    this.#messages.leave();
    this.#masks.leave();
  }

  /** Checks after all. Never throws. */
  async checkAgain(): Promise<void> {
    this.stopped = false;
    await this.check();
  }

  /** The finding to begin with: the one that is open here, else the first one of the engagement. @throws ApiError */
  async firstFinding(opened: string | null): Promise<string | null> {
    if (opened !== null) return opened;
    const { rows } = await this.#api.call('list.query', { project: this.#project, query: '', sort: null });
    const [first] = decodeRows(rows);
    if (first === undefined) return null;
    const [row] = await this.#api.call('list.rows', { rows: [first] });
    return row?.id ?? null;
  }

  /** Gives up what is being asked for. */
  leave(): void {
    for (const list of [
      this.#editions,
      this.#themes,
      this.#wordTemplates,
      this.#rounds,
      this.#masks,
      this.#messages,
      this.#selected,
    ])
      list.leave();
  }
}

const listsOf = sessionPart({ make: () => new ByEngagement<ReportLists>() });

/** What this window knows of an engagement's reports; shown at once when the screen is shown again. */
export function reportListsOf(api: Api, project: string): ReportLists {
  return listsOf(api).of(project, () => new ReportLists(api, project));
}
