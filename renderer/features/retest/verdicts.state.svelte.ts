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

/** Words that are only on this page, and for each what it may write over: what was seen, and what was sent since. */
interface HeldWords {
  readonly words: VerdictDraft;
  readonly seen: { readonly [M in keyof VerdictDraft]?: readonly string[] };
}

const members = ['text', 'who', 'at'] as const;
/** So many values of one member that were sent are remembered. */
const maxSent = 10;

/** Words that are only on this page, by window, finding and round: a lock takes none, and the next view of the finding shows them. */
const draftsOf = sessionPart({
  make: () => new SvelteMap<string, HeldWords>(),
  isUnsaved: (drafts) => drafts.size > 0,
});

/** What the rounds of retests say of one finding, and what is typed there and not saved yet. */
export class Verdicts {
  readonly #api: Api;
  readonly #id: string;
  readonly #project: string;
  readonly #inVain: (words: string) => void;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #drafts: SvelteMap<string, HeldWords>;
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
    return { ...keptIn(given), ...this.#draftOf(number) };
  }

  /** What another window wrote of words that are typed here; null if nothing. Nothing is saved until the user has answered. */
  elsewhereOf({ number, given }: FindingRound): VerdictDraft | null {
    const held = this.#drafts.get(this.#nameOf(number));
    if (held === undefined || given === null) return null;
    const kept = keptIn(given);
    const other = members.filter((member) => {
      const mine = held.words[member];
      return mine !== undefined && ![mine, ...(held.seen[member] ?? [])].includes(kept[member]);
    });
    return other.length === 0 ? null : Object.fromEntries(other.map((member) => [member, kept[member]]));
  }

  /** Puts the user's words in the place of those that another window wrote. */
  async keepMine(round: FindingRound): Promise<void> {
    const held = this.#drafts.get(this.#nameOf(round.number));
    const theirs = this.elsewhereOf(round);
    if (held === undefined || theirs === null) return;
    this.#drafts.set(this.#nameOf(round.number), { words: held.words, seen: withSeen(held.seen, theirs) });
    await this.save(round.number);
  }

  /** Takes the words that another window wrote; the user's go. */
  async takeTheirs(round: FindingRound): Promise<void> {
    const held = this.#drafts.get(this.#nameOf(round.number));
    const theirs = this.elsewhereOf(round);
    if (held === undefined || theirs === null) return;
    const words = Object.fromEntries(Object.entries(held.words).filter(([member]) => !(member in theirs)));
    if (Object.keys(words).length === 0) this.#drafts.delete(this.#nameOf(round.number));
    else this.#drafts.set(this.#nameOf(round.number), { words, seen: held.seen });
    await this.save(round.number);
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
    const held = this.#drafts.get(this.#nameOf(round));
    const shown = keptIn(this.rounds?.find(({ number }) => number === round)?.given ?? null);
    const fresh = members.filter((member) => member in words && held?.seen[member] === undefined);
    const seen = { ...held?.seen, ...Object.fromEntries(fresh.map((member) => [member, [shown[member]]])) };
    this.#drafts.set(this.#nameOf(round), { words: { ...held?.words, ...words }, seen });
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
      const shown = this.rounds?.find(({ number }) => number === round);
      const verdict = shown?.given?.verdict;
      if (draft === undefined || shown === undefined || verdict === undefined) return;
      if (this.elsewhereOf(shown) !== null) return;
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
      // They are told beside the user's as soon as they are read.
      if (code === 'outdated') {
        await this.refresh();
        const again = this.rounds?.find(({ number }) => number === round);
        if (again !== undefined && this.elsewhereOf(again) === null) this.#saveIn(restMs, round);
        return;
      }
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
    const held = this.#drafts.get(this.#nameOf(round));
    const seen = held?.words === words ? held.seen : {};
    // Before they are sent: the answer may be lost, or come behind that of the next ones.
    if (held?.words === words) this.#drafts.set(this.#nameOf(round), { words, seen: withSeen(seen, words) });
    const input = {
      ...{ project: this.#project, round, ids: [this.#id], verdict },
      seen: Object.fromEntries(
        members.flatMap((member) => (seen[member] === undefined ? [] : [[member, [...seen[member]]]])),
      ),
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
    return this.#drafts.get(this.#nameOf(round))?.words;
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

function keptIn(given: FindingRound['given']): Required<VerdictDraft> {
  return { text: given?.text ?? '', who: given?.who ?? '', at: given?.at ?? '' };
}

/** The first value seen and the newest ones: more than a few are on their way at once only if the program takes none. */
function withSeen(seen: HeldWords['seen'], words: VerdictDraft): HeldWords['seen'] {
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = words[member];
      const [first, ...others] = seen[member] ?? [];
      const known = first === undefined ? [] : [first, ...others.slice(-maxSent)];
      return value === undefined && known.length === 0
        ? []
        : [[member, [...new Set([...known, ...(value === undefined ? [] : [value])])]]];
    }),
  );
}
