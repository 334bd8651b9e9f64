import {
  builtInDictionaries,
  longestOwnWord,
  systemDictionaryPrefix,
  type ProjectSpelling as Stored,
} from '#contract/spelling.ts';
import type { Api } from '#renderer/api/api.ts';
import type { Settings } from '../settings.svelte.ts';
import { sessionPart } from '../account/account-session.ts';
import { ByEngagement } from '../unsaved/by-engagement.ts';
import type { SpellingClient } from './spelling-client.ts';

/** Tells the user that a dictionary of the computer cannot be used: what the program answered. */
export type TellUnusable = (name: string, thrown: unknown) => void;

type Client = Pick<SpellingClient, 'ask' | 'isBroken'>;

/** What was found out about words is forgotten beyond so many. */
const maxKnown = 50_000;
const none: readonly string[] = [];

/** How the texts of one engagement are checked: its dictionaries, its own words, and what is ignored until the page closes. */
export class SpellingSession {
  readonly #api: Api;
  readonly #project: string;
  readonly #settings: Settings;
  readonly #client: Client;
  readonly #unusable: TellUnusable;
  #stored = $state.raw<Stored | null>(null);
  /** By text. */
  #ignored = $state.raw<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  /** The engagement's own words, of what was read last. */
  #own: { readonly of: Stored | null; readonly words: ReadonlySet<string> } = { of: null, words: new Set() };
  #reading: Promise<void> | null = null;
  /** What was written, and how much of it has no answer yet. */
  readonly #writes = { count: 0, open: 0 };
  /** Of the dictionaries in force: whether a word is wrong. */
  readonly #known = new Map<string, boolean>();
  #knownFor = '';
  /** Dictionaries of vault and computer that the worker has, or gets. */
  readonly #given = new Map<string, Promise<void>>();

  constructor(api: Api, project: string, settings: Settings, client: Client, unusable: TellUnusable) {
    this.#api = api;
    this.#project = project;
    this.#settings = settings;
    this.#client = client;
    this.#unusable = unusable;
  }

  /** Null until the vault was read. */
  get stored(): Stored | null {
    return this.#stored;
  }

  // No derived state: several components share this object, and derived state ends with the component that made it.

  /** The dictionaries in force; none before the vault was read. */
  get languages(): readonly string[] {
    return this.#stored === null ? none : (this.#stored.languages ?? this.#settings.spelling.languages);
  }

