import type { SavedViewChange } from '#contract/procedures/findings/lists.ts';
import type { SavedView } from '#contract/window/window.ts';
import type { Api } from '#renderer/api/api.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';

/** Lists that every engagement has, in the order in which they are looked at. */
export const standingViews = [
  { name: 'All findings', query: '' },
  { name: 'Unread', query: 'is:unread' },
  { name: 'Candidates', query: 'is:candidate' },
  { name: 'As the client sees it', query: 'is:published' },
  { name: 'With pending changes', query: 'is:pending' },
  { name: 'Conflicts', query: 'is:conflict' },
  { name: 'Deleted on the service', query: 'is:gone' },
] as const satisfies readonly { name: string; query: string }[];

/** The lists that a person saved by name, and how many findings each list has now. */
export class SavedViews {
  readonly #api: Api;
  list = $state.raw<readonly SavedView[]>([]);
  /** By query; null if the query cannot be understood any more. */
  counts = $state.raw<ReadonlyMap<string, number | null>>(new Map());
  #counting: AbortController | null = null;
  readonly #newest = new SequenceGuard();

  constructor(api: Api) {
    this.#api = api;
  }

  /** @throws ApiError */
  async load(): Promise<void> {
    const turn = this.#newest.ask();
    const list = await this.#api.call('view.list', {}, { urgency: 'later' });
    if (this.#newest.take(turn)) this.list = list;
  }

  /** Counts every list in an engagement again; the newest asking wins. @throws ApiError */
  async count(project: string): Promise<void> {
    this.#counting?.abort();
    const counting = new AbortController();
    this.#counting = counting;
    const queries = [...new Set([...standingViews, ...this.list].map(({ query }) => query))].slice(0, 100);
    try {
      const counts = await this.#api.call(
        'list.counts',
        { project, queries },
        { signal: counting.signal, urgency: 'later' },
      );
      if (this.#counting !== counting) return;
      this.counts = new Map(queries.map((query, index) => [query, counts[index] ?? null]));
    } catch (thrown) {
      // A caller that asked before has its answer from the newest asking.
      if (this.#counting === counting) throw thrown;
    }
  }

  /** Saves a list; with `view`, writes again what is given of that one. @throws ApiError */
  async save(input: SavedViewChange): Promise<SavedView> {
    const saved = await this.#api.call('view.save', input);
    await this.load();
    return saved;
  }

  /** Removes a list. @returns it, as it stood in the store; null if it was not there any more. @throws ApiError */
  async remove(view: number): Promise<SavedView | null> {
    const { removed } = await this.#api.call('view.remove', { view });
    await this.load();
    return removed;
  }
}
