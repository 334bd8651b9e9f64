import type { Edition } from '#contract/procedures/deliverables/editions.ts';
import type { ReportFormat } from '#contract/deliverable/choices.ts';
import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '#renderer/api/api.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';
import { reportWorkOf, type ReportWork } from '../report.state.svelte.ts';
import { reportListsOf, type ReportLists } from '../report-lists.state.svelte.ts';
import { madeSaid } from '../option-strings.ts';
import { saveEdition } from '../save-report.ts';

/** The toast of a file that was saved. */
const topic = 'report-file';

/** What the person is asked before a report is made. */
export type ExportQuestion =
  | { readonly kind: 'draft'; readonly format: ReportFormat; readonly password: string | null }
  | {
      readonly kind: 'comments';
      readonly format: ReportFormat;
      readonly password: string | null;
      /** How many are printed. */
      readonly open: number;
    }
  | { readonly kind: 'password' };

/** The way from "Export" to a file: the questions before it, and what can be done with the file afterwards. */
export class ReportExport {
  readonly #api: Api;
  readonly #report: ReportWork;
  readonly #lists: ReportLists;
  readonly #notices: Notices;
  readonly #project: string;
  asked = $state.raw<ExportQuestion | null>(null);
  /** What was asked for before the check had answered: it is made then. */
  #wanted = $state.raw<{ readonly format: ReportFormat; readonly password: string | null } | null>(null);
  /** Files that editions were saved to from here, if they can be opened: by number. */
  readonly saved = new SvelteMap<number, string>();

  constructor({ api, notices }: { readonly api: Api; readonly notices: Notices }, project: string) {
    this.#api = api;
    this.#notices = notices;
    this.#report = reportWorkOf(api);
    this.#lists = reportListsOf(api, project);
    this.#project = project;
  }

  /** Whether a report can be begun: the check has answered, and none is being made. */
  get isReady(): boolean {
    return this.#lists.found !== null && this.#report.pace === null;
  }

  /** Whether a report is wanted that waits for the check. */
  get isWaiting(): boolean {
    return this.#wanted !== null;
  }

  /** Whether one can be asked for: none is being made, and none waits. */
  get mayBegin(): boolean {
    return this.#report.pace === null && !this.isWaiting;
  }

  /**
   * What is known to stop it is asked about before the person chooses a file; before the check has answered it waits
   * for that. @param password of a PDF; null for none
   */
  begin(format: ReportFormat, password: string | null = null): void {
    if (!this.mayBegin) return;
    this.#wanted = { format, password };
    const { found, stopped, failure } = this.#lists;
    if (found === null && (stopped || failure !== null)) void this.#lists.checkAgain();
    this.goOn();
  }

  /** The check was stopped, or has failed: nothing waits for it any more. */
  giveUp(): void {
    this.#wanted = null;
  }

  /** The check may have answered: what waited for it goes on. */
  goOn(): void {
    const wanted = this.#wanted;
    if (wanted === null || !this.isReady) return;
    this.#wanted = null;
    void this.#askComments(wanted.format, wanted.password);
  }

  /** The user has agreed that comments are printed. */
  withComments(): void {
    const { asked } = this;
    if (asked?.kind === 'comments') this.#askDraft(asked.format, asked.password);
  }

  async #askComments(format: ReportFormat, password: string | null): Promise<void> {
    try {
      const { settings } = await this.#api.call('report.settings', { project: this.#project });
      const open = settings.showComments === true ? await this.#openComments() : 0;
      if (open > 0) this.asked = { kind: 'comments', format, password, open };
      else this.#askDraft(format, password);
    } catch (thrown) {
      this.#notices.failed(thrown);
    }
  }

  async #openComments(): Promise<number> {
    const comments = await this.#api.call('comment.list', { project: this.#project });
    return comments.filter(({ finding, resolvedAt }) => finding !== null && resolvedAt === null).length;
  }

  #askDraft(format: ReportFormat, password: string | null): void {
    if ((this.#lists.found?.errors ?? 0) > 0) this.asked = { kind: 'draft', format, password };
    else void this.#make(format, password, false);
  }

  askPassword(): void {
    if (this.mayBegin) this.asked = { kind: 'password' };
  }

  /** Goes on although errors stand. */
  makeDraft(): void {
    const { asked } = this;
    if (asked?.kind === 'draft') void this.#make(asked.format, asked.password, true);
  }

  async #make(format: ReportFormat, password: string | null, force: boolean): Promise<void> {
    this.asked = null;
    const order = { project: this.#project, format, force, ...(password === null ? {} : { password }) };
    try {
      const made = await this.#report.export(order);
      if (made === 'none') return;
      if (made === 'errors') {
        this.asked = { kind: 'draft', format, password };
        return;
      }
      if (made.path !== null) this.saved.set(made.edition, made.path);
      this.#tell(made.path, [madeSaid(made), ...made.notices].join('\n'), made.notices.length > 0);
    } catch (thrown) {
      this.#notices.failed(thrown);
    }
  }

  /** Saves the file of an edition once more. Never throws. */
  async saveAgain({ edition, format, draft }: Edition): Promise<void> {
    try {
      const place = await saveEdition(this.#api, { project: this.#project, edition, format, draft });
      if (place === null) return;
      const { path } = place;
      if (path !== null) this.saved.set(edition, path);
      this.#tell(path, `Saved edition ${String(edition)} again (identical file).`, false);
    } catch (thrown) {
      this.#notices.failed(thrown);
    }
  }

  /** @param path null if the browser took it: it shows its downloads itself @param isLong whether it has to be read */
  #tell(path: string | null, text: string, isLong: boolean): void {
    if (path !== null) {
      const open = { label: 'Open', run: () => void this.open(path) };
      this.#notices.made(text, [open, { label: 'Show in folder', run: () => void this.show(path) }], topic);
    } else if (isLong) this.#notices.made(text, [], topic);
    else this.#notices.done(text, null, topic);
  }

  /** The screen is left: what was saved is told no longer. The editions still open it. */
  leave(): void {
    this.giveUp();
    this.#notices.end(topic);
  }

  /** Opens a file that was saved from here. Never throws. */
  async open(path: string): Promise<void> {
    try {
      await this.#api.call('shell.openReport', { path });
    } catch (thrown) {
      this.#notices.failed(thrown);
    }
  }

  /** Shows such a file in its folder. Never throws. */
  async show(path: string): Promise<void> {
    try {
      await this.#api.call('shell.showReport', { path });
    } catch (thrown) {
      this.#notices.failed(thrown);
    }
  }
}

const exportsOf = sessionPart({ make: () => new ByEngagement<ReportExport>() });

/** The exports of an engagement in this window: a question stays until it is answered, wherever the person goes. */
export function reportExportOf(
  shared: { readonly api: Api; readonly notices: Notices },
  project: string,
): ReportExport {
  return exportsOf(shared.api).of(project, () => new ReportExport(shared, project));
}
