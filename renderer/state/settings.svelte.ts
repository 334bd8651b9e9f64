import type { SettingName, SettingValue } from '#contract/window.ts';
import type { Api } from '#renderer/api/api.ts';

type Stored = { readonly [N in SettingName]?: SettingValue<N> };

/** Writes that follow each other within this time (typing a query, dragging an edge) become one. */
const restMs = 1_500;

/** Where nothing was chosen; the same objects each time, so that nothing follows what did not change. */
const usual = {
  appearance: { theme: 'system', text: 'normal' },
  formats: { locale: 'system', date: 'words' },
  shortcuts: {},
} as const satisfies Stored;

/** What a person chose about the window itself. It is kept in the home, so it is encrypted with everything else. */
export class Settings {
  readonly #api: () => Api;
  readonly #failed: (thrown: unknown) => void;
  readonly #waiting = new Map<
    SettingName,
    { timer: ReturnType<typeof setTimeout>; keep: () => Promise<void> }
  >();
  #stored = $state.raw<Stored | null>(null);

  /**
   * @param api the program for the account that is shown: a choice is kept for whoever made it, or for nobody
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

  readonly appearance = $derived.by<SettingValue<'appearance'>>(
    () => this.#stored?.appearance ?? usual.appearance,
  );
  /** Undefined for the usual ones. By itself: else each step of the cursor, which is kept too, drew every cell anew. */
  readonly columns = $derived.by(() => this.#stored?.columns);
  readonly shortcuts = $derived.by(() => this.#stored?.shortcuts ?? usual.shortcuts);
  readonly formats = $derived.by<SettingValue<'formats'>>(() => this.#stored?.formats ?? usual.formats);

  /** @throws ApiError */
  async load(): Promise<void> {
    this.#stored = await this.#api().call('setting.read', {});
  }

  /** Forgets what the home told, because it is locked. */
  forget(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#stored = null;
  }

  /** Keeps at once what still waits, because the page goes away or the home is about to be locked. Never rejects. */
  async flush(): Promise<void> {
    await Promise.all(
      [...this.#waiting.values()].map(({ timer, keep }) => {
        clearTimeout(timer);
        return keep();
      }),
    );
  }

  /** Takes a choice at once and keeps it soon after. */
  write<N extends SettingName>(name: N, value: SettingValue<N>): void {
    if (this.#stored === null || same(this.#stored[name], value)) return;
    this.#stored = { ...this.#stored, [name]: value };
    clearTimeout(this.#waiting.get(name)?.timer);
    const api = this.#api();
    const keep = async (): Promise<void> => {
      this.#waiting.delete(name);
      await api.call('setting.write', { name, value }).catch(this.#failed);
    };
    this.#waiting.set(name, { timer: setTimeout(() => void keep(), restMs), keep });
  }
}

/** Writing what stands there already would tell every view that the store changed. */
function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}
