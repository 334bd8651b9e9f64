import { SvelteMap } from 'svelte/reactivity';
import type { EditableField } from '#contract/finding.ts';
import type { Json } from '#contract/json.ts';
import type { FindingView } from '#contract/window.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { shownIn, unsaved, type Draft, type OpenState } from './drafts.ts';
import { Saver } from './saver.ts';

/** A finding that was never looked at counts as looked at when it has been open for this long. */
const lookMs = 1_200;

/** One finding in the editor: what is typed and not saved yet, saving as you type, undo. */
export class OpenFinding {
  readonly id: string;
  readonly #api: Api;
  readonly #saver: Saver;
  readonly #stops: (() => void)[] = [];
  #state = $state.raw<OpenState | null>(null);
  /** Texts of fields that are no JSON yet, where the field is edited as JSON: nothing of them can be a draft. */
  #unparsed = $state.raw<ReadonlyMap<EditableField, string>>(new Map());
  /** Why the finding cannot be shown, or not as it is now; null while all is well. */
  failure = $state.raw<string | null>(null);

  constructor(api: Api, id: string) {
    this.id = id;
    this.#api = api;
    this.#saver = new Saver(id, {
      api,
      time: {
        nowMs: () => Date.now(),
        after(ms, run) {
          const timer = setTimeout(run, ms);
          return () => {
            clearTimeout(timer);
          };
        },
      },
      told: (state) => {
        this.#state = state;
      },
      unread: (thrown) => {
        this.failure = failureOf(thrown).message;
      },
    });
  }

  // Getters, not `$derived`: a finding that could not be saved outlives the editor that made it, and what Svelte
  // derives dies with whatever it was made in.
  get view(): FindingView | null {
    return this.#state?.view ?? null;
  }

  get savedAtMs(): number | null {
    return this.#state?.savedAtMs ?? null;
  }

  get saving(): boolean {
    return this.#state?.sending != null;
  }

  /** Fields of which something is only on this page. */
  get unsaved(): readonly EditableField[] {
    const drafts = this.#state === null ? [] : unsaved(this.#state);
    return [...new Set([...drafts, ...this.#unparsed.keys()])];
  }

  /** Fields of which something cannot be saved as it is. */
  get stuck(): readonly EditableField[] {
    return this.unsaved.filter((field) => this.#unparsed.has(field) || this.draftOf(field)?.trouble != null);
  }

  /** Reads the finding for the first time, or again when it is shown again. */
  async show(): Promise<void> {
    try {
      if (this.#state === null) await this.#saver.open();
      else await this.#saver.refresh();
      this.failure = null;
      this.#lookSoon();
    } catch (error) {
      this.failure = failureOf(error).message;
    }
  }

  /** Something in the store changed. */
  async refresh(): Promise<void> {
    if (this.#state === null) return this.show();
    this.failure = null;
    await this.#saver.refresh();
  }

  /** What the field shows now. */
  valueOf(field: EditableField): Json | undefined {
    return this.#state === null ? undefined : shownIn(this.#state, field);
  }

  draftOf(field: EditableField): Draft | null {
    return this.#state?.drafts.get(field) ?? null;
  }

  /** The person changed a field; it is saved soon. */
  type(field: EditableField, value: Json): void {
    this.#forgetUnparsed(field);
    this.#saver.type(field, value);
  }

  /** The person is writing JSON that is none yet. */
  hold(field: EditableField, text: string): void {
    this.#unparsed = new Map([...this.#unparsed, [field, text]]);
  }

  unparsedOf(field: EditableField): string | null {
    return this.#unparsed.get(field) ?? null;
  }

  /** Gives up what was typed in a field. */
  drop(field: EditableField): void {
    this.#forgetUnparsed(field);
    this.#saver.drop(field);
  }

  /** Gives up all that could not be saved. */
  dropAll(): void {
    for (const field of this.unsaved) this.drop(field);
  }

  /** Saves at once. @returns whether all that was typed is in the store */
  async saveNow(): Promise<boolean> {
    const saved = await this.#saver.saveNow();
    return saved && this.#unparsed.size === 0;
  }

  /**
   * Takes the last saved step of this finding back, or makes it again.
   * @returns whether it was done; it is not while something typed could not be saved
   * @throws ApiError
   */
  async step(procedure: 'finding.undo' | 'finding.redo'): Promise<boolean> {
    return this.#saver.step(procedure);
  }

  /** The person has seen what the service changed. @throws ApiError */
  async look(): Promise<void> {
    await this.#api.call('finding.look', { ids: [this.id] });
    await this.#saver.refresh();
  }

  /** Not shown any more: what can be saved is saved. @returns whether all that was typed is in the store */
  async leave(): Promise<boolean> {
    for (const stop of this.#stops.splice(0)) stop();
    return this.saveNow();
  }

  /** A finding that was never looked at is marked once it was open for a moment; one that changed asks the person. */
  #lookSoon(): void {
    if (this.#state?.view.lookedAt !== null) return;
    const timer = setTimeout(() => {
      this.#api.call('finding.look', { ids: [this.id] }).catch((error: unknown) => {
        this.failure = failureOf(error).message;
      });
    }, lookMs);
    this.#stops.push(() => {
      clearTimeout(timer);
    });
  }

  #forgetUnparsed(field: EditableField): void {
    if (!this.#unparsed.has(field)) return;
    this.#unparsed = new Map([...this.#unparsed].filter(([name]) => name !== field));
  }
}

/** Findings that were left while something in them could not be saved, by window. */
const leftOpen = new WeakMap<Api, SvelteMap<string, OpenFinding>>();

/** The finding to be shown: the one that was left with something unsaved in it, or a fresh one. */
export function openFinding(api: Api, id: string): OpenFinding {
  return keptBy(api).get(id) ?? new OpenFinding(api, id);
}

/** Leaves a finding; it is kept as long as something in it could not be saved, so that no key is lost. */
export async function leaveFinding(api: Api, open: OpenFinding): Promise<void> {
  const kept = keptBy(api);
  kept.set(open.id, open);
  if (await open.leave()) kept.delete(open.id);
}

/** Findings that were left with something in them that cannot be saved as it is. */
export function keptFindings(api: Api): readonly OpenFinding[] {
  return [...keptBy(api).values()].filter((open) => open.stuck.length > 0);
}

function keptBy(api: Api): SvelteMap<string, OpenFinding> {
  const kept = leftOpen.get(api) ?? new SvelteMap<string, OpenFinding>();
  leftOpen.set(api, kept);
  return kept;
}
