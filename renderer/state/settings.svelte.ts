import type { SettingName, SettingValue } from '#contract/window.ts';
import type { Api } from '#renderer/api/api.ts';

type Stored = { readonly [N in SettingName]?: SettingValue<N> };

/** Writes that follow each other within this time (dragging a column's edge) become one. */
const restMs = 300;

/** What a person chose about the window itself. It is kept in the home, so it is encrypted with everything else. */
export class Settings {
  readonly #api: Api;
  readonly #failed: (thrown: unknown) => void;
  readonly #waiting = new Map<SettingName, ReturnType<typeof setTimeout>>();
  #stored = $state.raw<Stored | null>(null);

  /** @param failed is told when a choice could not be kept */
  constructor(api: Api, failed: (thrown: unknown) => void) {
    this.#api = api;
    this.#failed = failed;
  }

  /** Null until the open home was asked. */
  get stored(): Stored | null {
    return this.#stored;
  }

  readonly theme = $derived.by(() => this.#stored?.appearance?.theme ?? 'system');

  /** @throws ApiError */
  async load(): Promise<void> {
    this.#stored = await this.#api.call('setting.read', {});
  }

  /** Forgets what the home told, because it is locked. */
  forget(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#stored = null;
  }

  /** Takes a choice at once and keeps it soon after. */
  write<N extends SettingName>(name: N, value: SettingValue<N>): void {
    if (this.#stored === null) return;
    this.#stored = { ...this.#stored, [name]: value };
    clearTimeout(this.#waiting.get(name));
    const keep = (): void => {
      this.#waiting.delete(name);
      this.#api.call('setting.write', { name, value }).catch(this.#failed);
    };
    this.#waiting.set(name, setTimeout(keep, restMs));
  }
}
