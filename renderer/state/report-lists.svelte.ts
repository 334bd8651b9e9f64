import type { ThemeLine } from '#contract/deliverable.ts';
import type { Edition } from '#contract/editions.ts';
import type { MaskedFinding } from '#contract/masks.ts';
import type { Round } from '#contract/rounds.ts';
import type { Api } from '#renderer/api/api.ts';
import { decodeRows } from './finding-list.svelte.ts';
import { Latest } from './latest.svelte.ts';

/** What the screen of the report offers and shows of one engagement, beside what is chosen. */
export class ReportLists {
  readonly #api: Api;
  readonly #project: string;
  readonly #editions = new Latest<readonly Edition[]>();
  readonly #themes = new Latest<readonly ThemeLine[]>();
  readonly #rounds = new Latest<readonly Round[]>();
  readonly #masks = new Latest<readonly MaskedFinding[]>();

  constructor(api: Api, project: string) {
    this.#api = api;
    this.#project = project;
  }

  /** The newest first. */
  get editions(): readonly Edition[] {
    return this.#editions.value ?? [];
  }

  get themes(): readonly ThemeLine[] {
    return this.#themes.value ?? [];
  }

  get rounds(): readonly Round[] {
    return this.#rounds.value ?? [];
  }

  /** What is left out of the requests as things are chosen; null until it is known. */
  get masks(): readonly MaskedFinding[] | null {
    return this.#masks.value;
  }

  /** Asks for editions, themes and rounds again. Never throws: what was known stays. */
  async refresh(): Promise<void> {
    const project = this.#project;
    await Promise.all([
      this.#editions.ask((signal) => this.#api.call('edition.list', { project }, { signal })),
      this.#themes.ask((signal) => this.#api.call('theme.list', {}, { signal })),
      this.#rounds.ask((signal) => this.#api.call('round.list', { project }, { signal })),
    ]);
  }

  /** Looks through all requests again, which takes longer. Never throws. */
  refreshMasks(): Promise<void> {
    const project = this.#project;
    return this.#masks.ask((signal) => this.#api.call('report.masks', { project }, { signal }));
  }

  /** The finding to begin with: the one that is open here, else the first one of the engagement. @throws ApiError */
  async firstFinding(opened: string | null): Promise<string | null> {
    if (opened !== null) return opened;
    const { rows } = await this.#api.call('list.query', { project: this.#project, query: '', sort: null });
    const [first] = decodeRows(rows);
    if (first === undefined) return null;
    const [row] = await this.#api.call('list.rows', { rows: [first] });
    return row?.id ?? null;
  }

  /** Gives up what is being asked for. */
  leave(): void {
    for (const list of [this.#editions, this.#themes, this.#rounds, this.#masks]) list.leave();
  }
}
