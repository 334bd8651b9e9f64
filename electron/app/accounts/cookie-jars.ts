import type { Clock } from '#contract/ports.ts';
import { readCredentials, renewSession } from '#db/tables/accounts/credentials.ts';
import { quietTransaction } from '#db/store/transaction.ts';
import type { createJar, SessionJar } from '#remote/auth/cookie-jar.ts';
import type { OpenStore } from '../maintenance/stores.ts';

/** The jars of the open stores: one each, so that two calls at once do not renew the same session in turn. */
export interface CookieJars {
  /** The jar of a store's session, as it is kept; null if it has none. Each renewal is committed at once. */
  of(store: OpenStore, baseUrl: string): Promise<SessionJar | null>;
  /** The session of a store is another now, or over: what is still under way keeps nothing any more. */
  forget(store: OpenStore): void;
}

/** @param tell gets a sentence if renewed cookies could not be kept */
export function createCookieJars(clock: Clock, tell: (sentence: string) => void): CookieJars {
  const jars = new Map<string, SessionJar>();

  function open(make: typeof createJar, { id, db }: OpenStore, baseUrl: string, kept: string): SessionJar {
    const jar = make({
      baseUrl,
      clock,
      kept,
      changed(text) {
        if (jars.get(id) !== jar) return;
        try {
          quietTransaction(db, () => renewSession(db, text));
        } catch {
          // The answer that brought them is still worth having; without them the session ends with the program.
          tell(
            'The service renewed the session, and that could not be stored. Sign in again after a restart.',
          );
        }
      },
    });
    return jar;
  }

  return {
    async of(store, baseUrl) {
      if (readCredentials(store.db).sessionText === null) return null;
      // With the domains of the whole world: only who has a session loads them.
      const { createJar: make } = await import('#remote/auth/cookie-jar.ts');
      const known = jars.get(store.id);
      if (known !== undefined) return known;
      const { sessionText } = readCredentials(store.db);
      if (sessionText === null) return null;
      const jar = open(make, store, baseUrl, sessionText);
      jars.set(store.id, jar);
      return jar;
    },
    forget({ id }) {
      jars.delete(id);
    },
  };
}
