import { SvelteMap } from 'svelte/reactivity';
import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import type { FindingView } from '#contract/window/window.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import type { Desk } from '#renderer/session/desk/desk.svelte.ts';
import type { Draft } from '#renderer/session/unsaved/drafts.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { findingSaves, type FindingSaves } from './finding-saves.ts';
import { forgetEdit, noteEdit } from './undoable-edits.ts';

/** A finding that was never looked at counts as looked at when it has been open for this long. */
const lookMs = 1_200;

/** What a finding is opened at: the window's desk. */
type Place = Pick<Desk, 'api' | 'profile' | 'revision'>;

/** One finding in the editor: what is typed and not saved yet, saving as you type, undo. */
export class OpenFinding {
  readonly id: string;
  readonly #desk: Pick<Desk, 'revision'>;
  readonly #api: Api;
  readonly #saves: FindingSaves;
  readonly #stops: (() => void)[] = [];
  /** The desk's revision when it was read and nobody had been shown it yet; null for one that was shown before. */
  #readAt: number | null = null;
  /** Texts of fields that are no JSON yet, if the field is edited as JSON: nothing of them can be a draft. */
  #unparsed = $state.raw<ReadonlyMap<EditableField, string>>(new Map());
  /** Why the finding cannot be shown, or not as it is now; null while all is well. */
  failure = $state.raw<string | null>(null);

