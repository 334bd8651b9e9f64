import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { Verdict } from '#contract/value-lists.ts';
import { createSerial } from '#domain/base/serial.ts';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { AutoSave } from '#renderer/session/unsaved/autosave.svelte.ts';
import type { FieldChange } from '#renderer/session/unsaved/drafts.ts';
import { SavesByName } from '#renderer/session/unsaved/saves-by-name.ts';

const members = ['text', 'who', 'at'] as const;
type Member = (typeof members)[number];

/** Words of a verdict; `at` is a day, never empty. */
export type VerdictDraft = Partial<Record<Member, string>>;

/** One member of the words of a round: what is saved by itself. */
type WordField = `${number} ${Member}`;

/** What the rounds of retests say of one finding, and what is typed there and not saved yet. */
export class Verdicts {
  readonly #api: Api;
  readonly #id: string;
  readonly #project: string;
  readonly #onUnused: (words: string) => void;
  readonly #saves: AutoSave<WordField, string, readonly FindingRound[]>;
  /** Views that show it: with none, nobody hears what other windows do to the verdicts. */
  #views = 0;
  /** One after the other: verdicts that are given, cleared and brought back. */
  readonly #serial = createSerial();
  /** The verdict that is on its way: words that are typed meanwhile go with it. */
  #changing: Promise<unknown> | null = null;
  /** Whether the store may have other verdicts than `rounds` tells. */
  #isDoubted = false;
  #changes = 0;
  /** What was set last from here, while it can be undone. */
  setting = $state.raw<number | null>(null);

