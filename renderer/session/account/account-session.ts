import type { Api } from '#renderer/api/api.ts';

/** One part of a session: how it is made, and what it says of texts that are in no store yet. */
export interface PartKey<T> {
  readonly make: () => T;
  /** Whether something that the user typed into it is in no store yet. */
  readonly isUnsaved?: (part: T) => boolean;
  /** Lets go of what was typed in other engagements than these; says whether there was any. */
  readonly keepOf?: (part: T, projects: ReadonlySet<string>) => boolean;
}

/** What a key says of its part in one session. */
interface UnsavedPart {
  readonly isUnsaved: (session: AccountSession) => boolean;
  readonly keepOf: (session: AccountSession, projects: ReadonlySet<string>) => boolean;
}

const unsavedParts: UnsavedPart[] = [];

/**
 * What a page keeps of one account until it is closed. A lock takes nothing of it, and nothing of one account is in the pages
 * of the next. It is a container: each feature defines its parts (`sessionPart`).
 */
export class AccountSession {
  readonly #parts = new Map<unknown, unknown>();

  /** The part of this key; it is made when it is asked for first. */
  part<T>(key: PartKey<T>): T {
    if (!this.#parts.has(key)) this.#parts.set(key, key.make());
    return this.#parts.get(key) as T;
  }

  /** Whether anything that was typed is in no store yet, on whichever screen it was typed. */
  get isUnsaved(): boolean {
    return unsavedParts.some((part) => part.isUnsaved(this));
  }

  /**
   * Lets go of what was typed in other engagements than these, which are all that the vault has. The text of a destroyed
   * engagement can be saved nowhere, and must not live on in the page.
   * @returns whether anything was typed there
   */
  keepOf(projects: ReadonlySet<string>): boolean {
    // Every part lets go, also after one that had something.
    return unsavedParts.map((part) => part.keepOf(this, projects)).includes(true);
  }
}

/** What a page asks the program with: another object for each account (`AccountApis`). */
type Asker = Pick<Api, 'call'>;

const sessions = new WeakMap<Asker, AccountSession>();

/** The session of the account that asks with this object. */
export function sessionOf(api: Asker): AccountSession {
  const session = sessions.get(api) ?? new AccountSession();
  sessions.set(api, session);
  return session;
}

/** Defines a part of every session. A feature calls it once, as its state is loaded. @returns the part of an account */
export function sessionPart<T>(key: PartKey<T>): (api: Asker) => T {
  const { isUnsaved, keepOf } = key;
  if (isUnsaved !== undefined || keepOf !== undefined) {
    unsavedParts.push({
      isUnsaved: (session) => isUnsaved?.(session.part(key)) ?? false,
      keepOf: (session, projects) => keepOf?.(session.part(key), projects) ?? false,
    });
  }
  return (api) => sessionOf(api).part(key);
}