  constructor(desk: Place, id: string) {
    const { api } = desk;
    this.id = id;
    this.#desk = desk;
    this.#api = api;
    this.#saves = findingSaves(desk, id, {
      saved: (field) => {
        if (this.view !== null) noteEdit(api, this.view, field, Date.now());
      },
      unread: (thrown) => {
        this.failure = failureOf(thrown).message;
      },
    });
  }

  // Getters, not `$derived`: a finding that could not be saved outlives the editor that made it, and what Svelte
  // derives dies with whatever it was made in.
  get view(): FindingView | null {
    return this.#saves.view;
  }

  get savedAtMs(): number | null {
    return this.#saves.savedAtMs;
  }

  get saving(): boolean {
    return this.#saves.isSending;
  }

  /** Fields of which something is only on this page. */
  get unsaved(): readonly EditableField[] {
    const drafts = this.#saves.unsaved;
    return [
      ...new Set([...editableFields.filter((field) => drafts.includes(field)), ...this.#unparsed.keys()]),
    ];
  }

  /** Fields of which something cannot be saved as it is. */
  get stuck(): readonly EditableField[] {
    return this.unsaved.filter((field) => this.#unparsed.has(field) || this.draftOf(field)?.trouble != null);
  }

  /** Reads the finding ahead: the next who shows it has it at once. Why that fails is told to them. */
  async read(): Promise<void> {
    this.#readAt = this.#desk.revision;
    await this.#saves.open().catch(() => undefined);
  }

  /**
   * Reads the finding for the first time, or again when it is shown again. One that was read a moment ago can be shown at once.
   * If the store has changed since, which happens often beside a sync, the changes follow as for any open finding.
   */
  async show(): Promise<void> {
    try {
      let readAt = this.#readAt;
      this.#readAt = null;
      if (this.view === null) {
        readAt ??= this.#desk.revision;
        await this.#saves.open();
      }
      // Before it is read again: why that fails stays told.
      this.failure = null;
      const followed = this.#follow(readAt);
      // What was shown before may be of long ago.
      if (readAt === null) await followed;
      this.#lookSoon();
    } catch (error) {
      this.failure = failureOf(error).message;
    }
  }

  /** Reads it again until it is as after the last change of the store. Never rejects. */
  async #follow(from: number | null): Promise<void> {
    let readAt = from;
    try {
      while (readAt !== this.#desk.revision) {
        readAt = this.#desk.revision;
        await this.#saves.refresh();
      }
    } catch (error) {
      this.failure = failureOf(error).message;
    }
  }

  /** Something in the store changed. */
  async refresh(): Promise<void> {
    if (this.view === null) return this.show();
    this.failure = null;
    await this.#saves.refresh();
  }

  /** What the field shows now. */
  valueOf(field: EditableField): Json | undefined {
    return this.#saves.shown(field);
  }

  draftOf(field: EditableField): Draft<Json> | null {
    return this.#saves.draft(field);
  }

  /** The person changed a field; it is saved soon. */
  type(field: EditableField, value: Json): void {
    this.#forgetUnparsed(field);
    this.#saves.type(field, value);
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
    this.#saves.drop(field);
  }

  /** Keeps what was typed in a field over what was written elsewhere. */
  insist(field: EditableField): void {
    this.#saves.keepMine(field);
  }

  /** Gives up all that could not be saved. */
  dropAll(): void {
    for (const field of this.unsaved) this.drop(field);
  }

  /** Saves at once. @returns whether all that was typed is in the store */
  async saveNow(): Promise<boolean> {
    const saved = await this.#saves.saveNow();
    return saved && this.#unparsed.size === 0;
  }

  /**
   * Takes the last saved step of this finding back, or makes it again.
   * @returns whether it was done; it is not while something typed could not be saved
   * @throws ApiError
   */
  async step(procedure: 'finding.undo' | 'finding.redo'): Promise<boolean> {
    if (!(await this.#saves.saveNow())) return false;
    this.#saves.take(await this.#saves.change(() => this.#api.call(procedure, { id: this.id })), true);
    if (procedure === 'finding.undo') forgetEdit(this.#api, this.id);
    return true;
  }

  /** The person has seen what the service changed. @throws ApiError */
  async look(): Promise<void> {
    await this.#api.call('finding.look', { ids: [this.id] });
    await this.#saves.refresh();
  }

  /** The page goes: what is typed is sent at once. */
  hide(): void {
    this.#saves.leave();
  }

  /** Not shown any more: what can be saved is saved. @returns whether all that was typed is in the store */
  async leave(): Promise<boolean> {
    for (const stop of this.#stops.splice(0)) stop();
    return this.saveNow();
  }

  /** A finding that was never looked at is marked once it was open for a moment; one that changed asks the person. */
  #lookSoon(): void {
    if (this.view?.lookedAt !== null) return;
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

/** What a session keeps of findings that were opened. */
interface OpenFindings {
  /** Findings that were left while something in them could not be saved. */
  readonly kept: SvelteMap<string, OpenFinding>;
  /** The finding that the editor shows. */
  shown: OpenFinding | null;
}

const openOf = sessionPart<OpenFindings>({
  make: () => ({ kept: new SvelteMap(), shown: null }),
  isUnsaved: (open) => heldIn(open).some(isTyped),
  // A page keeps no text of an engagement whose data was destroyed.
  keepOf: (open, projects) => {
    const gone = heldIn(open).filter(({ view }) => view !== null && !projects.has(view.project));
    const typed = gone.some(isTyped);
    for (const one of gone) {
      one.dropAll();
      open.kept.delete(one.id);
    }
    return typed;
  },
});

/** A finding that was read ahead and not opened is forgotten after this time (milliseconds): it may outlive a lock. */
const expectedMs = 2_000;

/** Where the mouse or the cursor rests for so long, they are likely to stay (milliseconds). */
const restsMs = 40;

/** The finding that is about to be opened, by window. */
const expected = new WeakMap<Api, OpenFinding>();

/** What waits for the mouse or the cursor to rest, by window. */
const resting = new WeakMap<Api, ReturnType<typeof setTimeout>>();

/**
 * The mouse moved on a finding, or the cursor came to it. Only a finding it rests on is expected to be
 * opened.
 */
export function pointAtFinding(desk: Place, id: string): void {
  clearTimeout(resting.get(desk.api));
  resting.set(
    desk.api,
    setTimeout(() => expectFinding(desk, id), restsMs),
  );
}

/** Begins to read a finding that is about to be opened: when the finger leaves the button of the mouse, the answer is here. */
export function expectFinding(desk: Place, id: string): void {
  const { api } = desk;
  if (openOf(api).kept.has(id) || expected.get(api)?.id === id) return;
  const open = new OpenFinding(desk, id);
  expected.set(api, open);
  setTimeout(() => {
    if (expected.get(api) === open) expected.delete(api);
  }, expectedMs);
  void open.read();
}

/** The finding to be shown: the one that was left with something unsaved in it, or as it is in the store. */
export function openFinding(desk: Place, id: string): OpenFinding {
  const { api } = desk;
  const begun = expected.get(api);
  expected.delete(api);
  clearTimeout(resting.get(api));
  return openOf(api).kept.get(id) ?? (begun?.id === id ? begun : new OpenFinding(desk, id));
}

/** The editor shows a finding from now on, until it is left. */
export function showFinding(api: Api, open: OpenFinding): void {
  openOf(api).shown = open;
}

/** Leaves a finding; it is kept as long as something in it could not be saved, so that no key is lost. */
export async function leaveFinding(api: Api, open: OpenFinding): Promise<void> {
  const findings = openOf(api);
  const { kept } = findings;
  kept.set(open.id, open);
  if (findings.shown === open) findings.shown = null;
  if (await open.leave()) kept.delete(open.id);
}

/** Findings that were left with something in them that cannot be saved as it is. */
export function keptFindings(api: Api): readonly OpenFinding[] {
  return [...openOf(api).kept.values()].filter((open) => open.stuck.length > 0);
}

/** The finding that is shown, and those that were left with something unsaved. */
function heldIn({ kept, shown }: OpenFindings): readonly OpenFinding[] {
  return [...kept.values(), ...(shown === null ? [] : [shown])];
}

function isTyped({ unsaved: fields }: OpenFinding): boolean {
  return fields.length > 0;
}
