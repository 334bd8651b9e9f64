import { failureOf, type ApiError } from '#renderer/api/api.ts';
import {
  arrived,
  dropped,
  due,
  insisted,
  keptBack,
  opened,
  outgoing,
  refused,
  retried,
  saved,
  sent,
  shownIn,
  typed,
  waitsForUser,
  type FieldChange,
  type Draft,
  type DraftFields,
  type DraftState,
  type SaveTrouble,
} from './drafts.ts';

/** A change is saved this long after the last key. */
export const restMs = 400;
/** What the store could not take (it is full, locked, busy) is tried again after this time. */
export const retryMs = 3_000;

/** Time, as saving needs it. */
export interface SaveClock {
  nowMs(): number;
  /** @returns cancels it */
  after(ms: number, run: () => void): () => void;
}

const pageClock: SaveClock = {
  nowMs: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** What is saved as it is typed, and how. */
export interface AutoSaveParts<F, V, View> {
  readonly fields: DraftFields<F, V, View>;
  /** Reads what is stored. @throws ApiError */
  readonly open: () => Promise<View>;
  /** Writes one field, or those that are judged together. @throws ApiError `outdated` over a value that was not seen */
  readonly save: (changes: readonly FieldChange<F, V>[]) => Promise<unknown>;
  /** What the user reads of a failure beside the field; without it, the program's words. */
  readonly wordsOf?: (failure: ApiError, field: F) => string;
  /** The store has a field. */
  readonly saved?: (field: F) => void;
  /** The store no longer has what a field belongs to: what was typed in it can be saved nowhere, and is let go of. */
  readonly gone?: (values: readonly V[]) => void;
  /** It could not be read again. */
  readonly unread?: (thrown: unknown) => void;
  /** How long after the last key a change is saved (milliseconds). */
  readonly restMs?: number;
  readonly clock?: SaveClock;
}

/**
 * Saves fields as they are typed, each by itself, and reads them again when something changed. It decides when; what
 * becomes of drafts is decided by `drafts.ts`. Failures are kept in the drafts and tried again.
 */
export class AutoSave<F, V, View> {
  readonly #parts: AutoSaveParts<F, V, View>;
  readonly #clock: SaveClock;
  readonly #restMs: number;
  #state = $state.raw<DraftState<F, V, View> | null>(null);
  #failure = $state.raw<string | null>(null);
  #stopTimer: (() => void) | null = null;
  #opening: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  /** What is asked for to send what is typed: saves, and readings before them. */
  readonly #working = new Set<Promise<void>>();
  /** Counts what was written: a reading asked for before that is older than what the user sees. */
  #writes = 0;
  /** So many changes of what is not typed are on their way. */
  #changing = 0;

  constructor(parts: AutoSaveParts<F, V, View>) {
    this.#parts = parts;
    this.#clock = parts.clock ?? pageClock;
    this.#restMs = parts.restMs ?? restMs;
  }

  // Getters, not `$derived`: what could not be saved outlives the component that made it.
  /** As it was read last, with what was saved since; null until it was read. */
  get view(): View | null {
    return this.#state?.view ?? null;
  }

  /** Fields of which something is only on this page. */
  get unsaved(): readonly F[] {
    return [...(this.#state?.drafts.keys() ?? [])];
  }

  get isSending(): boolean {
    return this.#state !== null && this.#state.sending.size > 0;
  }

  get savedAtMs(): number | null {
    return this.#state?.savedAtMs ?? null;
  }

  /** Why it could not be read, or read again; null while all is well. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Fields that are not saved as they are, and why. */
  get troubles(): ReadonlyMap<F, SaveTrouble> {
    const drafts = [...(this.#state?.drafts ?? [])];
    return new Map(drafts.flatMap(([field, { trouble }]) => (trouble === null ? [] : [[field, trouble]])));
  }

  /** What the field shows now. */
  shown(field: F): V | undefined {
    return this.#state === null ? undefined : shownIn(this.#state, field);
  }

  draft(field: F): Draft<V> | null {
    return this.#state?.drafts.get(field) ?? null;
  }

  /** Reads for the first time; a caller that asks while that is under way waits for the same. @throws ApiError */
  async open(): Promise<void> {
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    await this.#opening;
  }

  async #open(): Promise<void> {
    this.#state = opened(await this.#parts.open(), this.#parts.fields);
    this.#failure = null;
  }

  /** The user changed a field; it is saved soon. */
  type(field: F, value: V): void {
    if (this.#state === null) return;
    this.#state = typed(this.#state, field, value);
    this.#wait(this.#restMs);
  }

  /** The user gives up what they typed in a field. */
  drop(field: F): void {
    if (this.#state !== null) this.#state = dropped(this.#state, field);
  }

  /** The user keeps what they typed in a field over what was written elsewhere. */
  keepMine(field: F): void {
    if (this.#state === null) return;
    this.#state = insisted(this.#state, field);
    this.#sendDue();
  }

  /**
   * Saves at once what can be saved: a field was left, the view closes, the page hides.
   * @returns whether all that was typed is in the store
   */
  async saveNow(): Promise<boolean> {
    this.#retry();
    // What was typed while a field was on its way goes in a second round.
    while (this.#working.size > 0) {
      await Promise.all(this.#working);
      this.#sendDue();
    }
    return this.unsaved.length === 0;
  }

  /** The page goes: sends all at once, also what was typed over a save that is under way. */
  leave(): void {
    if (this.#state === null) return;
    this.#retry();
    for (const [field, { value }] of this.#state.sending) {
      const draft = this.#state.drafts.get(field);
      if (draft !== undefined && !this.#state.fields.isSame(draft.value, value)) this.#send([field]);
    }
  }

  /** Reads again because something in the store changed; behind a save that is on its way. */
  async refresh(): Promise<void> {
    this.#readAgain = true;
    if (!this.#isWriting) this.#reading ??= this.#read();
    await this.#reading;
  }

  /** Changes something of the view that is not typed. A reading that was asked for before its end is older. @throws ApiError */
  async change<T>(work: () => Promise<T>): Promise<T> {
    this.#writes += 1;
    this.#changing += 1;
    try {
      return await work();
    } finally {
      this.#changing -= 1;
      this.#writes += 1;
      this.#readIfAsked();
    }
  }

  get #isWriting(): boolean {
    return this.isSending || this.#changing > 0;
  }

  #readIfAsked(): void {
    if (this.#readAgain) void this.refresh();
  }

  /**
   * Takes on a view that is newer than any reading.
   * @param isWritten whether this window has just written it
   */
  take(view: View, isWritten = false): void {
    if (this.#state === null) return;
    const next = arrived(this.#state, view);
    const isStored = isWritten || next.drafts.size < this.#state.drafts.size;
    this.#state = isStored ? { ...next, savedAtMs: this.#clock.nowMs() } : next;
    const { has } = next.fields;
    this.#letGo(this.unsaved.filter((field) => has?.(view, field) === false));
  }

  /** Shows a view ahead of the store; what is typed stays as it is. */
  show(view: View): void {
    this.#state = this.#state === null ? opened(view, this.#parts.fields) : { ...this.#state, view };
  }

  #letGo(fields: readonly F[]): void {
    const values = fields.flatMap((field) => {
      const draft = this.draft(field);
      return draft === null ? [] : [draft.value];
    });
    if (values.length === 0 || this.#parts.gone === undefined) return;
    for (const field of fields) this.drop(field);
    this.#parts.gone(values);
  }

  #wait(ms: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#clock.after(ms, () => this.#retry());
  }

  #retry(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#state !== null) this.#state = retried(this.#state);
    this.#sendDue();
  }

  /** One call for each field: what is refused or late in one must not keep back the others. */
  #sendDue(): void {
    let isDoubtful = false;
    for (const field of this.#state === null ? [] : due(this.#state)) {
      if (this.#state === null || !due(this.#state).includes(field)) continue;
      const fields = outgoing(this.#state, field);
      // Sent over what the user saw before a save that was not answered, it could count as no change.
      if (fields.some((one) => this.draft(one)?.doubted != null)) isDoubtful = true;
      else this.#send(fields);
    }
    if (isDoubtful && !this.#isWriting) this.#work(this.#readDoubted());
  }

  #send(fields: readonly F[]): void {
    if (this.#state === null) return;
    this.#state = fields.reduce((state, field) => sent(state, field), this.#state);
    const { sending } = this.#state;
    const changes = fields.flatMap((field) => sending.get(field) ?? []);
    this.#work(this.#write(changes));
  }

  async #write(changes: readonly FieldChange<F, V>[]): Promise<void> {
    this.#writes += 1;
    /** What was sent since in the same field answers for it. */
    const last = (): readonly FieldChange<F, V>[] =>
      changes.filter((change) => this.#state?.sending.get(change.field) === change);
    try {
      await this.#parts.save(changes);
      for (const change of last()) {
        if (this.#state !== null) this.#state = saved(this.#state, change, this.#clock.nowMs());
        this.#parts.saved?.(change.field);
      }
    } catch (error) {
      const failure = failureOf(error);
      for (const change of last()) {
        if (this.#state !== null)
          this.#state = refused(this.#state, change, this.#told(failure, change.field));
      }
      if (failure.code === 'not-found') this.#letGo(changes.map(({ field }) => field));
      // The other value is shown beside the user's as soon as it is read.
      if (failure.code === 'outdated') this.#readAgain = true;
    }
    this.#writes += 1;
    this.#readIfAsked();
    // What was typed while its field was on its way may have had its time before that arrived.
    if (this.#stopTimer === null) this.#sendDue();
    this.#waitIfStuck();
  }

  async #readDoubted(): Promise<void> {
    await this.refresh();
    this.#sendDue();
    this.#waitIfStuck();
  }

  #waitIfStuck(): void {
    const isStuck = [...this.troubles.values()].some(({ code }) => !waitsForUser.has(code));
    if (isStuck && this.#stopTimer === null) this.#wait(retryMs);
  }

  async #read(): Promise<void> {
    while (this.#readAgain && !this.#isWriting) {
      this.#readAgain = false;
      const writes = this.#writes;
      try {
        const view = await this.#parts.open();
        this.#failure = null;
        // Something was saved meanwhile: this reading may be older than what the user sees.
        if (writes !== this.#writes) this.#readAgain = true;
        else if (this.#state === null) this.#state = opened(view, this.#parts.fields);
        else this.take(view);
      } catch (error) {
        this.#takeUnread(error);
      }
    }
    this.#reading = null;
    // What kept a field back may be over with what was read.
    if (this.#state !== null && due(this.#state).length > 0 && this.#stopTimer === null)
      this.#wait(this.#restMs);
  }

  #takeUnread(error: unknown): void {
    const failure = failureOf(error);
    for (const field of this.unsaved) {
      if (this.#state !== null && this.draft(field)?.doubted != null)
        this.#state = keptBack(this.#state, field, this.#told(failure, field));
    }
    if (failure.code === 'not-found') this.#letGo(this.unsaved);
    this.#failure = failure.message;
    this.#parts.unread?.(error);
  }

  #told(failure: ApiError, field: F): SaveTrouble {
    return { code: failure.code, message: this.#parts.wordsOf?.(failure, field) ?? failure.message };
  }

  #work(work: Promise<void>): void {
    const one = work.finally(() => this.#working.delete(one));
    this.#working.add(one);
  }
}
