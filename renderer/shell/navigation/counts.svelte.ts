import type { KnownValues } from '#renderer/features/findings/list/completion.ts';
import { failureOf, wasCancelled } from '#renderer/api/api.ts';
import type { Shared } from '#renderer/session/context.ts';
import { decodeRows } from '#renderer/session/values/row-numbers.ts';
import { offeredValues } from '#renderer/session/values/offered-values.ts';
import type { SavedViews } from '#renderer/session/list/saved-views.svelte.ts';
import { throttle } from '#renderer/session/live/throttle.ts';

const noValues: KnownValues = { severities: [], statuses: [], tags: [], assets: [], people: [], tools: [] };

/** What is counted of the engagement before the person, and what can be offered of its values. */
export class Counts {
  readonly #shared: Shared;
  readonly #views: SavedViews;
  readonly #project: () => string;
  /** Candidates that wait for the person. */
  toDecide = $state(0);
  /** Rows of the inbox, of all engagements. */
  inbox = $state(0);
  #values = $state.raw<KnownValues>(noValues);

  /** @param project the one before the person; '' for none */
  constructor(shared: Shared, views: SavedViews, project: () => string) {
    this.#shared = shared;
    this.#views = views;
    this.#project = project;
  }

  /** What can be offered of each field: what the service names, then what the engagement holds. */
  readonly values = $derived.by<KnownValues>(() => {
    const { profile } = this.#shared.desk;
    const values = this.#values;
    return {
      ...values,
      severities: offeredValues(profile?.severities ?? [], values.severities),
      statuses: offeredValues(profile?.statuses ?? [], values.statuses),
    };
  });

  /** Another engagement is before the person. */
  enter(): void {
    void this.#readValues();
    this.count();
  }

  /**
   * Counts the lists again, and what can be offered; for callers that ask often. Each part waits until the hands rest. It takes a core
   * for a quarter of a second, and a user who waited for the window often begins at once.
   */
  readonly count = throttle(async () => {
    const { desk } = this.#shared;
    await this.#tried(async () => {
      // Another window may have saved one.
      await this.#views.load();
      await desk.rests();
      const project = this.#project();
      if (project === '') return this.#forget();
      await this.#views.count(project);
      await desk.rests();
      await this.#countToDecide(project);
      await desk.rests();
      const { total } = await desk.api.call('inbox.list', { since: null, max: 0 }, { urgency: 'later' });
      this.inbox = total;
      this.#offer();
    });
  }, 2_000);

  /** What can be offered is read from every finding: rarely, since a sync changes the store many times a second. */
  readonly #offer = throttle(async () => {
    await this.#shared.desk.rests();
    await this.#readValues();
  }, 5_000);

  async #readValues(): Promise<void> {
    const project = this.#project();
    if (project === '') return;
    await this.#tried(async () => {
      const values = await this.#shared.desk.api.call('list.values', { project }, { urgency: 'later' });
      if (project === this.#project()) this.#values = values;
    });
  }

  async #countToDecide(project: string): Promise<void> {
    // Most engagements have none, and then there is nothing to ask for.
    const some = (this.#views.counts.get('is:candidate') ?? 0) > 0;
    const rows = some ? (await this.#shared.desk.api.call('review.list', { project })).rows : '';
    if (project === this.#project()) this.toDecide = decodeRows(rows).length;
  }

  /** An engagement that was destroyed while it was counted is no failure: nobody is before it any more. */
  async #tried(count: () => Promise<void>): Promise<void> {
    const { desk, notices } = this.#shared;
    try {
      await count();
    } catch (thrown) {
      const gone = failureOf(thrown).code === 'not-found';
      if (gone) this.#forget();
      else if (!wasCancelled(thrown) && desk.isOpen) notices.failed(thrown);
    }
  }

  /** What was counted of an engagement that is not there any more says nothing. */
  #forget(): void {
    this.#views.counts = new Map();
    this.toDecide = 0;
    this.#values = noValues;
  }
}
