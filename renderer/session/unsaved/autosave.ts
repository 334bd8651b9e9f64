import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { FindingView } from '#contract/window/window.ts';
import { failureOf, type Api, type ApiError } from '#renderer/api/api.ts';
import {
  arrived,
  dropped,
  due,
  insisted,
  isDoubted,
  keptBack,
  opened,
  refused,
  retried,
  saved,
  sent,
  typed,
  unsaved,
  waitsForUser,
  type OpenState,
} from './drafts.ts';

/** A change is saved this long after the last key. */
export const restMs = 400;
/** What the store could not take (it is full, locked, busy) is tried again after this time. */
export const retryMs = 3_000;

/** Time, as the saver needs it. */
export interface SaverTime {
  nowMs(): number;
  /** @returns takes it back */
  after(ms: number, run: () => void): () => void;
}

/**
 * Saves one finding as it is typed, and reads it again when something changed. It decides when; what becomes of
 * drafts is decided by `drafts.ts`.
 */
export class Saver {
  readonly #api: Pick<Api, 'call'>;
  readonly #profile: ServiceProfile | null;
  readonly #time: SaverTime;
  readonly #id: string;
  readonly #told: (state: OpenState) => void;
  readonly #unread: (thrown: unknown) => void;
  #state: OpenState | null = null;
  #timer: (() => void) | null = null;
  #opening: Promise<void> | null = null;
  #saving: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  /** Counts what was written: a reading asked for before that is older than what the person sees. */
  #writes = 0;

  /**
   * @param parts.profile what the window knows of the service; asked for if it is null
   * @param parts.told gets every new state
   * @param parts.unread is told why the finding could not be read again
   */
  constructor(
    id: string,
    parts: {
      readonly api: Pick<Api, 'call'>;
      readonly profile: ServiceProfile | null;
      readonly time: SaverTime;
      readonly told: (state: OpenState) => void;
      readonly unread: (thrown: unknown) => void;
    },
  ) {
    this.#id = id;
    this.#api = parts.api;
    this.#profile = parts.profile;
    this.#time = parts.time;
    this.#told = parts.told;
    this.#unread = parts.unread;
  }

  get state(): OpenState | null {
    return this.#state;
  }

  /** Reads the finding for the first time; a caller that asks while that is under way waits for the same. @throws ApiError */
  async open(): Promise<void> {
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    await this.#opening;
  }

