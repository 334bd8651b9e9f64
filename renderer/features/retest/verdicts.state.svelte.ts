import { SvelteMap } from 'svelte/reactivity';
import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { Verdict } from '#contract/value-lists.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { restMs, retryMs } from '#renderer/session/unsaved/autosave.ts';

/** Words of a verdict that are only on this page. */
export interface VerdictDraft {
  readonly text?: string;
  readonly who?: string;
  /** A day; never empty. */
  readonly at?: string;
}

/** Words that are only on this page, by window, finding and round: a lock takes none, and whoever shows the finding next shows them. */
const draftsOf = sessionPart({
  make: () => new SvelteMap<string, VerdictDraft>(),
  isUnsaved: (drafts) => drafts.size > 0,
});

/** What the rounds of retests say of one finding, and what is typed there and not saved yet. */
export class Verdicts {
  readonly #api: Api;
  readonly #id: string;
  readonly #project: string;
  readonly #inVain: (words: string) => void;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #drafts: SvelteMap<string, VerdictDraft>;
  #closed = false;
  #asked = 0;
  /** Null until the program answered. */
  rounds = $state.raw<readonly FindingRound[] | null>(null);
  /** Why something cannot be shown or is not saved yet. */
  failure = $state.raw<string | null>(null);
  /** What was set last from here, while it can be taken back. */
  setting = $state.raw<number | null>(null);

  /** @param inVain is told of words whose verdict was taken away elsewhere while they were typed */
  constructor(
    api: Api,
    of: { readonly id: string; readonly project: string },
    inVain: (words: string) => void,
  ) {
    this.#api = api;
    this.#inVain = inVain;
    this.#drafts = draftsOf(api);
    this.#id = of.id;
    this.#project = of.project;
  }

  /** Asks again; the newest question wins. */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const rounds = await this.#api.call('finding.verdicts', { id: this.#id });
      if (asked !== this.#asked) return;
      this.rounds = rounds;
      this.#letGo(rounds);
      if (this.#typed().length === 0) this.failure = null;
    } catch (error) {
      if (asked === this.#asked) this.failure = failureOf(error).message;
    }
  }

  /** The words of a round as the person sees them: what they type, else what is kept. */
  wordsOf({ number, given }: FindingRound): Required<VerdictDraft> {
    const kept = { text: given?.text ?? '', who: given?.who ?? '', at: given?.at ?? '' };
    return { ...kept, ...this.#draftOf(number) };
  }

  /** Whether words of a round are on this page alone. */
  isTyped(round: number): boolean {
    return this.#draftOf(round) !== undefined;
  }

  /** Gives a verdict. @throws ApiError */
  async give(round: number, verdict: Verdict): Promise<void> {
    clearTimeout(this.#timers.get(round));
    const typed = this.#draftOf(round);
    try {
      await this.#set(round, verdict, typed ?? {});
    } catch (error) {
      // Words that were typed before are not forgotten with the verdict that could not be set.
      if (typed !== undefined) this.#saveIn(retryMs, round);
      throw error;
    }
    if (typed !== undefined) this.#kept(round, typed);
    await this.refresh();
  }

  /** Takes the verdict of a round away. @throws ApiError */
  async clear(round: number): Promise<void> {
    await this.save(round);
    const input = { project: this.#project, round, ids: [this.#id] };
    const { setting } = await this.#api.call('verdict.clear', input);
    this.setting = setting;
    await this.refresh();
  }

  /** Takes back what was set last from here. @throws ApiError */
  async undo(): Promise<void> {
    const { setting } = this;
    if (setting === null) return;
    this.setting = null;
    await this.#api.call('verdict.undo', { project: this.#project, setting });
    await this.refresh();
  }

  /** The person typed on at the words of a verdict; they are saved soon. */
  type(round: number, words: VerdictDraft): void {
    this.#drafts.set(this.#nameOf(round), { ...this.#draftOf(round), ...words });
    this.#saveIn(restMs, round);
  }

  /** Saves the words of a round at once. What cannot be saved stays, is told in `failure` and tried again. */
  async save(round: number): Promise<void> {
    clearTimeout(this.#timers.get(round));
    const draft = this.#draftOf(round);
    const verdict = this.rounds?.find(({ number }) => number === round)?.given?.verdict;
    if (draft === undefined || verdict === undefined) return;
    try {
      await this.#set(round, verdict, draft);
      this.#kept(round, draft);
      this.failure = null;
      await this.refresh();
    } catch (error) {
      const { code, message } = failureOf(error);
      this.failure = `What you wrote about the retest is not saved yet. ${message}`;
      if (code !== 'not-found') this.#saveIn(retryMs, round);
      else if (this.#closed) this.#giveBack(round);
    }
  }

  /** Not shown any more: what is typed is saved, and tried again for as long as it cannot be. */
  close(): void {
    for (const round of this.#typed()) void this.save(round);
    this.#closed = true;
  }

  /** Where nobody looks, the verdict may have been taken away meanwhile: saving the words would set it anew. */
  async #saveAgain(round: number): Promise<void> {
    if (this.#closed) await this.refresh();
    await this.save(round);
  }

  async #set(round: number, verdict: Verdict, words: VerdictDraft): Promise<void> {
    const { text, who, at } = words;
    const { setting } = await this.#api.call('verdict.set', {
      ...{ project: this.#project, round, ids: [this.#id], verdict },
      ...(text === undefined ? {} : { text }),
      ...(who === undefined ? {} : { who }),
      ...(at === undefined ? {} : { at }),
    });
    if (setting !== null) this.setting = setting;
  }

  /**
   * Words of a draft are in the store. Until the next answer tells so they are shown as kept, and an answer that was asked
   * for before is none: under an older text the editor would take away what is being typed.
   */
  #kept(round: number, words: VerdictDraft): void {
    this.#asked += 1;
    this.rounds =
      this.rounds?.map((one) =>
        one.number === round && one.given !== null ? { ...one, given: { ...one.given, ...words } } : one,
      ) ?? null;
    if (this.#draftOf(round) === words) this.#drafts.delete(this.#nameOf(round));
  }

  /** Words of a verdict that is not there any more can be kept nowhere. */
  #letGo(rounds: readonly FindingRound[]): void {
    for (const round of this.#typed()) {
      if (!rounds.some(({ number, given }) => number === round && given !== null)) this.#giveBack(round);
    }
  }

  #giveBack(round: number): void {
    const { text = '', who = '' } = this.#draftOf(round) ?? {};
    clearTimeout(this.#timers.get(round));
    this.#drafts.delete(this.#nameOf(round));
    const words = [text, who].filter((typed) => typed.trim() !== '');
    if (words.length > 0) this.#inVain(words.join('\n'));
  }

  #nameOf(round: number): string {
    return `${String(round)} ${this.#id}`;
  }

  #draftOf(round: number): VerdictDraft | undefined {
    return this.#drafts.get(this.#nameOf(round));
  }

  /** The rounds of which words are on this page alone. */
  #typed(): readonly number[] {
    return [...this.#drafts.keys()].flatMap((name) => {
      const round = Number.parseInt(name, 10);
      return name === this.#nameOf(round) ? [round] : [];
    });
  }

  #saveIn(ms: number, round: number): void {
    clearTimeout(this.#timers.get(round));
    this.#timers.set(
      round,
      setTimeout(() => void this.#saveAgain(round), ms),
    );
  }
}
