import type { Clock } from '#contract/ports.ts';
import { readCredentials } from '#db/tables/accounts/credentials.ts';
import type { Credentials } from '#remote/endpoints/service-api.ts';
import type { SessionJar } from '#remote/auth/cookie-jar.ts';
import { keepRotated } from '#features/accounts/rotation.ts';
import { usedCredentials } from '#engine/connection/credentials-in-use.ts';
import { createCookieJars } from './cookie-jars.ts';
import type { OpenStore } from '../maintenance/stores.ts';

/** A token that a rotation has made and its store did not take. */
interface Unkept {
  readonly token: string;
  readonly dead: string | null;
}

/** What opens the accounts of a home at their services. All of it lies in their stores, but for what one could not take. */
export interface KeptCredentials {
  /**
   * What a call is made with: the token that came with it, else what is kept. One that was replaced is none.
   *
   * @param given came with the call
   */
  of(store: OpenStore, baseUrl: string, given: string | null): Promise<Credentials | null>;
  /** The session of a store, whatever else is used; null if nobody is signed in. */
  session(store: OpenStore, baseUrl: string): Promise<SessionJar | null>;
  /**
   * Holds a token that a rotation made and the store did not take. The program uses it while it runs, and tries to
   * store it with each use. The old one is dead, so without this nobody might have any.
   */
  hold(store: OpenStore, token: string, dead: string | null): void;
  /** Another token took its place. */
  letGo(store: OpenStore): void;
  /** The session of a store is another now, or over. */
  forgetSession(store: OpenStore): void;
}

/** @param tell gets a sentence if something could not be kept */
export function createKeptCredentials(clock: Clock, tell: (sentence: string) => void): KeptCredentials {
  const jars = createCookieJars(clock, tell);
  const unkept = new Map<string, Unkept>();

  /** What the store still has not taken. */
  function held({ id, db }: OpenStore): Unkept | undefined {
    const waiting = unkept.get(id);
    if (waiting === undefined || !keepRotated(db, waiting.token, waiting.dead)) return waiting;
    unkept.delete(id);
    return undefined;
  }

  return {
    async of(store, baseUrl, given) {
      const waiting = held(store);
      const { token: stored, setAside } = readCredentials(store.db);
      if (given !== null && given !== setAside && given !== waiting?.dead) {
        return { kind: 'token', token: given };
      }
      const jar = usedCredentials(store.db) === 'session' ? await jars.of(store, baseUrl) : null;
      if (jar !== null) return { kind: 'session', jar };
      const token = waiting?.token ?? stored;
      return token === null ? null : { kind: 'token', token };
    },
    session: (store, baseUrl) => jars.of(store, baseUrl),
    hold({ id }, token, dead) {
      unkept.set(id, { token, dead });
    },
    letGo({ id }) {
      unkept.delete(id);
    },
    forgetSession(store) {
      jars.forget(store);
    },
  };
}
