import type {
  ActivityEntry,
  ActivityKind,
  ActivityOutcome,
  CreditSum,
  SentSitting,
} from '#contract/procedures/program/activity.ts';
import { foldedLines, type ActivityLine } from './folded-lines.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';

/** So many are fetched at once (`maxActivityAtOnce` of the contract). */
const page = 100;

/** What the person looks for. */
export interface ActivityAsk {
  readonly words: string;
  readonly kind: ActivityKind | null;
  readonly outcome: ActivityOutcome | null;
  /** Only what is at most so many days old; null for all. */
  readonly days: number | null;
}

/** Lets everything through. */
export const everything: ActivityAsk = { words: '', kind: null, outcome: null, days: null };

/** Everything that was sent in this person's name: what is looked for, the rows in view, and the one that is open. */
export class Activity {
  readonly #api: Pick<Api, 'call'>;
  ask = $state.raw<ActivityAsk>(everything);
  loaded = $state.raw(false);
  /** Why it could not be asked, in the program's words. */
  failure = $state.raw<string | null>(null);
  /** How many there are that are looked for, and of how many. */
  total = $state.raw(0);
  all = $state.raw(0);
  /** The credits of all that is looked for; null if no answer named any. */
  credits = $state.raw<CreditSum | null>(null);
  #sittings = $state.raw<readonly SentSitting[]>([]);
  /** Sittings that the user folded or unfolded, by when they began. */
  #toggled = $state.raw<ReadonlySet<string>>(new Set());
  /** The name of the chosen entry, or when the chosen sitting began; null before anything was chosen. */
  cursor = $state.raw<string | null>(null);
  #pages = $state.raw<ReadonlyMap<number, readonly ActivityEntry[]>>(new Map());
  #view = { first: 0, end: 0 };
  #turn = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  /** Whether less than everything is looked for. */
  readonly isFiltered = $derived.by(() => {
    const { words, kind, outcome, days } = this.ask;
    return words !== '' || kind !== null || outcome !== null || days !== null;
  });
  /** The chosen entry, if it is among those that were fetched. */
  readonly chosen = $derived.by(
    () => [...this.#pages.values()].flat().find(({ key }) => key === this.cursor) ?? null,
  );
  /** What stands on each line: sittings of several entries have a heading, and can be folded. */
  readonly #folded = $derived(
    foldedLines(this.#sittings, (sitting, at) => this.#isOpen(sitting, at) || sitting.entries === 1),
  );
  /** How many lines there are. */
  readonly lines = $derived(this.#folded.length);
  /** The line of the cursor, -1 if it is on none that was fetched. */
  readonly line = $derived(
    this.#folded.findIndex((line) =>
      line.kind === 'sitting'
        ? line.sitting.since === this.cursor
        : this.cursor !== null && this.#entryAt(line.at)?.key === this.cursor,
    ),
  );

  /** What stands on a line; null if there is none. */
  lineAt(line: number): ActivityLine | null {
    return this.#folded[line] ?? null;
  }

  /** The entry on a line; null if it has not come yet, or a heading stands there. */
  at(line: number): ActivityEntry | null {
    const shown = this.#folded[line];
    return shown?.kind === 'entry' ? this.#entryAt(shown.at) : null;
  }

  /** Shows the entries of the sitting on a line or around it, or hides them; the cursor is on its heading then. */
  fold(line: number, fold: boolean): void {
    const from = this.#folded.findLastIndex((one, at) => at <= line && one.kind === 'sitting');
    const heading = this.#folded[from];
    if (heading?.kind !== 'sitting' || heading.open !== fold) return;
    const { since, entries } = heading.sitting;
    if (line > from + entries) return;
    this.#toggled = this.#toggled.symmetricDifference(new Set([since]));
    if (fold) this.cursor = since;
  }

  #isOpen({ since }: SentSitting, at: number): boolean {
    return (this.isFiltered || at === 0) !== this.#toggled.has(since);
  }

