import { randomBytes } from 'node:crypto';
import { ACCESS, readCookies, REFRESH, setCookie } from './cookies.ts';

/** A session of the web console. What it may do follows from the account and from these. */
export interface Session {
  readonly login: string;
  readonly refresh: string;
  readonly refreshEndsMs: number;
  readonly access: string;
  readonly accessEndsMs: number;
  /** A code of the second factor has been given in this session. */
  readonly mfaDone: boolean;
}

/** A session as a request names it; `expired` if only its refresh cookie still holds. */
export interface FoundSession {
  readonly session: Session;
  readonly expired: boolean;
}

/** How long the cookies hold. The interface does not say ("Lifetimes of tokens and sessions: not shown"). */
export interface Lifetimes {
  readonly accessMs: number;
  readonly refreshMs: number;
  /** A refresh cookie renews once: the answer brings another, and the old one is worth nothing. */
  readonly refreshOnce?: boolean;
  /** The cookies do not say how long they hold. */
  readonly untold?: boolean;
}

/**
 * The open sessions. The interface says that "the refresh cookie renews an expired access token" and leaves
 * open where. Here any call with a valid refresh cookie counts as signed in, even if its access cookie is
 * expired or missing; then it sets a new one. There is no route for it.
 */
export class Sessions {
  readonly #lifetimes: Lifetimes;
  readonly #byRefresh = new Map<string, Session>();

  constructor(lifetimes: Lifetimes) {
    this.#lifetimes = lifetimes;
  }

  /** Opens a session and gives the Set-Cookie lines that carry it. */
  open(login: string, nowMs: number): string[] {
    const session: Session = {
      login,
      refresh: newValue(),
      refreshEndsMs: nowMs + this.#lifetimes.refreshMs,
      access: newValue(),
      accessEndsMs: nowMs + this.#lifetimes.accessMs,
      mfaDone: false,
    };
    this.#byRefresh.set(session.refresh, session);
    return [this.#accessCookie(session), this.#refreshCookie(session)];
  }

  /** The session that a Cookie header names, if it is open. Changes nothing. */
  find(header: string | undefined, nowMs: number): FoundSession | undefined {
    const cookies = readCookies(header);
    const access = cookies.get(ACCESS);
    const byRefresh = this.#byRefresh.get(cookies.get(REFRESH) ?? '');
    const session = byRefresh ?? [...this.#byRefresh.values()].find((open) => open.access === access);
    if (session === undefined) return undefined;
    if (session.access === access && nowMs < session.accessEndsMs) return { session, expired: false };
    return session === byRefresh && nowMs < session.refreshEndsMs ? { session, expired: true } : undefined;
  }

  /** Gives an expired session a new access cookie, and a new refresh cookie if one renews only once: their lines. */
  renew(session: Session, nowMs: number): string[] {
    const refreshOnce = this.#lifetimes.refreshOnce === true;
    const renewed = {
      ...session,
      access: newValue(),
      accessEndsMs: nowMs + this.#lifetimes.accessMs,
      refresh: refreshOnce ? newValue() : session.refresh,
    };
    if (refreshOnce) this.#byRefresh.delete(session.refresh);
    this.#byRefresh.set(renewed.refresh, renewed);
    return [this.#accessCookie(renewed), ...(refreshOnce ? [this.#refreshCookie(renewed)] : [])];
  }

  /** Whether a session that was found is still open as it was. */
  holds(session: Session): boolean {
    return this.#byRefresh.has(session.refresh);
  }

  passMfa(session: Session): void {
    const current = this.#byRefresh.get(session.refresh);
    if (current !== undefined) this.#byRefresh.set(session.refresh, { ...current, mfaDone: true });
  }

  end(session: Session): void {
    this.#byRefresh.delete(session.refresh);
  }

  /** Ends every session of a person, but the one kept if there is one. */
  endAll(login: string, kept?: Session): void {
    for (const session of this.#byRefresh.values()) {
      if (session.login === login && session.refresh !== kept?.refresh) this.end(session);
    }
  }

  #accessCookie(session: Session): string {
    return setCookie(ACCESS, session.access, this.#told(this.#lifetimes.accessMs));
  }

  #refreshCookie(session: Session): string {
    return setCookie(REFRESH, session.refresh, this.#told(this.#lifetimes.refreshMs));
  }

  #told(ms: number): number | undefined {
    return this.#lifetimes.untold === true ? undefined : ms;
  }
}

function newValue(): string {
  return randomBytes(24).toString('hex');
}