  /** @param onUnused hears words whose verdict was taken away elsewhere while they were typed */
  constructor(
    api: Api,
    of: { readonly id: string; readonly project: string },
    onUnused: (words: string) => void,
  ) {
    this.#api = api;
    this.#onUnused = onUnused;
    this.#id = of.id;
    this.#project = of.project;
    this.#saves = new AutoSave({
      fields: {
        read: (rounds, field) => givenIn(rounds, field)?.[memberOf(field)],
        write: withWord,
        has: (rounds, field) => givenIn(rounds, field) !== null,
        isSame: (one, other) => one === other,
      },
      open: () => this.#read(),
      save: async ([change]) => {
        if (change !== undefined) await this.#save(change);
      },
      gone: (words) => {
        const typed = words.filter((one) => one.trim() !== '');
        if (typed.length > 0) this.#onUnused(typed.join('\n'));
      },
    });
  }

  /** Null until the program answered. */
  get rounds(): readonly FindingRound[] | null {
    return this.#saves.view;
  }

  /** Why something cannot be shown or is not saved yet. */
  get failure(): string | null {
    const trouble = [...this.#saves.troubles.values()].find(({ code }) => code !== 'outdated');
    if (trouble === undefined) return this.#saves.failure;
    return `Retest text not saved yet. ${trouble.message}`;
  }

  get unsaved(): readonly WordField[] {
    return this.#saves.unsaved;
  }

  get isSending(): boolean {
    return this.#saves.isSending;
  }

  /** Asks again; an answer that is older than what is known is dropped. */
  refresh(): Promise<void> {
    return this.#saves.refresh();
  }

  /** The words of a round as the user sees them: what they type, else what is kept. */
  wordsOf({ number, given }: FindingRound): Required<VerdictDraft> {
    const shown = (member: Member): string =>
      this.#saves.draft(`${number} ${member}`)?.value ?? given?.[member] ?? '';
    return { text: shown('text'), who: shown('who'), at: shown('at') };
  }

  /** What another window wrote of words that are typed here; null if nothing. */
  elsewhereOf({ number }: FindingRound): VerdictDraft | null {
    const theirs: VerdictDraft = {};
    for (const field of this.#elsewhereIn(number))
      theirs[memberOf(field)] = this.#saves.draft(field)?.elsewhere?.value ?? '';
    return Object.keys(theirs).length === 0 ? null : theirs;
  }

  #elsewhereIn(round: number): readonly WordField[] {
    return fieldsOf(round).filter((field) => (this.#saves.draft(field)?.elsewhere ?? null) !== null);
  }

  /** Puts the user's words in the place of those that another window wrote. */
  keepMine({ number }: FindingRound): void {
    for (const field of this.#elsewhereIn(number)) this.#saves.keepMine(field);
  }

  /** Takes the words that another window wrote; the user's go. */
  takeTheirs({ number }: FindingRound): void {
    for (const field of this.#elsewhereIn(number)) this.#saves.drop(field);
  }

  /** Whether words of a round are on this page alone. */
  isTyped(round: number): boolean {
    return fieldsOf(round).some((field) => this.#saves.draft(field) !== null);
  }

  /** Gives a verdict. @throws ApiError */
  give(round: number, verdict: Verdict): Promise<void> {
    return this.#change(async () => {
      const input = { project: this.#project, round, ids: [this.#id], verdict };
      const { setting } = await this.#api.call('verdict.set', input);
      if (setting !== null) this.setting = setting;
      this.#show(round, (given) => given && { ...given, verdict });
    });
  }

  /** Takes the verdict of a round away. @throws ApiError */
  clear(round: number): Promise<void> {
    return this.#change(async () => {
      const input = { project: this.#project, round, ids: [this.#id] };
      const { setting } = await this.#api.call('verdict.clear', input);
      this.setting = setting;
      this.#show(round, () => null);
    });
  }

  /** Undoes what was set last from here. @throws ApiError */
  undo(): Promise<void> {
    return this.#change(async () => {
      const { setting } = this;
      if (setting === null) return;
      this.setting = null;
      await this.#api.call('verdict.undo', { project: this.#project, setting });
    });
  }

  /** The user typed on at the words of a verdict; they are saved soon. */
  type(round: number, words: VerdictDraft): void {
    for (const member of members) {
      const value = words[member];
      if (value !== undefined) this.#saves.type(`${round} ${member}`, value);
    }
  }

  /** Saves the words at once. What cannot be saved stays, is told in `failure` and tried again. */
  async saveNow(): Promise<void> {
    await this.#saves.saveNow();
  }

  /** The page goes: what is typed is sent at once. */
  hide(): void {
    this.#saves.leave();
  }

  /** A view shows it. */
  enter(): void {
    this.#views += 1;
  }

  /** Not shown any more: what is typed is saved, and tried again for as long as it cannot be. */
  close(): void {
    this.#views -= 1;
    void this.#saves.saveNow().then(() => verdictsBy(this.#api).leave(this.#id));
  }

  /** What is typed before a change of a verdict is saved before it. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.#serial.inTurn(async () => {
      await this.#saves.saveNow();
      // Without an answer, too, the store may have been changed.
      this.#isDoubted = true;
      this.#changes += 1;
      const changing = this.#saves.change(work);
      this.#changing = changing;
      try {
        await changing;
      } finally {
        this.#changing = null;
      }
      await this.refresh();
    });
  }

  /** Shows what was set until the next answer. */
  #show(round: number, given: (before: FindingRound['given']) => FindingRound['given']): void {
    this.#saves.show(
      (this.rounds ?? []).map((one) => (one.number === round ? { ...one, given: given(one.given) } : one)),
    );
  }

  async #read(): Promise<readonly FindingRound[]> {
    const changes = this.#changes;
    const rounds = await this.#api.call('finding.verdicts', { id: this.#id });
    if (changes === this.#changes) this.#isDoubted = false;
    return rounds;
  }

  /** Words are saved with their verdict. If nothing is shown, another window may have cleared it: they would set it again. */
  async #save({ field, value, seen }: FieldChange<WordField, string>): Promise<void> {
    if (this.#changing !== null) await this.#changing.catch(() => undefined);
    const known = this.#isDoubted || this.#views === 0 ? await this.#read() : (this.rounds ?? []);
    const verdict = givenIn(known, field)?.verdict;
    if (verdict === undefined) throw new ApiError('not-found', 'The verdict was taken away.');
    const { setting } = await this.#api.call('verdict.set', {
      project: this.#project,
      round: roundOf(field),
      ids: [this.#id],
      verdict,
      ...Object.fromEntries([[memberOf(field), value]]),
      seen: Object.fromEntries([[memberOf(field), [seen.value ?? '']]]),
    });
    if (setting !== null) this.setting = setting;
  }
}

const verdictsBy = sessionPart({
  make: () => new SavesByName<Verdicts>(),
  isUnsaved: (verdicts) => verdicts.isUnsaved,
});

/** The verdicts of a finding, to be shown until they are closed; what is typed in them outlives a lock. */
export function openVerdicts(...[api, of, onUnused]: ConstructorParameters<typeof Verdicts>): Verdicts {
  const verdicts = verdictsBy(api).enter(of.id, () => new Verdicts(api, of, onUnused));
  verdicts.enter();
  return verdicts;
}

function fieldsOf(round: number): readonly WordField[] {
  return members.map((member): WordField => `${round} ${member}`);
}

function roundOf(field: WordField): number {
  return Number.parseInt(field, 10);
}

function memberOf(field: WordField): Member {
  return members.find((member) => field.endsWith(member)) ?? 'text';
}

function givenIn(rounds: readonly FindingRound[], field: WordField): FindingRound['given'] {
  return rounds.find(({ number }) => number === roundOf(field))?.given ?? null;
}

function withWord(rounds: readonly FindingRound[], field: WordField, value: string): readonly FindingRound[] {
  return rounds.map((one) =>
    one.number === roundOf(field) && one.given !== null
      ? { ...one, given: { ...one.given, ...Object.fromEntries([[memberOf(field), value]]) } }
      : one,
  );
}