  #entryAt(at: number): ActivityEntry | null {
    return this.#pages.get(Math.floor(at / page))?.[at % page] ?? null;
  }

  /** Looks for something else; the newest of it is chosen. */
  async find(ask: Partial<ActivityAsk>): Promise<void> {
    this.ask = { ...this.ask, ...ask };
    this.cursor = null;
    this.#view = { first: 0, end: 0 };
    await this.again();
  }

  /** Asks again for what is in view; what is shown stays until the answer is there. */
  async again(): Promise<void> {
    const turn = ++this.#turn;
    const shown = this.#folded[this.line];
    const numbers = [...this.#wanted(), ...(shown?.kind === 'entry' ? [Math.floor(shown.at / page)] : [])];
    try {
      const answers = await Promise.all([...new Set(numbers)].map((number) => this.#fetch(number)));
      if (turn !== this.#turn) return;
      this.#pages = new Map(answers.map(({ number, entries }) => [number, entries]));
      this.total = answers[0]?.total ?? 0;
      this.all = answers[0]?.all ?? 0;
      this.credits = answers[0]?.credits ?? null;
      this.#sittings = answers[0]?.sittings ?? [];
      this.loaded = true;
      this.failure = null;
      if (this.line === -1) this.cursor = this.#entryAt(this.#entryIn(this.#view.first))?.key ?? null;
      // The view may have moved on while it was asked for what was in view then.
      await this.#more(this.#wanted());
    } catch (thrown) {
      if (turn === this.#turn && !wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    }
  }

  /** The list is about to show these lines. */
  show(first: number, end: number): void {
    this.#view = { first, end };
    if (this.loaded) void this.#more(this.#wanted());
  }

  /** Moves the cursor by so many lines. */
  async move(by: number): Promise<void> {
    const to = Math.max(0, Math.min(this.lines - 1, this.line + by));
    await this.#more([Math.floor(this.#entryIn(to) / page)]);
    const shown = this.#folded[to];
    if (shown?.kind === 'sitting') this.to(shown.sitting.since);
    else this.to(this.at(to)?.key ?? this.cursor);
  }

  /** Puts the cursor on an entry, or on the heading of a sitting. */
  to(key: string | null): void {
    this.cursor = key;
  }

  /** The file that everything looked for makes. */
  async export(
    format: 'csv' | 'json',
    titles: boolean,
  ): Promise<{ readonly name: string; readonly text: string }> {
    return this.#api.call('activity.export', { ...this.#filter(), format, titles });
  }

  #wanted(): number[] {
    const { first, end } = this.#view;
    const seen = this.#folded.slice(first, end).flatMap((line) => (line.kind === 'entry' ? [line.at] : []));
    return [...new Set([this.#entryIn(first), ...seen].map((at) => Math.floor(at / page)))];
  }

  /** The first entry on a line or behind it. */
  #entryIn(line: number): number {
    const behind = this.#folded.find((one, at) => at >= line && one.kind === 'entry');
    return behind?.kind === 'entry' ? behind.at : 0;
  }

  async #more(numbers: readonly number[]): Promise<void> {
    const turn = this.#turn;
    const missing = numbers.filter((number) => !this.#pages.has(number) && number * page < this.total);
    if (missing.length === 0) return;
    try {
      const answers = await Promise.all(missing.map((number) => this.#fetch(number)));
      if (turn !== this.#turn) return;
      this.#pages = new Map([
        ...this.#pages,
        ...answers.map(({ number, entries }) => [number, entries] as const),
      ]);
    } catch (thrown) {
      if (!wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    }
  }

  async #fetch(number: number): Promise<{
    readonly number: number;
    readonly entries: readonly ActivityEntry[];
    readonly total: number;
    readonly all: number;
    readonly sittings: readonly SentSitting[];
    readonly credits: CreditSum | null;
  }> {
    const ask = { ...this.#filter(), from: number * page, count: page };
    return { number, ...(await this.#api.call('activity.list', ask)) };
  }

  #filter(): { words: string; kind?: ActivityKind; outcome?: ActivityOutcome; since?: string } {
    const { words, kind, outcome, days } = this.ask;
    return {
      words,
      ...(kind === null ? {} : { kind }),
      ...(outcome === null ? {} : { outcome }),
      ...(days === null ? {} : { since: new Date(Date.now() - days * 86_400_000).toISOString() }),
    };
  }
}