  async #open(): Promise<void> {
    const [view, profile] = await Promise.all([
      this.#api.call('finding.open', { id: this.#id }),
      this.#profile ?? this.#api.call('connection.profile', {}),
    ]);
    this.#set(opened(view, profile));
  }

  /** The person changed a field. */
  type(field: EditableField, value: Json): void {
    if (this.#state === null) return;
    this.#set(typed(this.#state, field, value));
    this.#wait(restMs);
  }

  /** The person gives up what they typed in a field. */
  drop(field: EditableField): void {
    if (this.#state !== null) this.#set(dropped(this.#state, field));
  }

  /** The user keeps what they typed in a field over what was written elsewhere. */
  insist(field: EditableField): void {
    if (this.#state === null) return;
    this.#set(insisted(this.#state, field));
    void this.#save();
  }

  /**
   * Saves at once what can be saved: a field was left, the finding closes, the page hides.
   * @returns whether all that was typed is in the store
   */
  async saveNow(): Promise<boolean> {
    if (this.#state === null) return true;
    this.#stopWaiting();
    this.#set(retried(this.#state));
    // What was typed while a field was on its way goes in a second round.
    while (this.#state !== null && (this.#saving !== null || due(this.#state).length > 0)) await this.#save();
    return this.#state === null || unsaved(this.#state).length === 0;
  }

  /** Reads the finding again because something in the store changed; behind a save that is on its way. */
  async refresh(): Promise<void> {
    this.#readAgain = true;
    if (this.#saving === null) this.#reading ??= this.#read();
    await this.#reading;
  }

  /**
   * Takes the last step of this finding back, or makes it again.
   * @returns whether it was done; it is not while something typed could not be saved
   * @throws ApiError
   */
  async step(procedure: 'finding.undo' | 'finding.redo'): Promise<boolean> {
    if (!(await this.saveNow())) return false;
    this.#writes += 1;
    const view = await this.#api.call(procedure, { id: this.#id });
    this.#writes += 1;
    this.#arrive(view);
    if (this.#state !== null) this.#set({ ...this.#state, savedAtMs: this.#time.nowMs() });
    return true;
  }

  /** Ends the waiting; what is on its way still arrives in the store. */
  stop(): void {
    this.#stopWaiting();
  }

  #set(state: OpenState): void {
    this.#state = state;
    this.#told(state);
  }

  #arrive(view: FindingView): void {
    if (this.#state === null) return;
    const state = arrived(this.#state, view);
    const stored = state.drafts.size < this.#state.drafts.size;
    this.#set(stored ? { ...state, savedAtMs: this.#time.nowMs() } : state);
  }

  #wait(ms: number): void {
    this.#stopWaiting();
    this.#timer = this.#time.after(ms, () => {
      this.#timer = null;
      if (this.#state === null) return;
      this.#set(retried(this.#state));
      void this.#save();
    });
  }

  #stopWaiting(): void {
    this.#timer?.();
    this.#timer = null;
  }

  async #save(): Promise<void> {
    this.#saving ??= this.#saveEach().finally(() => {
      this.#saving = null;
      if (this.#readAgain) void this.refresh();
    });
    await this.#saving;
  }

  /** One call for each field: what a rule keeps back in one must not keep back the others. */
  async #saveEach(): Promise<void> {
    // What is typed while its field is on its way may have had its time before that arrives; no timer waits for it any more.
    do {
      for (const field of this.#state === null ? [] : due(this.#state)) {
        if (this.#state === null || !due(this.#state).includes(field)) continue;
        if (isDoubted(this.#state, field)) await this.#readBefore(field);
        this.#set(sent(this.#state, field));
        await this.#send();
      }
    } while (this.#timer === null && this.#state !== null && due(this.#state).length > 0);
    const stuck = [...(this.#state?.drafts.values() ?? [])].some(
      ({ trouble }) => trouble !== null && !waitsForUser.has(trouble.code),
    );
    if (stuck && this.#timer === null) this.#wait(retryMs);
  }

  /** Its last save had no answer: sent over what the person saw before that, it could count as no change. */
  async #readBefore(field: EditableField): Promise<void> {
    try {
      this.#arrive(await this.#api.call('finding.open', { id: this.#id }));
    } catch (error) {
      if (this.#state !== null)
        this.#set(keptBack(this.#state, field, wordsOf(failureOf(error), this.#id, field)));
    }
  }

  async #send(): Promise<void> {
    const sending = this.#state?.sending ?? null;
    if (sending === null) return;
    const { field, value, seen } = sending;
    this.#writes += 1;
    try {
      await this.#api.call('finding.edit', {
        id: this.#id,
        changes: Object.fromEntries([[field, value]]),
        seen: seen.value === undefined ? {} : Object.fromEntries([[field, seen.value]]),
      });
      this.#writes += 1;
      if (this.#state !== null) this.#set(saved(this.#state, this.#time.nowMs()));
    } catch (error) {
      this.#writes += 1;
      const failure = failureOf(error);
      if (this.#state !== null) this.#set(refused(this.#state, wordsOf(failure, this.#id, field)));
      // The other value is shown beside the user's as soon as it is read.
      if (failure.code === 'outdated') this.#readAgain = true;
    }
  }

  async #read(): Promise<void> {
    try {
      while (this.#readAgain && this.#saving === null) {
        this.#readAgain = false;
        const writes = this.#writes;
        const view = await this.#api.call('finding.open', { id: this.#id });
        // Something was saved meanwhile: this reading may be older than what the person sees.
        if (writes !== this.#writes) this.#readAgain = true;
        else this.#arrive(view);
      }
      // What kept a field back may be over with what was read.
      if (this.#state !== null && due(this.#state).length > 0 && this.#timer === null) this.#wait(restMs);
    } catch (error) {
      this.#unread(error);
    } finally {
      this.#reading = null;
    }
  }
}

/** The host names finding and field before its words; the field's own place says both. */
function wordsOf(
  failure: ApiError,
  id: string,
  field: EditableField,
): { readonly code: ApiError['code']; readonly message: string } {
  const message = failure.message.replace(`${id}: `, '').replace(`${field}: `, '');
  return { code: failure.code, message };
}
