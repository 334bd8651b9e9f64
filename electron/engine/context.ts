import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { Clock, Ids, Random } from '#contract/ports.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { CooperativeScheduler } from '#domain/base/cooperative-scheduling.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import type { Call, Credentials, ServiceClient } from '#remote/endpoints/service-api.ts';
import type { RequestOrder } from './request-order.ts';

/** What every service works with; all of it comes in from outside, so that one seed of the simulator is one run. */
export interface StoreContext {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  /** Which answers are newer than our own writes; one for each open store. */
  readonly order: RequestOrder;
}

/** A desk with the connection's profile: enough for everything that works offline. */
export interface ServiceContext extends StoreContext {
  readonly profile: ServiceProfile;
}

/**
 * What a question to the store is answered with. It changes nothing, so it is answered as well on another thread, over a
 * connection that cannot write.
 */
export interface ReadContext {
  readonly db: ReadableDb;
  readonly clock: Clock;
  readonly profile: ServiceProfile;
}

/** A workplace that may talk to the service, for the length of one run. */
export interface OnlineContext extends ServiceContext {
  readonly client: ServiceClient;
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
  /** Lets a user who works at a window go before a piece of a long work. */
  readonly scheduler: Omit<CooperativeScheduler, 'noteInput'>;
}

/** The wall clock as ISO 8601, for what a person reads. */
export function nowIso(desk: Pick<StoreContext, 'clock'>): string {
  return new Date(desk.clock.wallMs()).toISOString();
}

/** The day of the wall clock where this program runs, `2026-11-21`, for what a person reads. */
export function today({ clock }: Pick<StoreContext, 'clock'>): string {
  const at = new Date(clock.wallMs());
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** What a call of this run carries along. */
export function callFor(ctx: OnlineContext, priority: Call['priority']): Call {
  return { credentials: ctx.credentials, signal: ctx.signal, priority };
}