  /** What words are judged by: an effect that reads it runs again once they may be judged otherwise. */
  get basis(): unknown {
    return [this.languages, this.#stored, this.#ignored];
  }

  /** Whether words are judged: there is a dictionary, and the page can look words up. */
  get isOn(): boolean {
    return this.languages.length > 0 && !this.#client.isBroken;
  }

  /** Reads what the vault has; asked for again meanwhile it is one reading. Never rejects. */
  refresh(): Promise<void> {
    const { count } = this.#writes;
    this.#reading ??= this.#api
      .call('spelling.read', { project: this.#project })
      .then(
        // What was chosen meanwhile is newer.
        (stored) => {
          if (count === this.#writes.count && this.#writes.open === 0) this.#take(stored);
        },
        () => undefined,
      )
      .finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Whether a word is wrong in a text; undefined until it was looked up. */
  isWrong(word: string, owner: string): boolean | undefined {
    if (!this.isOn || this.#isOwn(word) || this.#ignored.get(owner)?.has(word) === true) return false;
    return this.#knowledge().get(word);
  }

  /** Looks words up, so that `isWrong` knows them. Never rejects. */
  async look(words: readonly string[]): Promise<void> {
    const { languages } = this;
    await this.#give(languages);
    const wrong = new Set(
      await this.#client.ask({ kind: 'check', languages: [...languages], words: [...words] }),
    );
    const known = this.#knowledge();
    if (this.#knownFor !== languages.join('\n')) return;
    if (known.size + words.length > maxKnown) known.clear();
    for (const word of words) known.set(word, wrong.has(word));
  }

  /** Words that a wrong one may stand for. Never rejects. */
  async suggest(word: string): Promise<readonly string[]> {
    const { languages } = this;
    await this.#give(languages);
    return this.#client.ask({ kind: 'suggest', languages: [...languages], word });
  }

  /** Adds a word to those of the engagement. @throws ApiError */
  async add(word: string): Promise<void> {
    await this.change('spelling.add', [word]);
  }

  /** Adds words to those of the engagement, or takes them from it. @throws ApiError */
  async change(procedure: 'spelling.add' | 'spelling.remove', words: readonly string[]): Promise<void> {
    const plain = words.filter((word) => word.length <= longestOwnWord);
    if (plain.length === 0) return;
    await this.#write(() => this.#api.call(procedure, { project: this.#project, words: plain }));
  }

  /** Chooses the dictionaries of the engagement; null for those of the settings. Shown at once. @throws ApiError */
  async choose(languages: readonly string[] | null): Promise<void> {
    const chosen = languages === null ? null : [...languages];
    if (this.#stored !== null) this.#take({ ...this.#stored, languages: chosen });
    await this.#write(() => this.#api.call('spelling.choose', { project: this.#project, languages: chosen }));
  }

  /** An answer counts unless something else was written meanwhile; after a refusal the vault is asked. */
  async #write(write: () => Promise<Stored>): Promise<void> {
    this.#writes.count += 1;
    this.#writes.open += 1;
    const { count } = this.#writes;
    try {
      const stored = await write();
      if (count === this.#writes.count) this.#take(stored);
    } finally {
      this.#writes.open -= 1;
      if (this.#writes.open === 0) void this.refresh();
    }
  }

  /** Takes a word as right in one text, until the page is closed. */
  ignore(owner: string, word: string): void {
    this.#ignored = new Map([
      ...this.#ignored,
      [owner, new Set([...(this.#ignored.get(owner) ?? []), word])],
    ]);
  }

  #take(stored: Stored): void {
    if (JSON.stringify(stored) !== JSON.stringify(this.#stored)) this.#stored = stored;
  }

  /** Own words are taken with a capital at the beginning of a sentence too, and as possessives. */
  #isOwn(word: string): boolean {
    if (this.#own.of !== this.#stored) this.#own = { of: this.#stored, words: new Set(this.#stored?.words) };
    const { words } = this.#own;
    const bare = word.normalize('NFC').replace(/['’]s$/u, '');
    const [first = ''] = [...bare];
    return [word, bare, first.toLowerCase() + bare.slice(first.length)].some((form) => words.has(form));
  }

  #knowledge(): Map<string, boolean> {
    const now = this.languages.join('\n');
    if (now !== this.#knownFor) {
      this.#knownFor = now;
      this.#known.clear();
    }
    return this.#known;
  }

  /** Gives the worker the dictionaries of vault and computer. No word is judged before it has them. */
  async #give(languages: readonly string[]): Promise<void> {
    for (const name of languages) {
      if (builtInDictionaries.some((one) => one.name === name)) continue;
      const giving = this.#given.get(name) ?? this.#load(name);
      this.#given.set(name, giving);
      await giving;
    }
  }

  /** One that cannot be read checks nothing; it is tried again with the next page. Never rejects. */
  async #load(name: string): Promise<void> {
    try {
      await this.#client.ask({ kind: 'load', ...(await this.#api.call('dictionary.read', { name })) });
    } catch (thrown) {
      if (name.startsWith(systemDictionaryPrefix)) this.#unusable(name, thrown);
    }
  }
}

const opened = sessionPart({
  make: () => new ByEngagement<SpellingSession>(),
  // Nothing is typed here; words of a destroyed engagement must not live on in the page.
  keepOf: (part, projects) => {
    part.keep(projects);
    return false;
  },
});

/** How the texts of an engagement are checked in this window: one for all texts of it. */
export function projectSpelling(
  api: Api,
  project: string,
  settings: Settings,
  client: Client,
  unusable: TellUnusable,
): SpellingSession {
  return opened(api).of(project, () => new SpellingSession(api, project, settings, client, unusable));
}
