import type { SettingName, SettingValue } from '#contract/window/settings.ts';
import { wasInterrupted, type Api } from '#renderer/api/api.ts';
import { sessionPart } from './account/account-session.ts';
import { AutoSave } from './unsaved/autosave.svelte.ts';

type Stored = { readonly [N in SettingName]?: SettingValue<N> };
type SettingSaves = AutoSave<SettingName, SettingValue<SettingName>, Stored>;

/** Writes that follow each other within this time (typing a query, dragging an edge) become one. */
const restMs = 1_500;

interface ShownSettings {
  readonly saves: SettingSaves;
  /** Whose they are; null before the first choice, because they are read before it is known who is connected. */
  owner: Api | null;
}

/** Settings of an account with a choice that is not saved: a lock, or another account, takes nothing of it. */
const keptBackOf = sessionPart({ make: (): { shown: ShownSettings | null } => ({ shown: null }) });

/** Where nothing was chosen; the same objects each time, so that nothing follows what did not change. */
const usual = {
  appearance: { theme: 'system', text: 'normal' },
  formats: { locale: 'system', date: 'words' },
  shortcuts: {},
  sending: { when: 'asked', minutes: 5, told: false },
  cvss: { version: '3.1' },
  spelling: { languages: ['en-US', 'en-GB'] },
  snippets: { list: [] },
} as const satisfies Stored;

const noSnippets: SettingValue<'snippets'>['list'] = [];

/** What a person chose about the window itself. It is kept in the home, so it is encrypted with everything else. */
export class Settings {
  readonly #api: () => Api;
  readonly #failed: (thrown: unknown) => void;
  #shown = $state.raw<ShownSettings | null>(null);

  /**
   * @param api the program for the account that is shown: a choice is kept for the user who made it, or for nobody
   * @param failed is told when a choice could not be kept; it is tried again
   */
  constructor(api: () => Api, failed: (thrown: unknown) => void) {
    this.#api = api;
    this.#failed = failed;
  }

  /** Null until the open home was asked. */
  readonly stored = $derived.by<Stored | null>(() => {
    const saves = this.#shown?.saves;
    if (saves === undefined || saves.view === null) return null;
    return { ...saves.view, ...Object.fromEntries(saves.unsaved.map((name) => [name, saves.shown(name)])) };
  });

  /** Why the home could not be read; null if it could. */
  get failure(): string | null {
    return this.#shown?.saves.failure ?? null;
  }

  readonly appearance = $derived.by<SettingValue<'appearance'>>(
    () => this.stored?.appearance ?? usual.appearance,
  );
  /** Undefined for the usual ones. By itself: else each step of the cursor, which is kept too, drew every cell anew. */
  readonly columns = $derived.by(() => this.stored?.columns);
  readonly shortcuts = $derived.by(() => this.stored?.shortcuts ?? usual.shortcuts);
  readonly sending = $derived.by<SettingValue<'sending'>>(() => this.stored?.sending ?? usual.sending);
  readonly cvss = $derived.by<SettingValue<'cvss'>>(() => this.stored?.cvss ?? usual.cvss);
  readonly spelling = $derived.by<SettingValue<'spelling'>>(() => this.stored?.spelling ?? usual.spelling);
  /** Without any the same object each time, so that nothing follows what did not change. */
  readonly snippets = $derived.by(() => this.stored?.snippets?.list ?? noSnippets);
  readonly formats = $derived.by<SettingValue<'formats'>>(() => this.stored?.formats ?? usual.formats);

  /** Reads what is kept; what a lock kept back is in force again, and kept now. A failure is kept in `failure`. */
  async load(): Promise<void> {
    this.#shown ??= keptBackOf(this.#api()).shown ?? this.#fresh();
    const { saves } = this.#shown;
    await saves.refresh();
    void saves.saveNow();
  }

  #fresh(): ShownSettings {
    const shown: ShownSettings = {
      owner: null,
      saves: savesFor(() => shown.owner ?? this.#api(), this.#failed),
    };
    return shown;
  }

  /** Forgets what the home told, because it is locked; what was asked before that is not taken. */
  forget(): void {
    const shown = this.#shown;
    this.#shown = null;
    if (shown === null || shown.owner === null) return;
    keptBackOf(shown.owner).shown = shown.saves.unsaved.length > 0 ? shown : null;
  }

  /** Keeps at once what still waits, because the home is about to be locked. Never rejects. */
  async flush(): Promise<void> {
    await this.#shown?.saves.saveNow();
  }

  /** The page goes: keeps at once what still waits. */
  hide(): void {
    this.#shown?.saves.leave();
  }

  /** Takes a choice at once and keeps it soon after. */
  write<N extends SettingName>(name: N, value: SettingValue<N>): void {
    const shown = this.#shown;
    // Else every view would hear of a change.
    if (shown === null || isSame(shown.saves.shown(name), value)) return;
    shown.owner ??= this.#api();
    shown.saves.type(name, value);
  }
}

/** @param failed hears the first failure, until a choice could be kept again */
function savesFor(api: () => Api, failed: (thrown: unknown) => void): SettingSaves {
  let isTold = false;
  return new AutoSave({
    restMs,
    fields: {
      read: (stored, name) => stored[name],
      write: (stored, name, value) => ({ ...stored, ...Object.fromEntries([[name, value]]) }),
      isSame,
      // Of what several windows choose beside each other, the store keeps both.
      canJoin: true,
    },
    open: () => api().call('setting.read', {}),
    async save([change]) {
      if (change === undefined) return;
      const { field: name, value, seen } = change;
      const before = isUsual(name) ? { before: { ...(seen.value ?? usual[name]) } } : {};
      try {
        await api().call('setting.write', { name, value, ...before });
        isTold = false;
      } catch (thrown) {
        if (!isTold && !wasInterrupted(thrown)) {
          isTold = true;
          failed(thrown);
        }
        throw thrown;
      }
    },
  });
}

function isUsual(name: SettingName): name is keyof typeof usual {
  return name in usual;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
