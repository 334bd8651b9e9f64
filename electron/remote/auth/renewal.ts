/** One request in a session, from right before it is sent to its answer. */
export interface SessionTurn {
  /**
   * Ends the turn with its answer. A refusal waits until the other requests with the same cookies have their
   * answers.
   *
   * @param take keeps the cookies of the answer; those of a refusal that was overtaken are dropped
   * @returns whether it was refused, and its cookies have been replaced since it was sent
   */
  leave(refused: boolean, take: () => void): Promise<boolean>;
}

/** Keeps requests of one session from renewing it side by side: a refresh cookie may be good for one use. */
export interface Renewal {
  /**
   * Waits while another request renews the session. Null if the signal aborts before.
   *
   * @param isLong its answer may take minutes: no refusal waits for it
   */
  enter(signal: AbortSignal | undefined, isLong?: boolean): Promise<SessionTurn | null>;
}

/** What a session tells of its cookies. */
export interface RenewalParts {
  /** A Cookie header; differs if the cookies do. */
  readonly header: () => string;
  /** The cookie that gives access has expired and the one that renews it has not: the next request renews both. */
  readonly isDue: () => boolean;
}

/** Begins with nothing under way. */
export function createRenewal({ header, isDue }: RenewalParts): Renewal {
  let renewing: PromiseWithResolvers<void> | null = null;
  /** Requests under way, by the header that they were sent with. */
  const underWay = new Map<string, number>();
  const waiting = new Set<() => void>();
  /** Counts the answers that brought other cookies and were no refusals. */
  let renewals = 0;

  function count(sent: string, by: 1 | -1): void {
    const now = (underWay.get(sent) ?? 0) + by;
    if (now > 0) underWay.set(sent, now);
    else underWay.delete(sent);
    for (const look of waiting) look();
  }

  /** Resolves when nothing that was sent with these cookies is under way. */
  function ended(sent: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (underWay.has(sent)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }

  return {
    async enter(signal, isLong = false) {
      while (renewing !== null) {
        await orAborted(renewing.promise, signal);
        if (signal?.aborted === true) return null;
      }
      const renewal = isDue() ? Promise.withResolvers<void>() : null;
      if (renewal !== null) renewing = renewal;
      const sent = header();
      const before = renewals;
      if (!isLong) count(sent, 1);
      return {
        async leave(refused, take) {
          if (!refused) {
            const kept = header();
            take();
            if (header() !== kept) renewals += 1;
          }
          if (!isLong) count(sent, -1);
          if (refused) await ended(sent);
          const overtaken = refused && renewals !== before;
          if (refused && !overtaken) take();
          if (renewal !== null) {
            renewing = null;
            renewal.resolve();
          }
          return overtaken;
        },
      };
    },
  };
}

function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
    void work.then(done);
  });
}
