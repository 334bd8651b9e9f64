import type { ListRow } from '#contract/window/window.ts';
import type { Api } from '#renderer/api/api.ts';
import { LiveQuery } from '../live/live.svelte.ts';
import { decodeRows } from './row-numbers.ts';

/** As many findings are offered as are read at a glance. */
const maxFindings = 20;

/** Findings of one engagement by title or identifier, while a user types. The newest typing wins. */
export class QueryCounts {
  readonly #api: Api;
  readonly #project: string;
  readonly #asked: LiveQuery<readonly string[], readonly ListRow[]>;

  /** @param project '' if there is none */
  constructor(api: Api, project: string) {
    this.#api = api;
    this.#project = project;
    this.#asked = new LiveQuery((_api, queries, signal) =>
      findRows(this.#api, this.#project, queries, { signal }),
    );
  }

  get rows(): readonly ListRow[] {
    return this.#asked.last ?? [];
  }

  /** Whether an answer is still to come. */
  get looking(): boolean {
    return this.#asked.asking;
  }

  /** Why there is none. */
  get failure(): string | null {
    return this.#asked.error;
  }

  /** Looks for findings whose title holds every word that was typed, or that are called so. */
  async look(typed: string): Promise<void> {
    const queries = queriesOf(typed);
    if (queries.length === 0 || this.#project === '') this.#asked.show(this.#api, null);
    else await this.#asked.ask(this.#api, queries);
  }

  /** Looks for the findings of these names. */
  async named(ids: readonly string[]): Promise<void> {
    const query = `id:${ids.map((id) => `"${id}"`).join(',')}`;
    if (ids.length > 0 && this.#project !== '') await this.#asked.ask(this.#api, [query]);
  }

  /** Gives up what is being looked for. */
  stop(): void {
    this.#asked.leave();
  }
}

/** The first findings that these queries find, those of the first query first. */
export async function findRows(
  api: Api,
  project: string,
  queries: readonly string[],
  { sort = null, signal }: { readonly sort?: string | null; readonly signal: AbortSignal },
): Promise<readonly ListRow[]> {
  const found: number[] = [];
  for (const query of queries) {
    const { rows } = await api.call('list.query', { project, query, sort }, { signal });
    found.push(...decodeRows(rows).subarray(0, maxFindings));
  }
  const rows = [...new Set(found)].slice(0, maxFindings);
  return rows.length === 0 ? [] : api.call('list.rows', { rows }, { signal });
}

/** What to ask for: the one of this name first, then those with the words in their title. */
export function queriesOf(typed: string): readonly string[] {
  const words = typed
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const titled = words.map((word) => `title:"${word}"`).join(' ');
  return words.length === 1 ? [`id:"${words[0] ?? ''}"`, titled] : [titled];
}
