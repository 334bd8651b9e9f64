import type { SettingName, SettingValue } from '#contract/window/window.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';
import { sessionPart } from './account/account-session.ts';

type Stored = { readonly [N in SettingName]?: SettingValue<N> };

/** Writes that follow each other within this time (typing a query, dragging an edge) become one. */
const restMs = 1_500;

/** A choice on its way into the home. */
interface Waiting {
  /** What the window knew before. */
  readonly before: object | undefined;
  readonly value: object;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** What is not kept yet: a lock, or another account, takes nothing of it. */
const waitingOf = sessionPart({ make: () => new Map<SettingName, Waiting>() });

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
  readonly #loads = new SequenceGuard();
  #stored = $state.raw<Stored | null>(null);
  #failure = $state.raw<string | null>(null);

  /**
   * @param api the program for the account that is shown: a choice is kept for the user who made it, or for nobody
   * @param failed is told when a choice could not be kept
   */
  constructor(api: () => Api, failed: (thrown: unknown) => void) {
    this.#api = api;
    this.#failed = failed;
  }

  /** Null until the open home was asked. */
  get stored(): Stored | null {
    return this.#stored;
  }

  /** Why the home could not be read; null if it could. */
  get failure(): string | null {
    return this.#failure;
  }

  readonly appearance = $derived.by<SettingValue<'appearance'>>(
    () => this.#stored?.appearance ?? usual.appearance,
  );
  /** Undefined for the usual ones. By itself: else each step of the cursor, which is kept too, drew every cell anew. */
  readonly columns = $derived.by(() => this.#stored?.columns);
  readonly shortcuts = $derived.by(() => this.#stored?.shortcuts ?? usual.shortcuts);
  readonly sending = $derived.by<SettingValue<'sending'>>(() => this.#stored?.sending ?? usual.sending);
  readonly cvss = $derived.by<SettingValue<'cvss'>>(() => this.#stored?.cvss ?? usual.cvss);
  readonly spelling = $derived.by<SettingValue<'spelling'>>(() => this.#stored?.spelling ?? usual.spelling);
  /** Without any the same object each time, so that nothing follows what did not change. */
  readonly snippets = $derived.by(() => this.#stored?.snippets?.list ?? noSnippets);
  readonly formats = $derived.by<SettingValue<'formats'>>(() => this.#stored?.formats ?? usual.formats);

  /** Reads what is kept; what a lock kept back is in force again, and kept now. A failure is kept in `failure`. */
  async load(): Promise<void> {
    const turn = this.#loads.ask();
    this.#failure = null;
    const api = this.#api();
    try {
      const stored = await api.call('setting.read', {});
      if (!this.#loads.take(turn)) return;
      const waiting = [...waitingOf(api)].map(([name, { value }]) => [name, value] as const);
      this.#stored = { ...stored, ...Object.fromEntries(waiting) };
    } catch (thrown) {
      if (this.#loads.take(turn)) this.#failure = failureOf(thrown).message;
      return;
    }
    void this.flush();
  }

  /** Forgets what the home told, because it is locked; what was asked before that is not taken. */
  forget(): void {
    this.#loads.told();
    this.#stored = null;
    this.#failure = null;
  }

  /** Keeps at once what still waits, because the page goes away or the home is about to be locked. Never rejects. */
  async flush(): Promise<void> {
    const api = this.#api();
    await Promise.all([...waitingOf(api).keys()].map((name) => this.#keep(api, name)));
  }

  /** Takes a choice at once and keeps it soon after. */
  write<N extends SettingName>(name: N, value: SettingValue<N>): void {
    if (this.#stored === null || same(this.#stored[name], value)) return;
    const known = this.#stored[name];
    this.#stored = { ...this.#stored, [name]: value };
    const api = this.#api();
    const waiting = waitingOf(api);
    const earlier = waiting.get(name);
    clearTimeout(earlier?.timer);
    const before = earlier === undefined ? known : earlier.before;
    waiting.set(name, { before, value, timer: setTimeout(() => void this.#keep(api, name), restMs) });
  }

  async #keep(api: Api, name: SettingName): Promise<void> {
    const waiting = waitingOf(api);
    const one = waiting.get(name);
    // Behind a lock, or before another account, it waits until this account's home is read again.
    if (one === undefined || this.#stored === null || api !== this.#api()) return;
    clearTimeout(one.timer);
    try {
      await api.call('setting.write', { name, ...this.#choiceOf(name, one) });
    } catch (thrown) {
      const { code } = failureOf(thrown);
      if (code === 'locked' || code === 'other-account') return;
      this.#failed(thrown);
    }
    if (waiting.get(name) === one) waiting.delete(name);
  }

  /** Of what several windows choose beside each other, what was there before goes along. */
  #choiceOf(
    name: SettingName,
    { before, value }: Waiting,
  ): { value: object; before?: Record<string, unknown> } {
    return isUsual(name) ? { value, before: { ...(before ?? usual[name]) } } : { value };
  }
}

function isUsual(name: SettingName): name is keyof typeof usual {
  return name in usual;
}

/** Writing what stands there already would tell every view that the store changed. */
function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}
