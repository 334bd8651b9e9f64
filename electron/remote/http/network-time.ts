import { uptime } from 'node:os';

/** What time it is in the network, by the Date headers of answers: for telling a wrong clock from a wrong certificate. */
export interface NetworkTime {
  /** @param date a Date header, if there was one */
  readonly note: (date: string | undefined) => void;
  /** Milliseconds since the epoch; null before the first answer. */
  readonly nowMs: () => number | null;
}

/** @param steadyMs counts on whatever becomes of the clock, sleep included */
export function createNetworkTime(steadyMs: () => number = () => uptime() * 1_000): NetworkTime {
  let noted: { readonly serverMs: number; readonly steadyMs: number } | null = null;
  return {
    note(date) {
      const serverMs = date === undefined ? NaN : Date.parse(date);
      if (!Number.isNaN(serverMs)) noted = { serverMs, steadyMs: steadyMs() };
    },
    nowMs: () => (noted === null ? null : noted.serverMs + steadyMs() - noted.steadyMs),
  };
}
