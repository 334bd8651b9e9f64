import { SvelteMap } from 'svelte/reactivity';
import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { Verdict } from '#contract/value-lists.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { restMs, retryMs } from '#renderer/session/unsaved/autosave.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';

/** Words of a verdict that are only on this page. */
export interface VerdictDraft {
  readonly text?: string;
  readonly who?: string;
  /** A day; never empty. */
  readonly at?: string;
}

/** Words that are only on this page, by window, finding and round: a lock takes none, and the next view of the finding shows them. */
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
  readonly #answers = new SequenceGuard();
  #closed = false;
  /** One after the other: words are saved with the verdict that the one before has set. */
  #last: Promise<unknown> = Promise.resolve();
  /** Whether the store may have other verdicts than `rounds` tells. */
  #isDoubted = false;
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

  /** Asks again; an answer that is older than what is known is dropped. */
  async refresh(): Promise<void> {
    const turn = this.#answers.ask();
    try {
      await this.#read(turn);
    } catch (error) {
      if (this.#answers.take(turn)) this.failure = failureOf(error).message;
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
  give(round: number, verdict: Verdict): Promise<void> {
    return this.#next(async () => {
      clearTimeout(this.#timers.get(round));
      const typed = this.#draftOf(round);
      try {
        await this.#set(round, verdict, typed ?? {});
      } catch (error) {
        // Words that were typed before are not forgotten with the verdict that could not be set.
        if (typed !== undefined) this.#saveIn(retryMs, round);
        throw error;
      }
      this.#kept(round, verdict, typed ?? {});
      await this.refresh();
    });
  }

  /** Takes the verdict of a round away. @throws ApiError */
  clear(round: number): Promise<void> {
    return this.#next(async () => {
      await this.#save(round);
      const input = { project: this.#project, round, ids: [this.#id] };
      const { setting } = await this.#write(() => this.#api.call('verdict.clear', input));
      this.setting = setting;
      await this.refresh();
    });
  }

  /** Takes back what was set last from here. @throws ApiError */
  undo(): Promise<void> {
    return this.#next(async () => {
      const { setting } = this;
      if (setting === null) return;
      this.setting = null;
      await this.#write(() => this.#api.call('verdict.undo', { project: this.#project, setting }));
      await this.refresh();
    });
  }

  /** The person typed on at the words of a verdict; they are saved soon. */
  type(round: number, words: VerdictDraft): void {
    this.#drafts.set(this.#nameOf(round), { ...this.#draftOf(round), ...words });
    this.#saveIn(restMs, round);
  }

  /** Saves the words of a round. What cannot be saved stays, is told in `failure` and tried again. */
  save(round: number): Promise<void> {
    return this.#next(() => this.#save(round));
  }

  /** Not shown any more: what is typed is saved, and tried again for as long as it cannot be. */
  close(): void {
    for (const round of this.#typed()) void this.save(round);
    this.#closed = true;
  }

  /** If nothing is shown, another window may have cleared the verdict: saving the words would set it again. */
  #saveAgain(round: number): Promise<void> {
    return this.#next(async () => {
      this.#isDoubted ||= this.#closed;
      await this.#save(round);
    });
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #read(turn: number): Promise<void> {
    const rounds = await this.#api.call('finding.verdicts', { id: this.#id });
    if (!this.#answers.take(turn)) return;
    this.rounds = rounds;
    this.#isDoubted = false;
    this.#letGo(rounds);
    if (this.#typed().length === 0) this.failure = null;
  }

  async #save(round: number): Promise<void> {
    clearTimeout(this.#timers.get(round));
    try {
      if (this.#isDoubted && this.#draftOf(round) !== undefined) await this.#read(this.#answers.ask());
      const draft = this.#draftOf(round);
      const verdict = this.rounds?.find(({ number }) => number === round)?.given?.verdict;
      if (draft === undefined || verdict === undefined) return;
      if (this.#isDoubted) {
        // A newer question failed meanwhile, so that the answer to the one above was dropped.
        this.#saveIn(retryMs, round);
        return;
      }
      await this.#set(round, verdict, draft);
      this.#kept(round, verdict, draft);
      this.failure = null;
      await this.refresh();
    } catch (error) {
      const { code, message } = failureOf(error);
      this.failure = `What you wrote about the retest is not saved yet. ${message}`;
      if (code !== 'not-found') this.#saveIn(retryMs, round);
      else if (this.#closed) this.#giveBack(round);
    }
  }

  /** Without an answer, too, the store may have been changed. An answer that was asked for before that is outdated. */
  async #write<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } finally {
      this.#answers.told();
      this.#isDoubted = true;
    }
  }

  async #set(round: number, verdict: Verdict, words: VerdictDraft): Promise<void> {
    const { text, who, at } = words;
    const input = {
      ...{ project: this.#project, round, ids: [this.#id], verdict },
      ...(text === undefined ? {} : { text }),
      ...(who === undefined ? {} : { who }),
      ...(at === undefined ? {} : { at }),
    };
    const { setting } = await this.#write(() => this.#api.call('verdict.set', input));
    if (setting !== null) this.setting = setting;
  }

  /** Shows what was set until the next answer: under an older text the editor would remove what is being typed. */
  #kept(round: number, verdict: Verdict, words: VerdictDraft): void {
    this.rounds =
      this.rounds?.map((one) =>
        one.number === round && one.given !== null
          ? { ...one, given: { ...one.given, ...words, verdict } }
          : one,
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
