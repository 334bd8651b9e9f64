import type { SyncSummary } from '#contract/procedures/sync.ts';
import { DossierError } from '#contract/error.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { createServiceClient } from '#remote/endpoints/service-client.ts';
import { createLimiter, type Limiter } from '#remote/rate-limit/limiter.ts';
import { countHoldings } from '#db/tables/destroy.ts';
import { addEngagement } from '#db/tables/engagements.ts';
import { findByServiceId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { createScheduler } from '#domain/base/cooperative-scheduling.ts';
import type { Transport } from '#remote/http/transport.ts';
import { adoptProfile } from '#engine/connection/profile-update.ts';
import { callFor, nowIso, type OnlineContext, type ServiceContext } from '#engine/context.ts';
import { destroyEngagement } from '#features/settings/destroy.ts';
import { applyDetail } from '#engine/intake/apply-record.ts';
import { fetchFinding } from '#engine/intake/fetch-finding.ts';
import { RequestOrder } from '#engine/request-order.ts';
import { recoverInterrupted } from '#engine/push/recover-interrupted.ts';
import { runSync, type SyncRequest } from '#engine/sync.ts';
import { Killed, type SimulatedStore, type StoreWatch } from './store.ts';
import type { Timeline } from './timeline.ts';

const baseUrl = 'http://127.0.0.1/api/';

/**
 * One run of the shipped program, from its start to its end or its kill: engine, store modules and client as they
 * are. What is not shipped comes in from outside: clock, ids, randomness, network and the moment of a crash.
 */
export class Program {
  ctx: ServiceContext;
  readonly #limiter: Limiter;
  readonly #aiLimiter: Limiter;
  #alive = true;

  constructor(
    store: SimulatedStore,
    atCommit: StoreWatch['atCommit'],
    timeline: Timeline,
    random: () => number,
    ids: { next(): string },
    profile: ServiceProfile,
    slowMs: number,
  ) {
    const alive = (): boolean => this.#alive;
    const clock = timeline.clock(alive, slowMs);
    const db = store.connect({ alive, atCommit });
    this.ctx = { db, clock, ids, random, order: new RequestOrder(), profile };
    this.#limiter = createLimiter({ clock, maxInFlight: 6 });
    this.#aiLimiter = createLimiter({ clock, maxInFlight: 1 });
    recoverInterrupted(this.ctx);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Nothing of this run goes on from here, and nothing that it had not committed is there. */
  end(): void {
    this.#alive = false;
  }

  /** The person tells how updates are sent; a sync that runs goes on as it began. */
  adjust(updateSends: ServiceProfile['updateSends']): void {
    const profile = { ...this.ctx.profile, updateSends };
    adoptProfile(this.ctx, profile);
    this.ctx = { ...this.ctx, profile };
  }

  /** The person destroys what is here of an engagement, and adds it again. */
  destroy(project: string): void {
    const { unsent } = countHoldings(this.ctx.db, project);
    const cleaner = {
      count: () => ({ backups: 0, aside: 0 }),
      clean: () => ({ backups: 0, aside: 0, left: [] }),
    };
    destroyEngagement(this.ctx, cleaner, { project, name: project, unsent });
  }

  /** Adds an engagement. */
  add(project: string): void {
    transaction(this.ctx.db, () => {
      addEngagement(this.ctx.db, { project, name: null, client: null, addedAt: nowIso(this.ctx) });
    });
  }

  /** One sync over this network; resolves also when it fails, never when the program is killed. */
  async sync(transport: Transport, token: string, request: SyncRequest): Promise<SyncSummary | Error> {
    try {
      return await runSync(this.#online(transport, token), request);
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  }

  /**
   * Reads a finding by itself and takes the answer into the store, in the way that every read of the program does.
   * Resolves when that has happened, or has failed; never when the program is killed.
   */
  async look(transport: Transport, token: string, serviceId: string): Promise<void> {
    const ctx = this.#online(transport, token);
    const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'person'));
    if (read.kind === 'failed') return;
    try {
      transaction(ctx.db, () => {
        // A sweep and a creation may have made one row of two meanwhile.
        const known = findByServiceId(ctx.db, serviceId);
        if (known !== null) applyDetail(ctx, known.finding, read.value, startedAt);
      });
    } catch (error) {
      const full = error instanceof DossierError && error.code === 'disk-full';
      if (!full && !(error instanceof Killed)) throw error;
    }
  }

  #online(transport: Transport, token: string): OnlineContext {
    const { clock, profile } = this.ctx;
    const client = createServiceClient({
      transport,
      baseUrl,
      profile,
      limiter: this.#limiter,
      aiLimiter: this.#aiLimiter,
      clock,
    });
    const { signal } = new AbortController();
    const credentials = { kind: 'token', token } as const;
    const scheduler = createScheduler(this.ctx.clock);
    return { ...this.ctx, client, credentials, signal, progress: () => undefined, scheduler };
  }
}
